/** Finds where a chapter begins. Links lead into its heading, behind it, or into the middle of a line. */
import { isBlankNode, isHeading, lettersOf } from './headings.ts';
import { attributeOf, htmlElement, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts';

type Spot = { offset: number; end: number; parent: XmlElement | null };
export type Measures = {
  /** Characters, and one per picture and formula. */
  length: number;
  of: Map<XmlElement, Spot>;
  headings: readonly XmlElement[];
  targetOf(id: string): XmlElement | undefined;
};

const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2
   h3 h4 h5 h6 header hgroup hr level level1 level2 level3 li main nav ol p pre search section summary table tbody td tfoot th
   thead tr ul`
    .trim()
    .split(/\s+/),
);
/** Elements that are never divided. */
const WHOLE = new Set(['math', 'ruby', 'select', 'svg']);
/** This much of a line before its target still belongs to the title. */
const NEAR_LENGTH = 80;

export function measure(body: XmlElement): Measures {
  const of = new Map<XmlElement, Spot>();
  const byId = new Map<string, XmlElement>();
  const bySmallId = new Map<string, XmlElement>();
  const headings: XmlElement[] = [];
  let offset = 0;
  const walk = (element: XmlElement, parent: XmlElement | null): void => {
    const spot: Spot = { offset, end: offset, parent };
    of.set(element, spot);
    for (const id of idsOf(element)) {
      if (!byId.has(id)) byId.set(id, element);
      if (!bySmallId.has(id.toLowerCase())) bySmallId.set(id.toLowerCase(), element);
    }
    if (isHeading(element)) headings.push(element);
    if (element.name === 'img' || element.name === 'math') offset += 1;
    if (element.name !== 'math') {
      for (const child of element.children) {
        if (isElement(child)) walk(child, element);
        else offset += child.trim().length;
      }
    }
    spot.end = offset;
  };
  walk(body, null);
  return {
    length: offset,
    of,
    headings,
    targetOf: (id) => byId.get(id) ?? bySmallId.get(id.toLowerCase()),
  };
}

/** Old books name link targets with `<a name>`. */
export function idsOf(element: XmlElement): string[] {
  const names = [
    attributeOf(element, 'id'),
    attributeOf(element, 'xml:id'),
    element.name === 'a' ? attributeOf(element, 'name') : null,
  ];
  return names.filter((name) => name !== null && name !== '') as string[];
}

/** The outermost element that begins the chapter which a link to `target` means. */
export function beginningOf(target: XmlElement, title: string, measures: Measures): XmlElement {
  const inside = outermost(target, measures, (each) => isHeading(each) || WHOLE.has(each.name));
  const start = inside !== null && isHeading(inside) ? inside : lineOf(inside ?? target, title, measures);
  return outerOf(titleBefore(start, title, measures), measures);
}

function outermost(
  element: XmlElement,
  { of }: Measures,
  isWanted: (element: XmlElement) => boolean,
): XmlElement | null {
  let found: XmlElement | null = null;
  for (let each: XmlElement | null = element; each !== null; each = of.get(each)?.parent ?? null)
    if (isWanted(each)) found = each;
  return found;
}

/** The outermost element that begins at the same place. */
function outerOf(element: XmlElement, { of }: Measures): XmlElement {
  let outer = element;
  for (;;) {
    const own = of.get(outer);
    const parent = own?.parent ?? null;
    if (own === undefined || parent === null || of.get(parent)?.parent === null) return outer;
    const isFirst = of.get(parent)?.offset === own.offset;
    // A row is not divided between its cells.
    if (!isFirst && parent.name !== 'tr') return outer;
    outer = parent;
  }
}

/** The beginning of the target's line, or the target itself when that is far. */
function lineOf(target: XmlElement, title: string, measures: Measures): XmlElement {
  const { of } = measures;
  let node = target;
  for (;;) {
    const parent = of.get(node)?.parent ?? null;
    if (parent === null) return node;
    if (BLOCKS.has(node.name)) return node;
    const at = parent.children.indexOf(node);
    const first = firstOfLine(parent, at);
    if (first === 0 && parent.name !== 'body') {
      if (BLOCKS.has(parent.name)) return isNear(parent, target, title, measures) ? parent : target;
      node = parent;
      continue;
    }
    const start = parent.children[first] as XmlNode;
    if (start === node) return isNear(node, target, title, measures) ? node : target;
    const marker = isElement(start) ? start : markerAt(parent, first, node, measures);
    return isNear(marker, target, title, measures) ? marker : target;
  }
}

/** Index of the first node of a line, which follows a block or two line breaks. */
function firstOfLine({ children }: XmlElement, at: number): number {
  let first = at;
  let breaks = 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    const node = children[index] as XmlNode;
    if (isBlankText(node)) continue;
    breaks = isElement(node) && node.name === 'br' ? breaks + 1 : 0;
    if (breaks === 2 || holdsBlock(node)) break;
    if (breaks === 0) first = index;
  }
  return children.slice(0, first).every(isBlankText) ? 0 : first;
}

const isBlankText = (node: XmlNode): boolean => !isElement(node) && node.trim() === '';

const holdsBlock = (node: XmlNode): boolean =>
  isElement(node) && (BLOCKS.has(node.name) || node.children.some(holdsBlock));

function isNear(start: XmlElement, target: XmlElement, title: string, { of }: Measures): boolean {
  const [from, to] = [of.get(start)?.offset ?? 0, of.get(target)?.offset ?? 0];
  return to - from <= Math.max(NEAR_LENGTH, lettersOf(title).length);
}

/** Inserts an element to divide at where a line begins with bare text. */
function markerAt(parent: XmlElement, index: number, node: XmlElement, { of }: Measures): XmlElement {
  const between = parent.children.slice(index, parent.children.indexOf(node));
  const length = between.reduce((sum, each) => sum + lengthOf(each, of), 0);
  const offset = (of.get(node)?.offset ?? 0) - length;
  const marker = htmlElement('span', parent, []);
  parent.children.splice(index, 0, marker);
  of.set(marker, { offset, end: offset, parent });
  return marker;
}

function lengthOf(node: XmlNode, of: Measures['of']): number {
  if (!isElement(node)) return node.trim().length;
  const spot = of.get(node);
  return spot === undefined ? 0 : spot.end - spot.offset;
}

/** Includes headings right before it that are part of the title, or contain it. */
function titleBefore(start: XmlElement, title: string, measures: Measures): XmlElement {
  const wanted = lettersOf(title);
  let first = start;
  for (;;) {
    const heading = headingBefore(first, measures);
    const letters = heading === null ? '' : lettersOf(textOf(heading));
    const isGroup = heading !== null && measures.of.get(heading)?.parent?.name === 'hgroup';
    const isOfTitle = letters !== '' && (wanted.includes(letters) || letters.includes(wanted));
    if (heading === null || wanted === '' || !(isOfTitle || isGroup)) return first;
    // The heading says the whole title. The one before belongs to something else.
    if (isHeading(first) && !isGroup && lettersOf(textOf(first)) === wanted) return first;
    first = heading;
  }
}

function headingBefore(element: XmlElement, { of }: Measures): XmlElement | null {
  let node = element;
  for (;;) {
    const parent = of.get(node)?.parent ?? null;
    if (parent === null) return null;
    const last = visibleBefore(parent.children, parent.children.indexOf(node));
    if (last !== undefined) return isElement(last) ? lastHeadingOf(last) : null;
    if (parent.name === 'body') return null;
    node = parent;
  }
}

function visibleBefore(nodes: readonly XmlNode[], end: number): XmlNode | undefined {
  for (let at = end - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (node !== undefined && !isBlankNode(node)) return node;
  }
  return undefined;
}

function lastHeadingOf(element: XmlElement): XmlElement | null {
  if (isHeading(element)) return element;
  const last = visibleBefore(element.children, element.children.length);
  return last !== undefined && isElement(last) ? lastHeadingOf(last) : null;
}
