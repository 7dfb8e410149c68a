/** Titles and names as they stand in addresses. For the server alone: the tables of scripts are half a megabyte. */
import anyAscii from 'any-ascii';

/** As German writes them where it cannot; the tables would only drop the dots. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * ASCII words joined by hyphens, at most `most` characters. Other scripts are written in Latin letters as well as that
 * goes sign by sign; a title of pictures alone is called by their names, and `fallback` is for what has none.
 */
export function slugify(text: string, fallback: string, most = 80): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFC');
  const words = hyphenate(
    plain.replace(/\P{ASCII}/gu, (sign) => (/[\p{L}\p{M}\p{N}]/u.test(sign) ? spell(sign) : ' ')),
    most,
  );
  return words || hyphenate(anyAscii(plain), most) || fallback;
}

function spell(letter: string): string {
  const umlaut = UMLAUTS[letter];
  if (umlaut !== undefined) return umlaut;
  // What the tables write for a letter may hold apostrophes, which part no words.
  const latin = anyAscii(letter)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  // Chinese puts no spaces between its words, and syllables run together cannot be read.
  return /\p{Script=Han}/u.test(letter) ? ` ${latin} ` : latin;
}

const hyphenate = (text: string, most: number): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, most)
    .replace(/-+$/, '');
