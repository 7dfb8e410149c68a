/**
 * Makes prose of any HTML: reads a tree, keeps what `tags.ts` lists, and builds anew from that. Nothing of the source is copied
 * but text, safe addresses, languages and directions. The server reads trees of parse5, the browser its own.
 */
import { cleanText, createBuilder, type State } from './build.ts';
import {
  CONTAINERS,
  type ContainerTag,
  DIVIDERS,
  DROPPED,
  LINES,
  type LineTag,
  MARK_OF,
  MARKS,
  type MarkTag,
  PREFORMATTED,
  safeDir,
  safeHref,
  safeLang,
} from './tags.ts';

/** How to read the nodes of some tree. */
export type TreeReader<Node> = {
  /** `#text`, the small name of an HTML element, or `` for what is neither. */
  nameOf(node: Node): string;
  textOf(node: Node): string;
  attributeOf(node: Node, name: string): string | null;
  childrenOf(node: Node): Iterable<Node>;
  /** What is thrown at a tree that nobody wrote. */
  tooDeep(): Error;
};

export type Mark = { tag: MarkTag; href: string };
export type RubyPart = { tag: 'base' | 'rt' | 'rp'; text: string };
export type Inline =
  | { kind: 'text'; text: string; marks: readonly Mark[] }
  | { kind: 'break'; marks: readonly Mark[] }
  | { kind: 'ruby'; parts: readonly RubyPart[]; marks: readonly Mark[] };
export type Own = { lang?: string | undefined; dir?: string | undefined };
export type Line = Own & { kind: 'line'; tag: LineTag; inline: Inline[] };
export type Container = Own & { kind: 'container'; tag: ContainerTag; blocks: Block[] };
export type Block = Line | Container | { kind: 'scene' };

/** Trees deeper than this are refused: nobody writes them, and no browser makes them. */
const DEPTH_MAX = 512;

export function tidyProse<Node>(roots: Iterable<Node>, reader: TreeReader<Node>): Block[] {
  const builder = createBuilder();

  const contain = (tag: ContainerTag, node: Node, state: State, depth: number): void => {
    builder.open(tag, ownOf(node, reader));
    walkAll(node, { ...state, tag: 'p', lang: undefined, dir: undefined }, depth);
    builder.close();
  };

  const walkAll = (node: Node, state: State, depth: number): void => {
    for (const child of reader.childrenOf(node)) walk(child, state, depth + 1);
  };

  const divide = (name: string, node: Node, state: State, depth: number): void => {
    builder.closeLine();
    const own = ownOf(node, reader);
    const next: State = {
      tag: state.tag === 'p' ? (LINES.get(name) ?? 'p') : state.tag,
      marks: state.marks,
      pre: state.pre || PREFORMATTED.has(name),
      lang: own.lang ?? state.lang,
      dir: own.dir ?? state.dir,
    };
    walkAll(node, next, depth);
    builder.closeLine();
  };

  const walk = (node: Node, state: State, depth: number): void => {
    if (depth > DEPTH_MAX) throw reader.tooDeep();
    const name = reader.nameOf(node);
    if (name === '' || DROPPED.has(name)) return;
    const parts = name === 'ruby' ? rubyParts(node, reader) : [];
    const container = CONTAINERS.get(name);
    const isLooseItem = container === 'li' && !builder.isInList();
    if (name === '#text') builder.addText(reader.textOf(node), state);
    else if (name === 'br') builder.addBreak(state);
    else if (name === 'hr') builder.addScene();
    else if (isReadable(parts)) builder.add({ kind: 'ruby', parts, marks: state.marks }, state);
    else if (container !== undefined && !isLooseItem) contain(container, node, state, depth);
    else if (isLooseItem || LINES.has(name) || DIVIDERS.has(name)) divide(name, node, state, depth);
    else walkAll(node, { ...state, marks: marksOf(name, node, reader, state.marks) }, depth);
  };

  const state: State = { tag: 'p', marks: [], pre: false };
  for (const root of roots) walk(root, state, 0);
  return builder.finish();
}

const isReadable = (parts: readonly RubyPart[]): boolean =>
  parts.some(({ tag }) => tag === 'rt') && parts.some(({ tag }) => tag === 'base');

function ownOf<Node>(node: Node, { attributeOf }: TreeReader<Node>): Own {
  return { lang: safeLang(attributeOf(node, 'lang')), dir: safeDir(attributeOf(node, 'dir')) };
}

const declares = (name: string, value: string): RegExp =>
  new RegExp(`(?:^|;)\\s{0,9}${name}\\s{0,9}:\\s{0,9}(?:${value})`, 'i');
const UNBOLD = declares('font-weight', 'normal|[1-4]00');
const UPRIGHT = declares('font-style', 'normal');
const STYLES: readonly [MarkTag, RegExp][] = [
  ['strong', declares('font-weight', 'bold|[6-9]00')],
  ['em', declares('font-style', 'italic|oblique')],
  ['s', declares('text-decoration(?:-line)?', 'line-through')],
  ['sub', declares('vertical-align', 'sub')],
  ['sup', declares('vertical-align', 'super')],
];

/** What an inline element adds. Word processors say bold and italic by styles, and by bold elements that are not bold. */
function marksOf<Node>(
  name: string,
  node: Node,
  { attributeOf }: TreeReader<Node>,
  marks: readonly Mark[],
): readonly Mark[] {
  const own = MARK_OF.get(name);
  const style = name === 'span' || own !== undefined ? (attributeOf(node, 'style') ?? '').slice(0, 1000) : '';
  const isUnset = (own === 'strong' && UNBOLD.test(style)) || (own === 'em' && UPRIGHT.test(style));
  const wanted: Mark[] = [];
  if (own === 'a') {
    const href = safeHref(attributeOf(node, 'href'));
    if (href !== null) wanted.push({ tag: 'a', href });
  } else if (own !== undefined && !isUnset) wanted.push({ tag: own, href: '' });
  for (const [tag, pattern] of style === '' ? [] : STYLES) {
    if (pattern.test(style)) wanted.push({ tag, href: '' });
  }
  const fresh = wanted.filter(({ tag }) => !marks.some((mark) => mark.tag === tag));
  if (fresh.length === 0) return marks;
  return [...marks, ...fresh].sort((one, other) => MARKS.indexOf(one.tag) - MARKS.indexOf(other.tag));
}

/** Base and reading in turn, as plain text; whatever else stands in a ruby is part of the base. */
function rubyParts<Node>(ruby: Node, reader: TreeReader<Node>): RubyPart[] {
  const parts: RubyPart[] = [];
  const collect = (node: Node, tag: RubyPart['tag'], depth: number): void => {
    if (depth > DEPTH_MAX) throw reader.tooDeep();
    const name = reader.nameOf(node);
    if (name === '#text') {
      const text = cleanText(reader.textOf(node)).replace(/[ \t\n\r\f]+/g, ' ');
      const last = parts.at(-1);
      if (last?.tag === tag) last.text += text;
      else if (text.trim() !== '') parts.push({ tag, text });
      return;
    }
    if (name === '' || DROPPED.has(name)) return;
    const own = name === 'rt' || name === 'rp' ? name : tag;
    for (const child of reader.childrenOf(node)) collect(child, own, depth + 1);
  };
  for (const child of reader.childrenOf(ruby)) collect(child, 'base', 0);
  return parts;
}
