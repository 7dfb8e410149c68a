/** Divides the texts of a book where its table of contents says that something begins. */
import type { Text } from './texts.ts';
import type { TocEntry } from './toc.ts';
import { attributeOf, elementsIn, isElement, type XmlElement } from './xml.ts';

export type Piece = {
  text: Text;
  body: XmlElement;
  /** What leads to its beginning. */
  entry: TocEntry | null;
  /** Characters, and one for each picture. */
  length: number;
};

/** A piece longer than this is divided one level deeper, where the table of contents goes so deep. */
const LONG_LENGTH = 60_000;

const CONTAINERS = new Set(
  'body section article div main header hgroup level level1 level2 level3'.split(' '),
);

type Measures = {
  length: number;
  /** What stands before an element, and what it stands in. */
  of: ReadonlyMap<XmlElement, { offset: number; parent: XmlElement | null }>;
  byId: ReadonlyMap<string, XmlElement>;
};

type Cut = { entry: TocEntry; element: XmlElement | null; offset: number };

/** `isCoarse`: each text is one piece. */
export function divideText(text: Text, entries: readonly TocEntry[], isCoarse: boolean): Piece[] {
  const measures = measure(text.body);
  const cuts = chosenCuts(cutsOf(entries, measures), measures.length);
  const first = cuts.find(({ element }) => element === null)?.entry ?? null;
  const inside = isCoarse ? [] : cuts.filter(({ element }) => element !== null);
  const byElement = new Map(inside.toReversed().map(({ element, entry }) => [element, entry]));
  const parts = parted(text.body, new Set(byElement.keys()), measures);
  return parts.map(({ body, cut }, index) => {
    const entry = index === 0 ? first : (byElement.get(cut) ?? null);
    return { text, body, entry, length: parts.length === 1 ? measures.length : lengthOf(body) };
  });
}

function measure(body: XmlElement): Measures {
  const of = new Map<XmlElement, { offset: number; parent: XmlElement | null }>();
  const byId = new Map<string, XmlElement>();
  let offset = 0;
  const walk = (element: XmlElement, parent: XmlElement | null): void => {
    of.set(element, { offset, parent });
    for (const id of idsOf(element)) if (!byId.has(id)) byId.set(id, element);
    if (element.name === 'img' || element.name === 'math') offset += 1;
    if (element.name === 'math') return;
    for (const child of element.children) {
      if (isElement(child)) walk(child, element);
      else offset += child.trim().length;
    }
  };
  walk(body, null);
  return { length: offset, of, byId };
}

/** Characters of text, and one for each picture and formula. */
export function lengthOf(body: XmlElement): number {
  let length = 0;
  for (const element of elementsIn(body)) {
    if (element.name === 'math' || element.name === 'img') length += 1;
    else for (const child of element.children) if (!isElement(child)) length += child.trim().length;
  }
  return length;
}

/** Old books name their places by links. */
export function idsOf(element: XmlElement): string[] {
  const names = [attributeOf(element, 'id'), element.name === 'a' ? attributeOf(element, 'name') : null];
  return names.filter((name) => name !== null && name !== '') as string[];
}

function cutsOf(entries: readonly TocEntry[], measures: Measures): Cut[] {
  const cuts = entries.flatMap((entry): Cut[] => {
    const target = entry.fragment === null ? undefined : measures.byId.get(entry.fragment);
    if (target === undefined) return [{ entry, element: null, offset: 0 }];
    const element = beginningOf(target, measures);
    if (element === null) return [];
    const offset = measures.of.get(element)?.offset ?? 0;
    return [{ entry, element: offset === 0 ? null : element, offset }];
  });
  return cuts.toSorted((one, other) => one.offset - other.offset);
}

/** The outermost element that begins where this one does; null in the middle of a paragraph, a list or a table. */
function beginningOf(target: XmlElement, { of }: Measures): XmlElement | null {
  let element = target;
  for (;;) {
    const own = of.get(element);
    const parent = own?.parent ?? null;
    if (own === undefined || parent === null) return element;
    const isFirst = of.get(parent)?.offset === own.offset;
    if (isFirst && parent.name !== 'body') element = parent;
    else if (isHeld(parent, of)) return element;
    else return null;
  }
}

function isHeld(parent: XmlElement, of: Measures['of']): boolean {
  for (let each: XmlElement | null = parent; each !== null; each = of.get(each)?.parent ?? null) {
    if (!CONTAINERS.has(each.name)) return false;
  }
  return true;
}

/** Those of the highest level; of the next one in what would be long, and so on. */
function chosenCuts(cuts: readonly Cut[], length: number): Cut[] {
  const levels = [...new Set(cuts.map(({ entry }) => entry.level))].sort((a, b) => a - b);
  let chosen: Cut[] = [];
  for (const level of levels) {
    const ends = [...chosen.map(({ offset }) => offset), length];
    const isLong = ({ offset }: Cut): boolean => {
      const end = ends.find((each) => each > offset) ?? length;
      const start = ends.findLast((each) => each <= offset) ?? 0;
      return end - start > LONG_LENGTH;
    };
    const isFirst = chosen.length === 0;
    const more = cuts.filter((cut) => cut.entry.level === level && (isFirst || isLong(cut)));
    chosen = [...chosen, ...more].sort((one, other) => one.offset - other.offset);
  }
  return chosen;
}

type Part = { body: XmlElement; cut: XmlElement | null };

/** A tree for each cut, and one for what stands before the first; what held the cut holds both. */
function parted(root: XmlElement, cuts: ReadonlySet<XmlElement | null>, { of }: Measures): Part[] {
  if (cuts.size === 0) return [{ body: root, cut: null }];
  const holders = new Set<XmlElement>();
  for (const cut of cuts) {
    for (let each = cut === null ? null : of.get(cut)?.parent; each; each = of.get(each)?.parent)
      holders.add(each);
  }
  const split = (element: XmlElement): Part[] => {
    let current: XmlElement = { ...element, children: [] };
    const parts: Part[] = [{ body: current, cut: null }];
    const begin = (cut: XmlElement | null): void => {
      current = { ...element, children: [] };
      parts.push({ body: current, cut });
    };
    for (const child of element.children) {
      if (!isElement(child)) {
        current.children.push(child);
        continue;
      }
      if (cuts.has(child)) begin(child);
      const [first, ...rest] = holders.has(child) ? split(child) : [{ body: child, cut: null }];
      if (first !== undefined) current.children.push(first.body);
      for (const part of rest) {
        begin(part.cut);
        current.children.push(part.body);
      }
    }
    return parts;
  };
  return split(root);
}
