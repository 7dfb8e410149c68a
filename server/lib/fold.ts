/** Folds text for phrase search: ignores case, accents, vowel signs, and kinds of quotes and spaces. */

export type FoldedText = {
  text: string;
  /** For each unit (UTF-16), its index in the original. */
  from: Uint32Array;
};

/** Maximum length of one folded sign. Signs with longer results stay unchanged. */
const EXPANSION_MAX = 4;

/** Marks that are optional in writing. Marks of kana and Indic scripts make another letter. */
const MARKS =
  /(?=[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Syrc}])(?![\u3099\u309a])\p{M}/gu;
/** Soft hyphens, joiners, direction marks, and the Arabic stroke that only stretches a word. */
const SILENT = /^[\u00ad\u0640\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]$/;
/** Signs that decompose into letters of their own. */
const WHOLE = /^[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Hani}\u30fc]$/u;
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
};

function foldSign(sign: string): string {
  if (sign === '\n') return sign;
  if (/\s/.test(sign)) return ' ';
  if (SILENT.test(sign)) return '';
  if (WHOLE.test(sign)) return sign.normalize('NFKC').toLowerCase();
  const letters = sign.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return [...letters].map((letter) => LETTERS[letter] ?? letter).join('');
}

const UNKNOWN = 0;
/** Folds to no unit, or to several. */
const OTHER = 1;
const folds = new Uint16Array(0x10000);
const others = new Map<number, string>();

function foldOf(unit: number): number {
  const known = folds[unit] as number;
  if (known !== UNKNOWN) return known;
  const sign = String.fromCharCode(unit);
  const folded = foldSign(sign);
  const fold = folded.length === 1 ? Math.max(OTHER, folded.charCodeAt(0)) : OTHER;
  if (fold === OTHER) others.set(unit, folded.length > EXPANSION_MAX ? sign : folded);
  folds[unit] = fold;
  return fold;
}

const SPACE = 0x20;

/** Takes about 10 ms for a million characters. Collapses spaces and keeps ends of blocks (`\n`). */
export function foldText(text: string): FoldedText {
  const units = new Uint16Array(text.length * EXPANSION_MAX);
  const from = new Uint32Array(text.length * EXPANSION_MAX);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const fold = foldOf(text.charCodeAt(at));
    if (fold === SPACE && length > 0 && units[length - 1] === SPACE) continue;
    if (fold !== OTHER) {
      units[length] = fold;
      from[length] = at;
      length += 1;
      continue;
    }
    const folded = others.get(text.charCodeAt(at)) ?? '';
    for (let of = 0; of < folded.length; of += 1) {
      units[length] = folded.charCodeAt(of);
      from[length] = at;
      length += 1;
    }
  }
  return {
    text: Buffer.from(units.buffer, 0, 2 * length).toString('utf16le'),
    from: from.subarray(0, length),
  };
}

/** Empty for a phrase without searchable characters. */
export const foldPhrase = (phrase: string): string => foldText(phrase.replaceAll('\n', ' ')).text.trim();

/** End of the sign that begins at `at`, with its dropped accents. */
export function endOfSign(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && isLeftOut(text.charCodeAt(end))) end += 1;
  return end;
}

const isLeftOut = (unit: number): boolean => foldOf(unit) === OTHER && others.get(unit) === '';
