/** Slugs for titles and names. Server only: the tables of scripts are half a megabyte. */
import anyAscii from 'any-ascii';

/** German spelling without umlauts. The tables would only drop the dots. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** ASCII words joined by hyphens. Scripts are transliterated sign by sign, emoji only when nothing else remains. */
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
  // The tables may write a letter with apostrophes, which do not separate words.
  const latin = anyAscii(letter)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  // Chinese has no spaces between words, and joined syllables are unreadable.
  return /\p{Script=Han}/u.test(letter) ? ` ${latin} ` : latin;
}

const hyphenate = (text: string, most: number): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, most)
    .replace(/-+$/, '');
