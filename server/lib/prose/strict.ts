/**
 * Reads HTML that leaves a parser no choice: known elements, each closed where it belongs, quoted values, few entities.
 * All parsers build the same tree from it, but take many times as long. Our editor and our own code write such HTML.
 */
import { isMathElement, isMathToken } from './math.ts';
import { DEPTH_MAX } from './model.ts';

export type Attribute = { name: string; value: string };

/** Receives the findings in order. `open` returns whether the element is allowed. */
export type StrictVisitor = {
  open(name: string, attributes: readonly Attribute[], isMath: boolean): boolean;
  text(raw: string): void;
  close(): void;
  tooDeep(): Error;
};

type Inside = 'flow' | 'phrases' | 'text' | 'ruby' | 'math' | readonly string[];

const each = (names: string, inside: Inside): [string, Inside][] =>
  names.split(' ').map((name) => [name, inside]);
const ROWS: Inside = ['tr'];
const FLOW = each(
  `article section div header footer main nav hgroup address blockquote aside figure figcaption li dt dd caption th td`,
  'flow',
);
const LINES = each('p h1 h2 h3 h4 h5 h6 pre', 'phrases');
const PHRASES = each(
  'a span strong b em i u s sub sup code small cite dfn var abbr q mark time kbd samp del ins bdi bdo',
  'phrases',
);
const LISTS: [string, Inside][] = [
  ['ul', ['li']],
  ['ol', ['li']],
  ['dl', ['dt', 'dd']],
  ['table', ['caption', 'thead', 'tbody', 'tfoot']],
];
const PARTS: [string, Inside][] = [
  ['thead', ROWS],
  ['tbody', ROWS],
  ['tfoot', ROWS],
  ['tr', ['td', 'th']],
];
const INSIDE: ReadonlyMap<string, Inside> = new Map([
  ...[...FLOW, ...LINES, ...PHRASES, ...LISTS, ...PARTS],
  ['ruby', 'ruby'],
  ['rt', 'text'],
  ['rp', 'text'],
  ['math', 'math'],
]);
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
const PHRASING: ReadonlySet<string> = new Set([
  'br',
  'img',
  'ruby',
  'math',
  ...PHRASES.map(([name]) => name),
]);
/** Allowed only within their own kind of parent. */
const PARTS_ONLY: ReadonlySet<string> = new Set(
  'li dt dd caption thead tbody tfoot tr th td figcaption rt rp'.split(' '),
);

const mayHold = (inside: Inside, name: string, parent: string): boolean => {
  if (Array.isArray(inside)) return inside.includes(name);
  if (inside === 'flow') return name === 'figcaption' ? parent === 'figure' : !PARTS_ONLY.has(name);
  if (inside === 'phrases') return PHRASING.has(name);
  if (inside === 'ruby') return name === 'rt' || name === 'rp';
  return inside === 'math' && name !== 'math' && isMathElement(name);
};

const mayHoldText = (inside: Inside): boolean => !Array.isArray(inside) && inside !== 'math';

const TAG =
  /<(?:\/([a-z][a-z0-9]*)>|([a-z][a-z0-9]*)((?:[ \t\n]+[a-z][a-z0-9:_-]*="[^"]*")*)[ \t\n]*(\/?)>)/y;
const ATTRIBUTE = /([a-z][a-z0-9:_-]*)="([^"]*)"/g;
const ODD_SIGN = /&(?!(?:amp|lt|gt|quot|apos|nbsp);)|[\0\r]/;
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const NONE: readonly Attribute[] = [];

export const readSigns = (raw: string): string =>
  raw.includes('&') ? raw.replace(/&([a-z]+);/g, (sign, name: string) => SIGNS[name] ?? sign) : raw;

/** Returns false at the first violation. The visitor must then discard what it got. */
export function scanStrict(html: string, visitor: StrictVisitor): boolean {
  if (ODD_SIGN.test(html)) return false;
  const names: string[] = [''];
  const insides: Inside[] = ['flow'];
  let links = 0;
  let at = 0;
  while (at < html.length) {
    const parent = names.at(-1) as string;
    const inside = insides.at(-1) as Inside;
    if (html.charCodeAt(at) !== LESS_THAN) {
      const next = html.indexOf('<', at);
      const raw = html.slice(at, next < 0 ? html.length : next);
      at += raw.length;
      if (mayHoldText(inside)) visitor.text(raw);
      else if (/[^ \t\n]/.test(raw)) return false;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    if (tag === null) return false;
    at = TAG.lastIndex;
    const [, closed, name = '', written = '', slash] = tag;
    if (closed !== undefined) {
      if (closed !== parent || names.length === 1) return false;
      if (closed === 'a') links -= 1;
      names.pop();
      insides.pop();
      visitor.close();
      continue;
    }
    const isMath = inside === 'math';
    const isVoid = !isMath && VOID.has(name);
    if (!mayHold(inside, name, parent) || (slash === '/' && !isVoid)) return false;
    if (!isVoid && names.length > DEPTH_MAX) throw visitor.tooDeep();
    // A link within a link would end the outer one.
    if (name === 'a' && links > 0) return false;
    if (!visitor.open(name, written === '' ? NONE : attributesIn(written), isMath || name === 'math'))
      return false;
    if (isVoid) {
      visitor.close();
      continue;
    }
    const own = isMath ? (isMathToken(name) ? 'text' : 'math') : INSIDE.get(name);
    if (own === undefined) return false;
    if (name === 'a') links += 1;
    // The first line end in preformatted text is not content.
    if (name === 'pre' && html.charCodeAt(at) === LINE_END) at += 1;
    names.push(name);
    insides.push(own);
  }
  return names.length === 1;
}

const LESS_THAN = 60;
const LINE_END = 10;

function attributesIn(written: string): Attribute[] {
  const found = new Map<string, Attribute>();
  for (const [, name = '', value = ''] of written.matchAll(ATTRIBUTE)) {
    // The first of two equal names counts.
    if (!found.has(name)) found.set(name, { name, value: readSigns(value) });
  }
  return [...found.values()];
}

/** An element, or a text named `#text`. */
export type StrictNode = {
  name: string;
  text: string;
  attributes: readonly Attribute[];
  children: readonly StrictNode[];
};

type Growing = StrictNode & { children: StrictNode[] };

export function readStrict(html: string, tooDeep: () => Error): readonly StrictNode[] | null {
  const root: Growing = { name: '', text: '', attributes: NONE, children: [] };
  const open: Growing[] = [root];
  const add = (node: Growing): void => void open.at(-1)?.children.push(node);
  const isStrict = scanStrict(html, {
    open(name, attributes) {
      const node: Growing = { name, text: '', attributes, children: [] };
      add(node);
      open.push(node);
      return true;
    },
    text: (raw) => add({ name: '#text', text: readSigns(raw), attributes: NONE, children: NO_CHILDREN }),
    close: () => void open.pop(),
    tooDeep,
  });
  return isStrict ? root.children : null;
}

const NO_CHILDREN: StrictNode[] = [];
