const OPENING_MAX_LENGTH = 3000;

/**
 * Whether the first line of a chapter may be set apart: browsers shape the whole paragraph again for each of its lines, so that one
 * of 70,000 characters takes seconds. Each block is a line of what is stored.
 */
export const opensShortly = (html: string): boolean =>
  (html.split('\n').find((line) => /^<p[\s>]/.test(line))?.length ?? 0) <= OPENING_MAX_LENGTH;
