import { perHour } from '../../../limits/attempts.ts';

export const teamLimits = {
  invite: perHour('invite', 40),
  inviteMail: perHour('invite-mail', 5),
};
