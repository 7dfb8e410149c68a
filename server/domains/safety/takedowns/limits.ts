import { perHour } from '../../../limits/attempts.ts';

export const blockingLimits = {
  appeal: perHour('appeal', 10),
};
