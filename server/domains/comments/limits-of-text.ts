/** Imports nothing, so that the browser counts by the same number. */
export const COMMENT_MAX_LENGTH = 2000;
