import { perHour } from '../../../limits/attempts.ts';
import { deedLimits } from '../../../limits/deeds.ts';

export const libraryLimits = {
  /** A browser sends at most one in five seconds, and seldom two. */
  choice: perHour('choice', 300),
};

/** Of a collection: making, filling, ordering, following. */
export const collectLimits = deedLimits('collect', {
  minute: [120, 300],
  day: [3_000, 15_000],
  minuteNew: [60, 300],
  dayNew: [600, 3_000],
});

/** Subscribing and leaving, a creator's stories too, and how one hears of them. */
export const followLimits = deedLimits('follow', {
  minute: [120, 1_000],
  day: [2_000, 50_000],
  minuteNew: [60, 500],
  dayNew: [300, 5_000],
});

/** Where a reader is: a browser says so once in five seconds, and when it is left. */
export const placeLimits = deedLimits('place', {
  minute: [120, 3_000],
  day: [20_000, 500_000],
  minuteNew: [60, 1_000],
  dayNew: [5_000, 100_000],
});
