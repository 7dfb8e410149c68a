/** Text as people type it. */

/** PostgreSQL stores no U+0000 and UTF-8 no lone surrogate: such text is refused, since it could not come back as sent. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** True when nothing of the text would be seen: white space, format characters and other invisible ones only (SOC-10). */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/u.test(text);

/** Length as a reader counts it: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** Words as runs of letters and digits, which an apostrophe or a hyphen may join. */
export const countWords = (text: string): number =>
  text.match(/[\p{L}\p{N}\p{M}]+(?:['’\-‑][\p{L}\p{N}\p{M}]+)*/gu)?.length ?? 0;
