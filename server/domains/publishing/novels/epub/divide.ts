import { beginningOf, type Measures, measure } from './beginnings.ts';
import type { Text } from './texts.ts';
import type { TocEntry } from './toc.ts';
import { elementsIn, isElement, type XmlElement } from './xml.ts';

export type Piece = {
  text: Text;
  body: XmlElement;
  entry: TocEntry | null;
  length: number;
};

/** Longer pieces are divided one level deeper, if the table of contents has that level. */
const LONG_LENGTH = 60_000;
/** An entry with less own text than a motto is a part, and the entries below are its chapters. */
const OWN_LENGTH = 300;

type Cut = { entry: TocEntry; element: XmlElement | null; offset: number };

/** `isCoarse`: each text is one piece. */
export function divideText(text: Text, entries: readonly TocEntry[], isCoarse: boolean): Piece[] {
  const measures = measure(text.body);
  const cuts = chosenCuts(cutsOf(entries, measures), measures.length, measures);
  const first = cuts.find(({ element }) => element === null)?.entry ?? null;
  const inside = isCoarse ? [] : cuts.filter(({ element }) => element !== null);
  const byElement = new Map(inside.toReversed().map(({ element, entry }) => [element, entry]));
  const parts = parted(text.body, new Set(byElement.keys()), measures);
  return parts.map(({ body, cut }, index) => {
    const entry = index === 0 ? first : (byElement.get(cut) ?? null);
    return { text, body, entry, length: parts.length === 1 ? measures.length : lengthOf(body) };
  });
}

export function lengthOf(body: XmlElement): number {
  let length = 0;
  for (const element of elementsIn(body)) {
    if (element.name === 'math' || element.name === 'img') length += 1;
    else for (const child of element.children) if (!isElement(child)) length += child.trim().length;
  }
  return length;
}

/** In text order. Entries with a missing target lead to the beginning. */
function cutsOf(entries: readonly TocEntry[], measures: Measures): Cut[] {
  const lost: Cut[] = [];
  const cuts = entries.flatMap((entry): Cut[] => {
    if (entry.fragment === null) return [{ entry, element: null, offset: 0 }];
    const target = measures.targetOf(entry.fragment);
    if (target === undefined) {
      lost.push({ entry, element: null, offset: 0 });
      return [];
    }
    const element = beginningOf(target, entry.title, measures);
    const offset = measures.of.get(element)?.offset ?? 0;
    return [{ entry, element: offset === 0 ? null : element, offset }];
  });
  const isBegun = cuts.some(({ element }) => element === null);
  return [...(isBegun ? [] : lost.slice(0, 1)), ...cuts].toSorted((one, other) => one.offset - other.offset);
}

/** Cuts of the highest level. Parts and long pieces are also cut at the next level, and so on. */
function chosenCuts(cuts: readonly Cut[], end: number, measures: Measures): Cut[] {
  const [first] = cuts;
  if (first === undefined) return [];
  const top = Math.min(...cuts.map(({ entry }) => entry.level));
  const starts = [...cuts.keys()].filter((at) => cuts[at]?.entry.level === top);
  // Cuts before the first of them belong to an entry in the file before.
  const chosen = chosenCuts(cuts.slice(0, starts[0]), cuts[starts[0] ?? 0]?.offset ?? end, measures);
  for (const [index, start] of starts.entries()) {
    const cut = cuts[start] as Cut;
    const next = starts[index + 1];
    const to = next === undefined ? end : (cuts[next]?.offset ?? end);
    const below = cuts.slice(start + 1, next);
    const [child] = below;
    const isPart = child !== undefined && ownLength(cut, child, measures) <= OWN_LENGTH;
    if (!isPart || child.offset > cut.offset) chosen.push(cut);
    if (isPart || to - cut.offset > LONG_LENGTH) chosen.push(...chosenCuts(below, to, measures));
  }
  // The first of several entries for the same place counts.
  return chosen.filter(({ offset }, index) => chosen.findIndex((each) => each.offset === offset) === index);
}

/** Length of the text between an entry and the first entry below, without headings. */
function ownLength(cut: Cut, child: Cut, { headings, of }: Measures): number {
  let length = child.offset - cut.offset;
  for (const heading of headings) {
    const spot = of.get(heading);
    if (spot !== undefined && spot.offset >= cut.offset && spot.end <= child.offset)
      length -= spot.end - spot.offset;
  }
  return length;
}

type Part = { body: XmlElement; cut: XmlElement | null };

/** One tree per cut, and one for the content before the first. Elements around a cut are in both trees. */
function parted(root: XmlElement, cuts: ReadonlySet<XmlElement | null>, { of }: Measures): Part[] {
  if (cuts.size === 0) return [{ body: root, cut: null }];
  const holders = new Map<XmlElement, string>();
  for (const cut of cuts) {
    let isInPart = false;
    for (let each = cut === null ? null : of.get(cut)?.parent; each; each = of.get(each)?.parent) {
      isInPart ||= PARTS.has(each.name);
      const isLayout = QUOTES.has(each.name) || (isInPart && (PARTS.has(each.name) || SETS.has(each.name)));
      if (isLayout || !holders.has(each)) holders.set(each, isLayout ? 'div' : each.name);
    }
  }
  const split = (element: XmlElement): Part[] => {
    const name = holders.get(element) ?? element.name;
    let current: XmlElement = { ...element, name, children: [] };
    const parts: Part[] = [{ body: current, cut: null }];
    const begin = (cut: XmlElement | null): void => {
      current = { ...element, name, children: [] };
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

/** An element that contains several chapters is no quotation, list or table, but page layout. */
const QUOTES = new Set('aside blockquote fieldset figure'.split(' '));
const PARTS = new Set('caption dd dt figcaption li td th'.split(' '));
const SETS = new Set('dir dl menu ol table tbody tfoot thead tr ul'.split(' '));
