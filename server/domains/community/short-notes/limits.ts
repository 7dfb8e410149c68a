import { deedLimits, TENDING } from '../../../limits/deeds.ts';

/** Of short notes that somebody leaves. */
export const noteLimits = deedLimits('note', {
  minute: [20, 60],
  day: [500, 2_500],
  minuteNew: [6, 60],
  dayNew: [60, 300],
});

/** Of feelings, given and taken back. */
export const reactLimits = deedLimits('pop-reaction', {
  minute: [90, 300],
  day: [3_000, 15_000],
  minuteNew: [30, 300],
  dayNew: [600, 3_000],
});

/** Of all that changes short notes and feelings, whichever and how. */
export const noteTendingLimits = deedLimits('note-tend', TENDING);
