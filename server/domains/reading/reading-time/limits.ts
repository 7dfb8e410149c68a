import { deedLimits } from '../../../limits/deeds.ts';

/** Whether time is counted: nobody changes that often. */
export const attentionLimits = deedLimits('attention', {
  minute: [20, 200],
  day: [200, 5_000],
  minuteNew: [10, 100],
  dayNew: [50, 1_000],
});
