import { deedLimits } from '../../limits/deeds.ts';

/** Of what somebody writes or changes. */
export const commentLimits = deedLimits('comment', {
  minute: [10, 40],
  day: [400, 2_000],
  minuteNew: [4, 40],
  dayNew: [40, 200],
});

/** Of all that changes comments and how a team keeps them, whichever and how. */
export const tendingLimits = deedLimits('comment-tend', {
  minute: [120, 1_000],
  day: [3_000, 50_000],
  minuteNew: [60, 500],
  dayNew: [600, 5_000],
});
