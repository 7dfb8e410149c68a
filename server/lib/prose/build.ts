/** Builds the blocks of prose from what a tree holds, in the order in which it holds it. */
import { isBlank } from '../text.ts';
import type { ContainerTag, LineTag } from './tags.ts';
import type { Block, Container, Inline, Line, Mark, Own } from './tidy.ts';

/** What holds at some place of a tree. */
export type State = Own & { tag: LineTag; marks: readonly Mark[]; pre: boolean };

export function createBuilder() {
  const top: Container = { kind: 'container', tag: 'blockquote', blocks: [] };
  const containers: Container[] = [top];
  let line: Line | null = null;
  const home = (): Container => containers.at(-1) as Container;
  const isInList = (): boolean => home().tag === 'ul' || home().tag === 'ol';

  const put = (block: Block): void => {
    const { blocks } = home();
    const isItem = block.kind === 'container' && block.tag === 'li';
    // In a list only items may stand; a list without one belongs to the item before it.
    const last = blocks.at(-1);
    if (!isInList() || isItem) blocks.push(block);
    else if (last?.kind === 'container' && block.kind === 'container') last.blocks.push(block);
    else blocks.push({ kind: 'container', tag: 'li', blocks: [block] });
  };

  const closeLine = (): void => {
    const inline = line === null ? [] : trimmed(line.inline);
    if (line !== null && inline.some(isVisible)) put({ ...line, inline });
    line = null;
  };

  const add = (item: Inline, { tag, lang, dir }: State): void => {
    line ??= { kind: 'line', tag, lang, dir, inline: [] };
    line.inline.push(item);
  };

  const addText = (raw: string, state: State): void => {
    const text = cleanText(raw);
    if (state.pre && text.includes('\n')) {
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0) addBreak(state);
        addText(part, { ...state, pre: false });
      }
      return;
    }
    const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ');
    if (collapsed === '' || (line === null && collapsed === ' ')) return;
    add({ kind: 'text', text: collapsed, marks: state.marks }, state);
  };

  const addBreak = (state: State): void => {
    const at = line?.inline.findLastIndex((item) => item.kind !== 'text' || item.text !== ' ') ?? -1;
    // Two breaks are the end of a paragraph for whoever wrote them.
    if (line?.inline[at]?.kind === 'break') closeLine();
    else if (line !== null) add({ kind: 'break', marks: state.marks }, state);
  };

  const addScene = (): void => {
    closeLine();
    const { tag, blocks } = home();
    if (tag === 'blockquote' && blocks.at(-1)?.kind !== 'scene') blocks.push({ kind: 'scene' });
  };

  return {
    add,
    addText,
    addBreak,
    addScene,
    closeLine,
    isInList,
    /** A quote, a list or an item of one. */
    open(tag: ContainerTag, own: Own): void {
      closeLine();
      containers.push({ kind: 'container', tag, ...own, blocks: [] });
    },
    /** One that holds nothing is left out. */
    close(): void {
      closeLine();
      const own = containers.pop();
      if (own !== undefined && own.blocks.length > 0) put(own);
    },
    finish(): Block[] {
      closeLine();
      return top.blocks;
    },
  };
}

/** Characters that neither HTML nor the XML of an ePub may hold. */
export const cleanText = (text: string): string =>
  text.replace(/[^\t\n\r\f\u0020-\u007e\u00a0-\u{fffd}\u{10000}-\u{10ffff}]|\p{Cs}/gu, '');

const isVisible = (item: Inline): boolean =>
  item.kind === 'ruby' || (item.kind === 'text' && !isBlank(item.text));

/** Without the white space and breaks that end a line or begin it, and with single spaces where elements met. */
function trimmed(inline: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  for (const item of inline) {
    const before = result.at(-1);
    if (item.kind !== 'text') {
      if (item.kind === 'break' && before?.kind === 'text') trimEnd(result);
      if (item.kind === 'ruby' || result.length > 0) result.push(item);
      continue;
    }
    const isAfterSpace =
      before === undefined ||
      before.kind === 'break' ||
      (before.kind === 'text' && before.text.endsWith(' '));
    const text = isAfterSpace ? item.text.replace(/^ +/, '') : item.text;
    if (text !== '') result.push({ ...item, text });
  }
  for (;;) {
    const last = result.at(-1);
    if (last?.kind === 'break') result.pop();
    else if (last?.kind === 'text' && last.text.endsWith(' ')) trimEnd(result);
    else return result;
  }
}

function trimEnd(items: Inline[]): void {
  const last = items.at(-1);
  if (last?.kind !== 'text') return;
  const text = last.text.replace(/ +$/, '');
  items.pop();
  if (text !== '') items.push({ ...last, text });
}
