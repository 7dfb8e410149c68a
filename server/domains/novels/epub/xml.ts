/** Reads XML into small trees. Entities are never declared by the file itself, and nothing outside of it is ever fetched. */
import { parseFragment } from 'parse5';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { EpubRefusal } from '../rules.ts';
import { XML_LIMITS } from './limits.ts';
import { EpubRefused, excerptOf } from './refused.ts';

/** `''`: a namespace of XML that is none of those, or none at all. */
type Vocabulary = 'html' | 'svg' | 'math' | '';

export type XmlElement = {
  /** Local name; small in HTML. */
  name: string;
  vocabulary: Vocabulary;
  /** Names and values in turn; those of other vocabularies as `epub:type`, `xml:lang`, `xlink:href`. */
  attributes: readonly string[];
  children: XmlNode[];
  line: number;
};
export type XmlNode = XmlElement | string;

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const MATH = 'http://www.w3.org/1998/Math/MathML';
const EPUB = 'http://www.idpf.org/2007/ops';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

const VOCABULARIES: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  [HTML, 'html'],
  // Books before EPUB 2, and those for the blind of that time: their elements are those of HTML, or hold them.
  ['http://openebook.org/namespaces/oeb-document/1.0/', 'html'],
  ['http://www.daisy.org/z3986/2005/dtbook/', 'html'],
  [SVG, 'svg'],
  [MATH, 'math'],
]);
const PREFIXES: ReadonlyMap<string, string> = new Map([
  [EPUB, 'epub:'],
  [XLINK, 'xlink:'],
  [XML, 'xml:'],
]);
/** Prefixes that books use and forget to declare. */
const FORGOTTEN = {
  epub: EPUB,
  xlink: XLINK,
  m: MATH,
  mml: MATH,
  svg: SVG,
  opf: 'http://www.idpf.org/2007/opf',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  ncx: 'http://www.daisy.org/z3986/2005/ncx/',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
};

/** The root element of a file. `isHtml`: elements without a namespace are HTML's. */
export function parseXml(file: string, text: string, options: { isHtml?: boolean } = {}): XmlElement {
  return parseCounted(file, text, options).root;
}

export function parseCounted(
  file: string,
  text: string,
  { isHtml = false }: { isHtml?: boolean },
): { root: XmlElement; nodes: number } {
  const parser = new SaxesParser({ xmlns: true, position: true, additionalNamespaces: FORGOTTEN });
  parser.ENTITIES = createEntities();
  const open: XmlElement[] = [];
  let closed: XmlElement | undefined;
  let root: XmlElement | null = null;
  let nodes = 0;
  let attributes = 0;

  const refuse = (reason: EpubRefusal, cause?: unknown): EpubRefused => {
    const { line, column } = parser;
    return new EpubRefused({ reason, file, line, excerpt: excerptOf(text, line, column) }, cause);
  };
  /** People look for the end that is missing where the element begins, not where the parser notices. */
  const refuseUnclosed = ({ name, line }: XmlElement, cause: unknown): EpubRefused =>
    new EpubRefused(
      { reason: 'not_closed', file, line, element: name, excerpt: excerptOf(text, line) },
      cause,
    );
  const count = (): void => {
    nodes += 1;
    if (nodes > XML_LIMITS.nodesMaxCount || open.length > XML_LIMITS.depthMax) throw refuse('too_tangled');
  };
  const addText = (data: string): void => {
    const children = open.at(-1)?.children;
    if (children === undefined) return;
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += data;
    else {
      count();
      children.push(data);
    }
  };

  parser.on('error', (cause) => {
    const unclosed = /unexpected close tag/.test(cause.message) ? closed : open.at(-1);
    const isUnclosed = unclosed !== undefined && /unexpected close tag|unclosed tag/.test(cause.message);
    throw isUnclosed ? refuseUnclosed(unclosed, cause) : refuse('not_well_formed', cause);
  });
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw refuse('entities');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > XML_LIMITS.attributesMaxCount) throw refuse('too_tangled');
  });
  parser.on('opentag', (tag) => {
    count();
    const element = elementOf(tag, parser.line, isHtml);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    closed = open.pop();
    // Arrays grow by more than they need, and a book has a million of them.
    if (closed !== undefined) closed.children = closed.children.slice();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  if (root === null) throw refuse('not_well_formed');
  return { root, nodes };
}

const NONE: readonly string[] = [];

function elementOf(tag: SaxesTagNS, line: number, isHtml: boolean): XmlElement {
  const vocabulary = VOCABULARIES.get(tag.uri) ?? (isHtml && tag.uri === '' ? 'html' : '');
  const attributes: string[] = [];
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    const prefix = uri === '' ? '' : PREFIXES.get(uri);
    if (prefix !== undefined) attributes.push(prefix + local, value);
  }
  const name = vocabulary === 'html' ? tag.local.toLowerCase() : tag.local;
  return {
    name,
    vocabulary,
    attributes: attributes.length === 0 ? NONE : attributes.slice(),
    children: [],
    line,
  };
}

/** Those of HTML by name, as browsers know them; five of XML are the parser's own. One that is none of them ends the file. */
function createEntities(): Record<string, string> {
  const known = new Map<string, string | undefined>();
  return new Proxy(Object.create(null), {
    get(_, name) {
      if (typeof name !== 'string') return undefined;
      if (!known.has(name)) known.set(name, entityOf(name));
      return known.get(name);
    },
  });
}

function entityOf(name: string): string | undefined {
  if (!/^[a-z][a-z0-9]{1,31}$/i.test(name)) return undefined;
  const [node] = parseFragment(`&${name};`).childNodes;
  const text = node !== undefined && 'value' in node ? node.value : '';
  return text === '' || text.includes(';') ? undefined : text;
}

export const isElement = (node: XmlNode | undefined): node is XmlElement =>
  node !== undefined && typeof node !== 'string';

/** All elements of a tree in its order, the root first; a formula is one. */
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

/** Its text, with single spaces. */
export const textOf = (node: XmlNode): string => rawTextOf(node).replace(/\s+/g, ' ').trim();

const rawTextOf = (node: XmlNode): string =>
  typeof node === 'string' ? node : node.children.map(rawTextOf).join('');

/** Trimmed: spaces around ids are no part of them. */
export const attributeOf = (element: XmlElement, name: string): string | null =>
  ownValueOf(element, name)?.trim() ?? null;

function ownValueOf({ attributes }: XmlElement, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1];
  return undefined;
}

/** Words of an attribute that holds a list. */
export const wordsOf = (element: XmlElement, name: string): string[] =>
  (ownValueOf(element, name) ?? '').split(/\s+/).filter((word) => word !== '');

/** An element of our own making, in the place of another. */
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
