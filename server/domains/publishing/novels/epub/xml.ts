/** `''`: another XML namespace, or none. */
export type Vocabulary = 'html' | 'svg' | 'math' | '';

export type XmlElement = {
  /** Local name, in lower case for HTML. */
  name: string;
  vocabulary: Vocabulary;
  /** Names and values in turn. Prefixed names are `epub:type`, `xml:lang`, `xlink:href`. */
  attributes: readonly string[];
  children: XmlNode[];
  line: number;
};
export type XmlNode = XmlElement | string;

export const isElement = (node: XmlNode | undefined): node is XmlElement =>
  node !== undefined && typeof node !== 'string';

/** All elements of a tree in document order, the root first. Does not descend into formulas. */
export function* elementsIn(root: XmlElement): Generator<XmlElement> {
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (next.name === 'math') continue;
    for (let at = next.children.length - 1; at >= 0; at -= 1) {
      const child = next.children[at];
      if (isElement(child)) waiting.push(child);
    }
  }
}

export const elementsNamed = (root: XmlElement, name: string): XmlElement[] =>
  [...elementsIn(root)].filter((element) => element.name === name);

export const childrenNamed = (parent: XmlElement | undefined, name: string): XmlElement[] =>
  (parent?.children ?? []).filter(isElement).filter((child) => child.name === name);

/** With single spaces. */
export const textOf = (node: XmlNode): string => rawTextOf(node).replace(/\s+/g, ' ').trim();

const rawTextOf = (node: XmlNode): string =>
  typeof node === 'string' ? node : node.children.map(rawTextOf).join('');

/** Trimmed, because blanks around ids do not belong to them. */
export const attributeOf = (element: XmlElement, name: string): string | null =>
  ownValueOf(element, name)?.trim() ?? null;

function ownValueOf({ attributes }: XmlElement, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1];
  return undefined;
}

export const wordsOf = (element: XmlElement, name: string): string[] =>
  (ownValueOf(element, name) ?? '').split(/\s+/).filter((word) => word !== '');

export const htmlElement = (
  name: string,
  { line }: { line: number },
  children: XmlNode[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement => ({
  name,
  vocabulary: 'html',
  attributes: Object.entries(attributes).flat(),
  children,
  line,
});
