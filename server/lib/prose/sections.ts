/** Where our own writing of a chapter may be parted: between its blocks, about every so many characters. No parser is needed. */
import { lengthOf } from '../text.ts';
import { unescapeText } from './escape.ts';

/** A novel has no pages: about a screen's reading counts as one. */
const SECTION_CHARACTERS = 1_200;

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Offsets in the HTML (UTF-16) behind the blocks that end a section; the last section ends with the chapter. */
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
    // A heading belongs to what comes after it.
    if (depth > 0 || read < characters || /^h[234]$/.test(name)) continue;
    if (textFrom < html.length) ends.push(textFrom);
    read = 0;
  }
  return ends;
}

/** The sections themselves, between the ends that are stored. */
export function sectionsIn(html: string, ends: readonly number[]): string[] {
  const all = [...ends, html.length];
  return all.map((end, index) => html.slice(all[index - 1] ?? 0, end).trim());
}
