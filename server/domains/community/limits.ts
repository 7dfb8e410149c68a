import { actionLimits, TENDING } from '../../limits/actions.ts';
import { perHour } from '../../limits/attempts.ts';

/** Likes and ratings, given and removed. A whole school may share one address. */
export const reactionLimits = actionLimits('react', {
  minute: [120, 3_000],
  day: [2_000, 200_000],
  minuteNew: [60, 1_000],
  dayNew: [300, 10_000],
});

export const peopleLimits = {
  shutOut: perHour('shut-out', 200),
};

export const hearingLimits = actionLimits('hearing', TENDING);

export const commentLimits = actionLimits('comment', {
  minute: [10, 40],
  day: [400, 2_000],
  minuteNew: [4, 40],
  dayNew: [40, 200],
});

/** All changes to comments, threads and team settings. */
export const tendingLimits = actionLimits('comment-tend', TENDING);

export const noteLimits = actionLimits('note', {
  minute: [20, 60],
  day: [500, 2_500],
  minuteNew: [6, 60],
  dayNew: [60, 300],
});

export const reactLimits = actionLimits('pop-reaction', {
  minute: [90, 300],
  day: [3_000, 15_000],
  minuteNew: [30, 300],
  dayNew: [600, 3_000],
});

export const noteTendingLimits = actionLimits('note-tend', TENDING);
