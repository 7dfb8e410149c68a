import { actionLimits } from '../../limits/actions.ts';
import { perHour, perMinute } from '../../limits/attempts.ts';

/** For turning the counting of time on or off, which nobody does often. */
export const attentionLimits = actionLimits('attention', {
  minute: [20, 200],
  day: [200, 5_000],
  minuteNew: [10, 100],
  dayNew: [50, 1_000],
});

export const readingLimits = {
  /** Each download is made from up to 200 chapters and their pictures. */
  bookDownloads: perHour('book-downloads', 60),
  /** Each search reads the whole text. A household types as it likes. */
  bookSearches: perMinute('book-searches', 120),
};

export const libraryLimits = {
  /** A browser sends at most one in five seconds, and seldom two. */
  choice: perHour('choice', 300),
};

/** For creating, filling, sorting and following collections. */
export const collectLimits = actionLimits('collect', {
  minute: [120, 300],
  day: [3_000, 15_000],
  minuteNew: [60, 300],
  dayNew: [600, 3_000],
});

/** For following and leaving stories, all stories of a creator, and choosing notifications. */
export const followLimits = actionLimits('follow', {
  minute: [120, 1_000],
  day: [2_000, 50_000],
  minuteNew: [60, 500],
  dayNew: [300, 5_000],
});

/** For reading positions: a browser sends one every five seconds, and when the reader leaves. */
export const placeLimits = actionLimits('place', {
  minute: [120, 3_000],
  day: [20_000, 500_000],
  minuteNew: [60, 1_000],
  dayNew: [5_000, 100_000],
});
