import { perHour } from '../../limits/attempts.ts';

export const privacyLimits = {
  export: perHour('export', 3),
};
