/** Builds the blocks of prose from a tree, in document order. */
import { isBlank } from '../text.ts';
import { isOfPictures, lastLineIn } from './dissolve.ts';
import { shownText, trimmed, trimmedLines } from './inline.ts';
import type { Block, Container, Inline, Line, Mark, Own } from './model.ts';
import { holdsScenes, isLoose, place, settled } from './placing.ts';
import type { ContainerTag, LineTag } from './tags.ts';

export type State = Own & {
  tag: LineTag;
  marks: readonly Mark[];
  /** Within a header cell, a term or a caption. */
  isFlat: boolean;
};

export type Opened = Omit<Container, 'kind' | 'tag' | 'blocks'>;

export function createBuilder() {
  const top: Container = { kind: 'container', tag: 'blockquote', blocks: [] };
  const containers: Container[] = [top];
  const implied = new WeakSet<Container>();
  let line: Line | null = null;
  const waiting = createWaiting();
  let added = 0;
  const home = (): Container => containers.at(-1) as Container;

  const put = (block: Block): void => {
    const isFigure = block.kind === 'line' && isPictureAlone(block) && home().tag !== 'figure';
    place(home(), isFigure ? figureOf(block) : block, implied);
  };

  const closeLine = (): void => {
    if (line === null) return;
    const closed = line;
    line = null;
    const kept = closed.tag === 'pre' ? trimmedLines(closed.inline) : trimmed(closed.inline);
    const inline = kept.concat(placesOfLost(closed.inline, kept));
    if (!inline.some(isVisible)) {
      waiting.add(placesOf(inline));
      return;
    }
    const places = waiting.takeAll().map((id): Inline => ({ kind: 'place', id, marks: [] }));
    put(placed({ ...closed, inline: places.concat(inline) }, home().tag));
  };

  const add = (item: Inline, { tag, look, lang, dir }: State): void => {
    line ??= { kind: 'line', tag, look, lang, dir, inline: [] };
    added += 1;
    line.inline.push(item);
  };

  const addText = (raw: string, state: State): void => {
    const text = shownText(raw, state.tag);
    if (text === '' || (line === null && text === ' ' && state.tag !== 'pre')) return;
    add({ kind: 'text', text, marks: state.marks }, state);
  };

  const addBreak = (state: State): void => {
    if (state.tag === 'pre') {
      addText('\n', state);
      return;
    }
    const at = line?.inline.findLastIndex((item) => item.kind !== 'text' || item.text !== ' ') ?? -1;
    // To authors, two breaks end a paragraph.
    if (line?.inline[at]?.kind === 'break') closeLine();
    else if (line !== null) add({ kind: 'break', marks: state.marks }, state);
  };

  const addScene = (): void => {
    closeLine();
    const { tag, blocks } = home();
    if (holdsScenes(tag) && blocks.at(-1)?.kind !== 'scene') blocks.push({ kind: 'scene' });
  };

  return {
    add,
    addText,
    addBreak,
    addScene,
    closeLine,
    added: (): number => added,
    isLoose: (tag: ContainerTag, state: State): boolean => isLoose(tag, home().tag, state.isFlat),
    /** Adds a link target. The next block carries its name, or the current line contains it. */
    addPlace(id: string): void {
      if (line === null) waiting.add([id]);
      else line.inline.push({ kind: 'place', id, marks: [] });
    },
    /** In preformatted text, a former block begins on a new line. */
    addLineEnd(state: State): void {
      const last = line?.inline.at(-1);
      if (last !== undefined && !(last.kind === 'text' && last.text.endsWith('\n'))) addText('\n', state);
    },
    open(tag: ContainerTag, own: Opened): void {
      closeLine();
      containers.push({ kind: 'container', tag, ...own, id: own.id ?? waiting.take(), blocks: [] });
    },
    /** Drops an empty container, unless others would move to its place. */
    close(): void {
      closeLine();
      const own = containers.pop();
      if (own === undefined) return;
      const blocks = own.blocks.length > 0 || KEPT_EMPTY.has(own.tag) ? settled(own) : [];
      if (blocks.length === 0) waiting.add(namesIn(own));
      else blocks.forEach(put);
    },
    /** Link targets without following content move to the end. */
    finish(): Block[] {
      closeLine();
      const last = lastLineIn(top);
      for (const id of waiting.takeAll()) last?.inline.push({ kind: 'place', id, marks: [] });
      return top.blocks;
    },
  };
}

const KEPT_EMPTY: ReadonlySet<ContainerTag> = new Set(['tr', 'th', 'td', 'dd']);

/** Link targets that wait for content to carry them. Taking one is O(1). */
function createWaiting() {
  let ids: string[] = [];
  let first = 0;
  return {
    add(more: readonly string[]): void {
      for (const id of more) ids.push(id);
    },
    take: (): string | undefined => (first < ids.length ? ids[first++] : undefined),
    takeAll(): string[] {
      const all = first === 0 ? ids : ids.slice(first);
      ids = [];
      first = 0;
      return all;
    },
  };
}

const placesOf = (inline: readonly Inline[]): string[] =>
  inline.flatMap((item) => (item.kind === 'place' ? [item.id] : []));

/** Targets of links that were dropped because they contained only white space. */
function placesOfLost(all: readonly Inline[], kept: readonly Inline[]): Inline[] {
  const links = namedLinksIn(all);
  if (links.size === 0) return [];
  for (const link of namedLinksIn(kept)) links.delete(link);
  return [...links].flatMap((link): Inline[] => {
    const { id } = link;
    link.id = undefined;
    return id === undefined ? [] : [{ kind: 'place', id, marks: [] }];
  });
}

const namedLinksIn = (inline: readonly Inline[]): Set<Mark> =>
  new Set(inline.flatMap(({ marks }) => marks.filter(({ id }) => id !== undefined)));

const namesIn = ({ id, blocks }: Container): string[] => [
  ...(id === undefined ? [] : [id]),
  ...blocks.flatMap((block) => (block.kind === 'container' ? namesIn(block) : [])),
];

const isVisible = (item: Inline): boolean =>
  item.kind === 'text' ? !isBlank(item.text) : item.kind !== 'break' && item.kind !== 'place';

/** A target at the beginning of a line names the line. Among the pictures of a figure it remains an element. */
function placed(line: Line, home: ContainerTag): Line {
  const [first, ...rest] = line.inline;
  const isOfFigure = home === 'figure' && line.tag === 'p' && line.inline.every(isOfPictures);
  return isOfFigure || first?.kind !== 'place' ? line : { ...line, id: first.id, inline: rest };
}

function figureOf({ kind, tag, inline, ...own }: Line): Container {
  return { kind: 'container', tag: 'figure', ...own, blocks: [{ kind, tag, inline }] };
}

const isPictureAlone = ({ tag, inline }: Line): boolean =>
  tag === 'p' &&
  inline.some(({ kind }) => kind === 'picture') &&
  inline.every(isOfPictures) &&
  inline.filter(({ kind }) => kind === 'picture').length === 1;
