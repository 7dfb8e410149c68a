/**
 * Turns any HTML into prose: reads a tree, keeps what `tags.ts` lists, and builds new blocks from it. Copies only text,
 * safe addresses, languages and directions. The server reads trees of parse5, the browser its own.
 */
import { createBuilder, type State } from './build.ts';
import { embeddedOf } from './embedded.ts';
import { lookOfBlock, marksOf, ownOf } from './marks.ts';
import { type Block, DEPTH_MAX, type Hooks, type Own, type TreeReader } from './model.ts';
import { isFlat } from './placing.ts';
import { isPlace } from './stored.ts';
import { countsOf } from './tables.ts';
import { CONTAINERS, type ContainerTag, DIVIDERS, DROPPED, LINES, type LineTag } from './tags.ts';

export function tidyProse<Node>(
  roots: Iterable<Node>,
  reader: TreeReader<Node>,
  hooks: Hooks<Node> = {},
): Block[] {
  const builder = createBuilder();
  const placeOf = createPlaces(hooks);

  const walkAll = (node: Node, state: State, depth: number): void => {
    for (const child of reader.childrenOf(node)) walk(child, state, depth + 1);
  };

  const contain = (tag: ContainerTag, node: Node, state: State, depth: number): void => {
    builder.open(tag, { ...ownOf(node, reader), id: placeOf(node), ...countsOf(tag, node, reader) });
    walkAll(node, { ...state, tag: 'p', isFlat: state.isFlat || isFlat(tag), ...NOTHING_OWN }, depth);
    builder.close();
  };

  const divide = (name: string, node: Node, state: State, depth: number): void => {
    const isPre = state.tag === 'pre';
    if (isPre) builder.addLineEnd(state);
    else builder.closeLine();
    addPlace(node);
    const own = ownOf(node, reader, name);
    const next: State = {
      ...state,
      tag: state.tag === 'p' ? lineOf(name, state.isFlat) : state.tag,
      look: lookOfBlock(state.look, own.look),
      lang: own.lang ?? state.lang,
      dir: own.dir ?? state.dir,
    };
    walkAll(node, next, depth);
    if (isPre) builder.addLineEnd(state);
    else builder.closeLine();
  };

  const addPlace = (node: Node): void => {
    const id = placeOf(node);
    if (id !== undefined) builder.addPlace(id);
  };

  const embrace = (name: string, node: Node, state: State, depth: number): void => {
    const { marks, link } = marksOf(name, node, reader, hooks, state.marks);
    const id = placeOf(node);
    if (id !== undefined && link === null) builder.addPlace(id);
    const before = builder.added();
    if (id !== undefined && link !== null) link.id = id;
    walkAll(node, marks === state.marks ? state : { ...state, marks }, depth);
    // A link without content is dropped, but its target stays.
    if (id !== undefined && link !== null && builder.added() === before) builder.addPlace(id);
  };

  const addSimple = (name: string, node: Node, state: State): boolean => {
    if (name === '#text') {
      builder.addText(reader.textOf(node), state);
      return true;
    }
    if (name === 'br') builder.addBreak(state);
    else if (name === 'hr') builder.addScene();
    else if (!DROPPED.has(name)) return false;
    // Elements that cannot carry a name leave it to the next content.
    addPlace(node);
    return true;
  };

  const addEmbedded = (name: string, node: Node, state: State, depth: number): boolean => {
    const found = embeddedOf(name, node, reader, hooks);
    if (found === null) return false;
    for (const id of placesWithin(node, reader, placeOf, depth)) builder.addPlace(id);
    if (found !== 'nothing') builder.add({ ...found, marks: state.marks }, state);
    return true;
  };

  const walk = (node: Node, state: State, depth: number): void => {
    if (depth > DEPTH_MAX) throw reader.tooDeep();
    const name = reader.nameOf(node);
    if (name === '' || addSimple(name, node, state) || addEmbedded(name, node, state, depth)) return;
    const isNote = NOTES.has(reader.attributeOf(node, 'role') ?? '');
    const isBlock = LINES.has(name) || DIVIDERS.has(name);
    const container = CONTAINERS.get(name) ?? (isNote && isBlock ? 'aside' : undefined);
    const isHeld = container !== undefined && state.tag !== 'pre' && !builder.isLoose(container, state);
    if (isHeld && container === 'aside' && LINES.has(name)) noteOfLine(name, node, state, depth);
    else if (isHeld) contain(container, node, state, depth);
    else if (container !== undefined || isBlock) divide(name, node, state, depth);
    else embrace(name, node, state, depth);
  };

  /** A paragraph that is a note becomes a paragraph within a note. */
  const noteOfLine = (name: string, node: Node, state: State, depth: number): void => {
    builder.open('aside', { id: placeOf(node) });
    divide(name, node, { ...state, tag: 'p', ...NOTHING_OWN }, depth);
    builder.close();
  };

  for (const root of roots) walk(root, { tag: 'p', marks: [], isFlat: false }, 0);
  return builder.finish();
}

/** Link targets inside an element that is kept whole and cannot carry names. */
function placesWithin<Node>(
  node: Node,
  reader: TreeReader<Node>,
  placeOf: (node: Node) => string | undefined,
  depth: number,
): string[] {
  if (depth > DEPTH_MAX) throw reader.tooDeep();
  if (reader.nameOf(node) === '#text') return [];
  const id = placeOf(node);
  const found = id === undefined ? [] : [id];
  for (const child of reader.childrenOf(node)) found.push(...placesWithin(child, reader, placeOf, depth + 1));
  return found;
}

/** More than any book needs in one chapter. */
const PLACES_MAX_COUNT = 50_000;

function createPlaces<Node>({ place }: Hooks<Node>): (node: Node) => string | undefined {
  const placed = new Set<string>();
  return (node) => {
    const id = place?.(node) ?? null;
    if (id === null || placed.size >= PLACES_MAX_COUNT || placed.has(id) || !isPlace(id)) return undefined;
    placed.add(id);
    return id;
  };
}

const NOTHING_OWN: Own = { id: undefined, look: undefined, lang: undefined, dir: undefined };
const NOTES: ReadonlySet<string> = new Set(['doc-footnote', 'doc-endnote']);

const lineOf = (name: string, isFlat: boolean): LineTag => {
  const tag = LINES.get(name) ?? 'p';
  return isFlat && tag !== 'pre' ? 'p' : tag;
};
