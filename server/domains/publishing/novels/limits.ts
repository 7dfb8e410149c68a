import { perHour } from '../../../limits/attempts.ts';

export const novelLimits = {
  /** Of 64 KiB each; who writes is saved every few seconds. */
  chapterSaves: perHour('chapter-saves', [4000, 20_000]),
  /** Each keeps a processor busy for seconds. */
  booksRead: perHour('books-read', [60, 300]),
};
