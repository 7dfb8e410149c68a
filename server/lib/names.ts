/** Removes invisible characters from names and recognizes look-alikes (UTS #39). */

/** Joiners change the look of letters of these scripts, and of emoji. */
const JOINED =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})\ufe0f/gu;
/** Format, filler and direction characters, and variation selectors. Flags of regions consist of these (UTS #51). */
const INVISIBLE =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{e0000}-\u{e007f}]/gu;
const [KEPT_JOINER, KEPT_NONJOINER, KEPT_STYLE] = ['\ue000', '\ue001', '\ue002'];

/** Removes invisible characters and collapses blanks. Control characters stay, so that validation reports them. */
export const cleanName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\ue000-\ue002]/g, '')
    .replace(JOINED, (joiner) => (joiner === '\u200d' ? KEPT_JOINER : KEPT_NONJOINER))
    .replace(EMOJI_STYLE, KEPT_STYLE)
    .replace(INVISIBLE, (_, flag = '') => flag)
    .replaceAll(KEPT_JOINER, '\u200d')
    .replaceAll(KEPT_NONJOINER, '\u200c')
    .replaceAll(KEPT_STYLE, '\ufe0f')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim();

export const cleanTitle = (text: string): string => cleanName(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));

/** True when the name contains a letter, a number or a picture, not only marks. */
export const saysSomething = (name: string): boolean =>
  /[\p{L}\p{N}\p{So}\p{Extended_Pictographic}]/u.test(name);

/** Living languages stack at most four marks on a letter. */
export const isPiledUp = (name: string): boolean => /\p{M}{5,}/u.test(name.normalize('NFD'));

const WORDS = /[\p{L}\p{M}]+/gu;

/** True when one word mixes Latin, Cyrillic and Greek letters, which look alike. */
export const mixesAlphabets = (name: string): boolean =>
  [...name.normalize('NFKC').matchAll(WORDS)].some(
    ([word]) =>
      [/\p{sc=Latn}/u, /\p{sc=Cyrl}/u, /\p{sc=Grek}/u].filter((script) => script.test(word)).length > 1,
  );

const LOOKS: Readonly<Record<string, string>> = {
  a: 'аαɑ4@',
  b: 'вβ8ь',
  c: 'сϲ',
  d: 'ԁđð',
  e: 'еεєə3',
  g: 'ɡ',
  h: 'һнհ',
  i: 'l1|ıіїιɩӏł',
  j: 'јϳ',
  k: 'кκ',
  m: 'мμµ',
  n: 'пηπո',
  o: 'оοօø0',
  p: 'рρ',
  q: 'ԛզ',
  r: 'г',
  s: 'ѕ5ƽ$',
  t: 'тτ7',
  u: 'υцս',
  v: 'ѵν',
  w: 'ԝωѡ',
  x: 'хχ',
  y: 'уγү',
  z: 'ζ',
  // Kana and other characters that look almost the same.
  へ: 'ヘ',
  二: 'ニ',
  口: 'ロ',
  力: 'カ',
  夕: 'タ',
  八: 'ハ',
  工: 'エ',
  卜: 'ト',
  一: 'ー',
};
const ALIKE = new Map(
  Object.entries(LOOKS).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Equal for names that look alike, whatever the case, blanks, punctuation and alphabet. Accents matter. */
export const lookOf = (name: string): string =>
  [...cleanName(name).normalize('NFKC').toLowerCase().normalize('NFC')]
    .filter((sign) => /[\p{L}\p{N}\p{M}\p{So}\p{Extended_Pictographic}|@$]/u.test(sign))
    .map((sign) => ALIKE.get(sign) ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
