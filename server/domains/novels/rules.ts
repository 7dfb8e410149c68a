/** Owns the measures of chapters. */

export const CHAPTERS_MAX_COUNT = 200;
export const CHAPTER_TITLE_MAX_LENGTH = 120;
export const CHAPTER_MAX_BYTES = 500 * 1024;

/** Of an ePub file (NOV-04); exactly so much is taken. */
export const EPUB_MAX_BYTES = 30 * 1024 * 1024;
