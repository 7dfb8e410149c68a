import { perQuarterHour } from '../../limits/attempts.ts';

export const mailLimits = {
  /** Mail links opened without a valid token. */
  mailedLink: perQuarterHour('mailed-link', 30),
};
