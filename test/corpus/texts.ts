import { isBlank, isStorable, lengthOf } from '../../server/lib/text.ts';
import { corpusText } from '../support/corpus.ts';

const corpora = ['naughty-strings', 'unicode-edge', 'xss-payloads'];
/** Aimed at a database, a file system or a header. Used where texts are looked up or stored longest. */
const aimed = ['sqli', 'path-traversal', 'crlf'];

/** In addition to the corpora: texts that PostgreSQL or UTF-8 cannot store, and texts longer than they look. */
export const own = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '😀'.repeat(30),
  '😀'.repeat(60),
  '😀'.repeat(61),
  '😀'.repeat(120),
  '😀'.repeat(121),
  `a${'\u0301'.repeat(119)}`,
  `a${'\u0301'.repeat(120)}`,
  `a${'\u0301'.repeat(20_000)}`,
  '👨‍👩‍👧‍👦'.repeat(100),
  ' '.repeat(200),
  'Subject: x\r\nBcc: victim@example.org\r\n\r\nbody',
];

/** Mail cannot reach a domain of one label, although such an address is valid. */
export const isReached = (address: string): boolean => /@[^@]*\./.test(address);

/** Visible part of a line: runs of spaces and controls become one space, format characters vanish. */
export const seen = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ +/g, ' ')
    .trim();

type Verdict = 'kept' | 'refused';
export const required = (text: string, most: number): Verdict =>
  isStorable(text) && !isBlank(text) && lengthOf(text) <= most ? 'kept' : 'refused';
export const optional = (text: string, most: number): Verdict =>
  isStorable(text) && lengthOf(text) <= most ? 'kept' : 'refused';

/** `texts` is for every field, `all` for places where texts are looked up or stored longest. */
export async function hostileTexts(): Promise<{ texts: string[]; all: string[] }> {
  const listed = async (names: readonly string[]) =>
    (await Promise.all(names.map((name) => corpusText(name)))).flat();
  const texts = [...new Set([...(await listed(corpora)), ...own])];
  return { texts, all: [...new Set([...texts, ...(await listed(aimed))])] };
}
