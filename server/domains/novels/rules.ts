/** Owns the measures of chapters. */

export const CHAPTERS_MAX_COUNT = 200;
export const CHAPTER_TITLE_MAX_LENGTH = 120;
export const CHAPTER_MAX_BYTES = 500 * 1024;
