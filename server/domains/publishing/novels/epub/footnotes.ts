/** Finds links to notes and back. The book marks them, or two links lead to each other, as in EPUB 2. */
import type { NoteLink } from '#server/lib/prose/model.ts';
import { idsOf } from './beginnings.ts';
import type { Text } from './texts.ts';
import { attributeOf, isElement, textOf, wordsOf, type XmlElement } from './xml.ts';

type Link = { element: XmlElement; key: string; block: XmlElement; order: number };

const BLOCKS = new Set(
  'p li dt dd td th h1 h2 h3 h4 h5 h6 aside blockquote div figcaption section body'.split(' '),
);
/** Number of enclosing blocks of a link that may be its note. */
const NEAR = 3;
/** `1`, `[12]`, `*`, `†`: a mark of a note, not a sentence with a link. */
const MARKER = /^[[(]?[\p{L}\p{N}*†‡§¶#]{1,4}[\])]?\.?$/u;

export const keyOf = (path: string, fragment: string): string => `${path}#${fragment}`;

export function findNoteLinks(texts: readonly Text[]): ReadonlyMap<XmlElement, NoteLink> {
  const kinds = new Map<XmlElement, NoteLink>();
  const blockOf = new Map<string, XmlElement>();
  const linksIn = new Map<XmlElement, Link[]>();
  const markers: Link[] = [];
  let order = 0;

  const addLink = (element: XmlElement, text: Text, blocks: readonly XmlElement[]): void => {
    const said = saidOf(element);
    if (said !== null) kinds.set(element, said);
    const target = text.targetOf(attributeOf(element, 'href') ?? '');
    const block = blocks[0];
    if (said !== null || target?.kind !== 'file' || target.fragment === null || block === undefined) return;
    order += 1;
    const link = { element, key: keyOf(target.path, target.fragment), block, order };
    for (const near of blocks.slice(0, NEAR)) {
      const links = linksIn.get(near) ?? [];
      linksIn.set(near, links);
      // A note has one or two links, a table of contents has hundreds.
      if (links.length < 4) links.push(link);
    }
    if (MARKER.test(textOf(element))) markers.push(link);
  };

  const walk = (element: XmlElement, text: Text, outer: readonly XmlElement[]): void => {
    const blocks = BLOCKS.has(element.name) ? [element, ...outer.slice(0, NEAR - 1)] : outer;
    const [block] = blocks;
    for (const id of idsOf(element)) {
      const key = keyOf(text.path, id);
      if (block !== undefined && !blockOf.has(key)) blockOf.set(key, block);
    }
    if (element.name === 'a') addLink(element, text, blocks);
    for (const child of element.children) if (isElement(child)) walk(child, text, blocks);
  };

  for (const text of texts) walk(text.body, text, []);
  for (const link of markers) {
    const note = blockOf.get(link.key);
    const back = (note === undefined ? [] : (linksIn.get(note) ?? [])).find(
      (other) => other.order > link.order && blockOf.get(other.key) === link.block,
    );
    if (back === undefined || kinds.has(link.element) || link.block === note) continue;
    kinds.set(link.element, 'call');
    kinds.set(back.element, 'back');
  }
  return kinds;
}

function saidOf(link: XmlElement): NoteLink | null {
  const said = [...wordsOf(link, 'epub:type'), ...wordsOf(link, 'role')];
  if (said.includes('noteref') || said.includes('doc-noteref')) return 'call';
  return said.includes('backlink') || said.includes('doc-backlink') ? 'back' : null;
}
