import { perHour, perMinute } from '../../../limits/attempts.ts';

export const readingLimits = {
  /** Each is made anew, from up to 200 chapters and their pictures. */
  bookDownloads: perHour('book-downloads', 60),
  /** Each reads the whole text; a household types as it likes. */
  bookSearches: perMinute('book-searches', 120),
};
