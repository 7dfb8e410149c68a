/** How often somebody may do what this room offers. */

import { actionLimits, TENDING } from '../../limits/actions.ts';
import { perHour } from '../../limits/attempts.ts';

/** Of likes and ratings, given and taken back. Many readers share one address where a whole school does. */
export const reactionLimits = actionLimits('react', {
  minute: [120, 3_000],
  day: [2_000, 200_000],
  minuteNew: [60, 1_000],
  dayNew: [300, 10_000],
});

export const peopleLimits = {
  shutOut: perHour('shut-out', 200),
};

/** Of all that changes whom a reader hears, whichever and how. */
export const hearingLimits = actionLimits('hearing', TENDING);

/** Of what somebody writes or changes. */
export const commentLimits = actionLimits('comment', {
  minute: [10, 40],
  day: [400, 2_000],
  minuteNew: [4, 40],
  dayNew: [40, 200],
});

/** Of all that changes comments and how a team keeps them, whichever and how. */
export const tendingLimits = actionLimits('comment-tend', TENDING);

/** Of short notes that somebody leaves. */
export const noteLimits = actionLimits('note', {
  minute: [20, 60],
  day: [500, 2_500],
  minuteNew: [6, 60],
  dayNew: [60, 300],
});

/** Of feelings, given and taken back. */
export const reactLimits = actionLimits('pop-reaction', {
  minute: [90, 300],
  day: [3_000, 15_000],
  minuteNew: [30, 300],
  dayNew: [600, 3_000],
});

/** Of all that changes short notes and feelings, whichever and how. */
export const noteTendingLimits = actionLimits('note-tend', TENDING);
