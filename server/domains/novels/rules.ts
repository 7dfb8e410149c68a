/** Owns the measures of chapters. */

export const CHAPTERS_MOST = 200;
export const CHAPTER_TITLE_MOST = 120;
export const CHAPTER_BYTES_MOST = 500 * 1024;
