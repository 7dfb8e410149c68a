import { HOUR_MS } from '../../lib/durations.ts';
import type { Allowance } from '../../limits/attempts.ts';

export const novelLimits = {
  /** Of 64 KiB each; who writes is saved every few seconds. */
  chapterSaves: { name: 'chapter-saves', most: 4000, mostPerAddress: 20_000, windowMs: HOUR_MS },
  /** Each keeps a processor busy for seconds. */
  booksRead: { name: 'books-read', most: 60, mostPerAddress: 300, windowMs: HOUR_MS },
} as const satisfies Record<string, Allowance>;
