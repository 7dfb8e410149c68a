import { deedLimits, TENDING } from '../../../limits/deeds.ts';

/** Of what somebody writes or changes. */
export const commentLimits = deedLimits('comment', {
  minute: [10, 40],
  day: [400, 2_000],
  minuteNew: [4, 40],
  dayNew: [40, 200],
});

/** Of all that changes comments and how a team keeps them, whichever and how. */
export const tendingLimits = deedLimits('comment-tend', TENDING);
