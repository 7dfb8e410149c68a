/** Splits our own HTML of a chapter between blocks, about every `SECTION_CHARACTERS`. Needs no parser. */
import { lengthOf } from '../text.ts';
import { unescapeText } from './escape.ts';

/** A novel has no pages. About one screen of reading counts as a page. */
const SECTION_CHARACTERS = 1_200;

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Offsets in the HTML (UTF-16) behind the last block of each section but the last. */
export function sectionEndsOf(html: string, characters = SECTION_CHARACTERS): number[] {
  const ends: number[] = [];
  const tags = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g;
  let depth = 0;
  let read = 0;
  let textFrom = 0;
  let isReading = false;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    const [whole, slash, name = ''] = tag;
    if (tag.index > textFrom && !isReading) read += lengthOf(unescapeText(html.slice(textFrom, tag.index)));
    textFrom = tag.index + whole.length;
    if (name === 'rt' || name === 'rp') isReading = slash === '';
    if (!VOID.has(name)) depth += slash === '' ? 1 : -1;
    // A heading belongs to the following text.
    if (depth > 0 || read < characters || /^h[234]$/.test(name)) continue;
    if (textFrom < html.length) ends.push(textFrom);
    read = 0;
  }
  return ends;
}

export function sectionsIn(html: string, ends: readonly number[]): string[] {
  const all = [...ends, html.length];
  return all.map((end, index) => html.slice(all[index - 1] ?? 0, end).trim());
}
