/** Builds the blocks of prose from what a tree holds, in the order in which it holds it. */
import { isBlank } from '../text.ts';
import { shownText, trimmed, trimmedLines } from './inline.ts';
import type { Block, Container, Inline, Line, Mark, Own } from './model.ts';
import { holdsScenes, isLoose, place, settled } from './placing.ts';
import type { ContainerTag, LineTag } from './tags.ts';

/** What holds at some place of a tree. */
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
  /** Places that links lead to, before there is anything to carry them. */
  let places: string[] = [];
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
    const inline = closed.tag === 'pre' ? trimmedLines(closed.inline) : trimmed(closed.inline);
    if (!inline.some(isVisible)) {
      places = [...placesOf(closed), ...places];
      return;
    }
    put(placed({ ...closed, inline }, home().tag));
  };

  const add = (item: Inline, { tag, look, lang, dir }: State): void => {
    if (line === null) {
      const [id, ...more] = places;
      places = [];
      line = { kind: 'line', tag, id, look, lang, dir, inline: [] };
      for (const other of more) line.inline.push({ kind: 'place', id: other, marks: [] });
    }
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
    // Two breaks are the end of a paragraph for whoever wrote them.
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
    /** How many things were added to lines so far. */
    added: (): number => added,
    isLoose: (tag: ContainerTag, state: State): boolean => isLoose(tag, home().tag, state.isFlat),
    /** What a link leads to: what comes next carries its name, or it stands between what there is. */
    addPlace(id: string): void {
      if (line === null) places.push(id);
      else line.inline.push({ kind: 'place', id, marks: [] });
    },
    /** In preformatted text what was a block begins on a line of its own. */
    addLineEnd(state: State): void {
      const last = line?.inline.at(-1);
      if (last !== undefined && !(last.kind === 'text' && last.text.endsWith('\n'))) addText('\n', state);
    },
    /** A quote, a list, a table, or a part of one. */
    open(tag: ContainerTag, own: Opened): void {
      closeLine();
      containers.push({ kind: 'container', tag, ...own, id: own.id ?? places.shift(), blocks: [] });
    },
    /** One that holds nothing is left out. */
    close(): void {
      closeLine();
      const own = containers.pop();
      if (own === undefined) return;
      if (own.blocks.length > 0) settled(own).forEach(put);
      else if (own.id !== undefined) places.unshift(own.id);
    },
    finish(): Block[] {
      closeLine();
      return top.blocks;
    },
  };
}

const placesOf = ({ id, inline }: Line): string[] => [
  ...(id === undefined ? [] : [id]),
  ...inline.flatMap((item) => (item.kind === 'place' ? [item.id] : [])),
];

const isVisible = (item: Inline): boolean =>
  item.kind === 'text' ? !isBlank(item.text) : item.kind !== 'break' && item.kind !== 'place';

/** A place at the beginning of a line is that of the line; among the pictures of a figure it stands by itself. */
function placed(line: Line, home: ContainerTag): Line {
  const { id, inline } = line;
  const [first] = inline;
  if (home === 'figure' && line.tag === 'p' && inline.every(isOfPictures))
    return id === undefined
      ? line
      : { ...line, id: undefined, inline: [{ kind: 'place', id, marks: [] }, ...inline] };
  if (id !== undefined || first?.kind !== 'place') return line;
  return { ...line, id: first.id, inline: inline.slice(1) };
}

const isOfPictures = ({ kind }: Inline): boolean => kind === 'picture' || kind === 'place';

function figureOf({ kind, tag, inline, ...own }: Line): Container {
  return { kind: 'container', tag: 'figure', ...own, blocks: [{ kind, tag, inline }] };
}

/** A picture with a line of its own is a figure. */
const isPictureAlone = ({ tag, inline }: Line): boolean =>
  tag === 'p' &&
  inline.some(({ kind }) => kind === 'picture') &&
  inline.every(isOfPictures) &&
  inline.filter(({ kind }) => kind === 'picture').length === 1;
