/** Text as people type it. */

/** PostgreSQL stores no U+0000 and UTF-8 no lone surrogate: such text is refused, since it could not come back as sent. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/**
 * True when nothing of the text would be seen (SOC-10): white space, control and format characters, variation selectors, tags
 * and fillers. Those at the end are drawn empty, which no property of Unicode says.
 */
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

/** Maximum length of the words that filter a list of the console or the administration. */
export const FILTER_MAX_LENGTH = 100;

/** At most so many characters of it, as a reader counts them. */
export const shortened = (text: string, mostLength: number): string =>
  // Twice as many units hold them for certain, so that nobody looks through a text of any length.
  text.length <= mostLength ? text : [...text.slice(0, 2 * mostLength)].slice(0, mostLength).join('');

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const UNKNOWN = 0;
const OTHER = 1;
const OF_WORD = 2;
const JOINER = 3;
/** What each UTF-16 unit is, found out when it is first met. */
const kinds = new Uint8Array(0x10000);

function kindOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = kinds[unit] as number;
  if (known !== UNKNOWN) return known;
  const isHalf = isHigh(unit) || isLow(unit);
  // Half a character is of the kind of the whole.
  const whole = isLow(unit) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
  const sign = String.fromCodePoint(text.codePointAt(whole) as number);
  const kind = /['’\-‑]/.test(sign) ? JOINER : /[\p{L}\p{N}\p{M}]/u.test(sign) ? OF_WORD : OTHER;
  if (!isHalf) kinds[unit] = kind;
  return kind;
}

/** Words as runs of letters and digits, which an apostrophe or a hyphen may join. */
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
