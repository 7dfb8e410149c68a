import { deedLimits } from '../../../limits/deeds.ts';

/** Of likes and ratings, given and taken back. Many readers share one address where a whole school does. */
export const reactionLimits = deedLimits('react', {
  minute: [120, 3_000],
  day: [2_000, 200_000],
  minuteNew: [60, 1_000],
  dayNew: [300, 10_000],
});
