import type { EpubState } from '#db/schema/index.ts';

/** The longest web novels have about this many. */
export const CHAPTERS_MAX_COUNT = 2000;
export const CHAPTERS_WHOLE_COUNT = 200;
export const CHAPTERS_A_PAGE = 100;
export const CHAPTERS_ANSWERED_COUNT = 200;

/** The part of a long list that contains this number. A short list is whole. */
export function chapterSpan(total: number, number: number): { first: number; last: number } {
  if (total <= CHAPTERS_WHOLE_COUNT) return { first: 1, last: total };
  const first = Math.floor((number - 1) / CHAPTERS_A_PAGE) * CHAPTERS_A_PAGE + 1;
  return { first, last: Math.min(total, first + CHAPTERS_A_PAGE - 1) };
}

export function chapterSpans(total: number): { first: number; last: number }[] {
  const spans = [chapterSpan(total, 1)];
  for (let last = spans[0]?.last ?? total; last < total; last = spans.at(-1)?.last ?? total)
    spans.push(chapterSpan(total, last + 1));
  return spans;
}
export const CHAPTER_TITLE_MAX_LENGTH = 120;
export const CHAPTER_MAX_BYTES = 500 * 1024;
/** Enough for a whole book. */
export const CHAPTER_PICTURES_MAX_COUNT = 1000;

/** Limit of an ePub file (NOV-04), inclusive. */
export const EPUB_MAX_BYTES = 30 * 1024 * 1024;

export const EPUB_STATES = [
  'uploaded',
  'reading',
  'found',
  'refused',
  'taken',
] as const satisfies readonly EpubState[];

export const EPUB_REFUSALS = [
  // The file.
  'not_epub',
  'mimetype_missing',
  'mimetype_wrong',
  'in_folder',
  'damaged',
  'unsafe',
  'copy_protected',
  'too_many_files',
  'too_large',
  // The book.
  'no_container',
  'no_package',
  'no_text',
  'missing_file',
  'too_many_chapters',
  'too_many_pictures',
  // A file in the book.
  'not_closed',
  'not_well_formed',
  'entities',
  'encoding',
  'too_tangled',
  'too_long',
  // The reading.
  'too_slow',
  'too_much_memory',
  'failed',
] as const;
export type EpubRefusal = (typeof EPUB_REFUSALS)[number];

export const LEFT_OUT_KINDS = [
  'scripts',
  'styles',
  'fonts',
  'audio',
  'video',
  'remote',
  'forms',
  'embedded',
  'svg',
  'pictures',
  'links',
  'layout',
  'long_lines',
  'dense',
  'empty',
] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];
