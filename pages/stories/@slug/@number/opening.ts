const OPENING_MAX_LENGTH = 3000;

/**
 * True when the first line may be styled. Browsers shape the paragraph again for each line: 70,000 characters take
 * seconds. Stored text has one block per line.
 */
export const opensShortly = (html: string): boolean =>
  (html.split('\n').find((line) => /^<p[\s>]/.test(line))?.length ?? 0) <= OPENING_MAX_LENGTH;
