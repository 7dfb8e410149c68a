/** PostgreSQL stores no U+0000 and UTF-8 no lone surrogate. Such text is refused, since it would come back changed. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** True when no character is visible (SOC-10). No Unicode property covers the last ones, which fonts draw empty. */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}\u{13441}\u{13442}]/u.test(text);

/** Length as a reader counts it: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let { length } = text;
  for (let at = 1; at < text.length; at += 1) {
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) length -= 1;
  }
  return length;
}

/** Maximum length of the filter text for lists of the console and the administration. */
export const FILTER_MAX_LENGTH = 100;

export const shortened = (text: string, mostLength: number): string =>
  // Twice as many units always suffice, so that long texts are not scanned as a whole.
  text.length <= mostLength ? text : [...text.slice(0, 2 * mostLength)].slice(0, mostLength).join('');

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const UNKNOWN = 0;
const OTHER = 1;
const OF_WORD = 2;
const JOINER = 3;
const kinds = new Uint8Array(0x10000);

function kindOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = kinds[unit] as number;
  if (known !== UNKNOWN) return known;
  const isHalf = isHigh(unit) || isLow(unit);
  // Half a character has the kind of the whole.
  const whole = isLow(unit) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
  const sign = String.fromCodePoint(text.codePointAt(whole) as number);
  const kind = /['’\-‑]/.test(sign) ? JOINER : /[\p{L}\p{N}\p{M}]/u.test(sign) ? OF_WORD : OTHER;
  if (!isHalf) kinds[unit] = kind;
  return kind;
}

/** Runs of letters and digits, which an apostrophe or a hyphen may join. */
export function countWords(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindOf(text, at);
    if (kind === OF_WORD) {
      if (!isInWord) words += 1;
      isInWord = true;
    } else if (isInWord && kind === JOINER && at + 1 < text.length && kindOf(text, at + 1) === OF_WORD)
      at += 1;
    else isInWord = false;
  }
  return words;
}
