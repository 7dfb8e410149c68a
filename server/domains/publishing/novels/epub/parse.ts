/**
 * Never fetches anything. Entities may only stand for characters. Files that are not XML get a second try: text as
 * HTML, anything else with its bare ampersands escaped.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { createEntities, declaredIn, type Entities, withAmpersands } from './entities.ts';
import { parseHtmlSyntax } from './html-syntax.ts';
import { XML_LIMITS } from './limits.ts';
import { withoutPreamble } from './preamble.ts';
import { isEpubRefused } from './refused.ts';
import { createTree, refuserOf, type Source } from './tree.ts';
import type { Vocabulary, XmlElement } from './xml.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const MATH = 'http://www.w3.org/1998/Math/MathML';
const EPUB = 'http://www.idpf.org/2007/ops';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

const VOCABULARIES: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  [HTML, 'html'],
  // Books before EPUB 2, and DAISY books for the blind. Their elements are those of HTML, or contain them.
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
/** Prefixes that we need and that books use without declaring them. */
const FORGOTTEN: ReadonlyMap<string, string> = new Map([
  ['epub', EPUB],
  ['xlink', XLINK],
  ['m', MATH],
  ['mml', MATH],
  ['math', MATH],
  ['svg', SVG],
  ['html', HTML],
  ['xhtml', HTML],
]);

type Parsed = { root: XmlElement; nodes: number };
type Options = { isHtml?: boolean };

/** `isHtml`: elements without a namespace belong to HTML. */
export function parseXml(file: string, text: string, options: Options = {}): XmlElement {
  return parseCounted(file, text, options).root;
}

export function parseCounted(file: string, text: string, { isHtml = false }: Options): Parsed {
  const source = { file, text: withoutPreamble(text) };
  let declared: Entities = new Map();
  try {
    const declare = (own: Entities): void => {
      declared = own;
    };
    return parseStrictly(source, { isHtml, declare });
  } catch (error) {
    const mayTryAgain =
      isEpubRefused(error) && ['not_closed', 'not_well_formed'].includes(error.refusal.reason);
    if (!mayTryAgain) throw error;
    if (isHtml) return parseHtmlSyntax(source, declared);
    const mended = { file, text: withAmpersands(source.text) };
    if (mended.text === source.text) throw error;
    return parseStrictly(mended, { isHtml, declare: () => undefined });
  }
}

type Strictly = { isHtml: boolean; declare: (own: Entities) => void };

function parseStrictly(source: Source, { isHtml, declare }: Strictly): Parsed {
  const resolvePrefix = (prefix: string): string | undefined =>
    prefix === '' ? undefined : (FORGOTTEN.get(prefix) ?? `urn:forgotten:${prefix}`);
  const parser = new SaxesParser({ xmlns: true, position: true, resolvePrefix });
  const refuseAt = refuserOf(source);
  const refuse = (reason: Parameters<typeof refuseAt>[0], cause?: unknown) =>
    refuseAt(reason, parser, { cause });
  const tree = createTree(() => refuse('too_tangled'));
  let declared: Entities = new Map();
  parser.ENTITIES = createEntities(() => declared);
  let closed: XmlElement | undefined;
  let attributes = 0;

  parser.on('error', (cause) => {
    const unclosed = /unexpected close tag/.test(cause.message) ? closed : tree.top();
    const isUnclosed = unclosed !== undefined && /unexpected close tag|unclosed tag/.test(cause.message);
    // People look for a missing end tag where the element begins, not where the parser notices.
    throw isUnclosed
      ? refuseAt('not_closed', { line: unclosed.line }, { element: unclosed.name, cause })
      : refuse('not_well_formed', cause);
  });
  parser.on('doctype', (doctype) => {
    const own = declaredIn(doctype);
    if (own === null) throw refuse('entities');
    declared = own;
    declare(own);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > XML_LIMITS.attributesMaxCount) throw refuse('too_tangled');
  });
  parser.on('opentag', (tag) => tree.open(elementOf(tag, parser.line, isHtml)));
  parser.on('closetag', () => {
    closed = tree.close();
  });
  parser.on('text', tree.addText);
  parser.on('cdata', tree.addText);
  parser.write(source.text).close();
  const root = tree.root();
  if (root === null) throw refuse('not_well_formed');
  return { root, nodes: tree.nodes() };
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
