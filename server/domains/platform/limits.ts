/** How often somebody may do what this room offers. */
import { perQuarterHour } from '../../limits/attempts.ts';

export const mailLimits = {
  /** Links of mails that somebody opens without a token that holds. */
  mailedLink: perQuarterHour('mailed-link', 30),
};
