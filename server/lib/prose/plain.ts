/** Plain text of our own HTML for phrase search. Needs no parser. */
import { unescapeText } from './escape.ts';
import { CONTAINERS, LINES } from './tags.ts';

const BLOCKS: ReadonlySet<string> = new Set([...LINES.values(), ...CONTAINERS.values(), 'aside', 'hr']);

/** Separates blocks. No phrase continues across it. */
export const BLOCK_END = '\n';
/** Separates words, without being a character of the text. */
const GAP = '\r';

export function plainTextOf(html: string): string {
  const tags = /<(\/?)([a-z][a-z0-9]*)[^>]*>|$/g;
  let plain = '';
  let parting = '';
  let isReading = false;
  let textFrom = 0;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    const [whole, slash, name] = tag;
    const text = unescapeText(html.slice(textFrom, tag.index));
    textFrom = tag.index + whole.length;
    if (/\S/.test(text)) {
      if (!isReading) {
        plain += (plain === '' ? '' : parting) + text.replace(/[\n\r]/g, ' ');
        parting = '';
      }
    } else if (text !== '') parting ||= GAP;
    if (name === undefined) break;
    if (name === 'rt' || name === 'rp') isReading = slash === '';
    else if (name === 'br') parting ||= GAP;
    else if (BLOCKS.has(name)) parting = BLOCK_END;
  }
  return plain;
}

/** The characters that readers count (islands/reading/prose/text.ts): an index is the same place in the page. */
export const countedText = (plain: string): string => plain.replaceAll(/[\n\r]/g, '');

export function countedIn(plain: string): number {
  let count = 0;
  for (let at = 0; at < plain.length; at += 1) if (!isParting(plain, at)) count += 1;
  return count;
}

const isParting = (plain: string, at: number): boolean => plain[at] === BLOCK_END || plain[at] === GAP;
