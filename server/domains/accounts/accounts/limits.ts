import { perHour, perQuarterHour } from '../../../limits/attempts.ts';

export const accountLimits = {
  password: perQuarterHour('password', 10),
  takenAddress: perHour('taken-address', 20),
  confirmMail: perHour('confirm-mail', 5),
};
