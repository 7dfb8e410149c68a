import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Limit } from '../../limits/attempts.ts';

export const readingLimits = {
  /** Each is made anew, from up to 200 chapters and their pictures. */
  bookDownloads: { name: 'book-downloads', most: 60, windowMs: HOUR_MS },
  /** Each reads the whole text; a household types as it likes. */
  bookSearches: { name: 'book-searches', most: 120, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;
