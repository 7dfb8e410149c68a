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

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** ASCII words joined by hyphens, at most `most` characters; `fallback` when no letter or digit remains. */
export function slugify(text: string, fallback: string, most = 80): string {
  const plain = text
    .toLowerCase()
    .replace(/[äöüßæøœđðþłı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? fallback : plain;
}
