/** Allowed nesting: lists contain items, tables rows, rows cells. Other content gets the missing parents. */
import { dissolved } from './dissolve.ts';
import type { Block, Container } from './model.ts';
import { START_MAX } from './stored.ts';
import { holdsNothing, tidyTable } from './tables.ts';
import type { ContainerTag } from './tags.ts';

type Tags = readonly ContainerTag[];
const parts = (holds: Tags, wrap: ContainerTag) => ({ holds, wrap });
const ROWS = parts(['tr'], 'tr');

/** Allowed parts of a container, and the wrapper for anything else. */
const PARTS: { readonly [Tag in ContainerTag]?: { holds: Tags; wrap: ContainerTag } } = {
  ul: parts(['li'], 'li'),
  ol: parts(['li'], 'li'),
  dl: parts(['dt', 'dd'], 'dd'),
  table: parts(['caption', 'thead', 'tbody', 'tfoot'], 'tbody'),
  thead: ROWS,
  tbody: ROWS,
  tfoot: ROWS,
  tr: parts(['th', 'td'], 'td'),
};

const LISTS: Tags = ['ul', 'ol'];
const SECTIONS: Tags = ['thead', 'tbody', 'tfoot'];

/** Allowed parents of a part. Elsewhere the part only ends the line. */
const HOMES: { readonly [Tag in ContainerTag]?: Tags } = {
  li: LISTS,
  dt: ['dl'],
  dd: ['dl'],
  figcaption: ['figure'],
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['table', ...SECTIONS],
  th: ['table', ...SECTIONS, 'tr'],
  td: ['table', ...SECTIONS, 'tr'],
};

/** Contain no headings, notes or tables (HTML: header cells, terms and captions). */
export const isFlat = (tag: ContainerTag): boolean => tag === 'th' || tag === 'dt' || tag === 'caption';

export const isLoose = (tag: ContainerTag, home: ContainerTag, isInFlat: boolean): boolean =>
  HOMES[tag]?.includes(home) === false || (isInFlat && (tag === 'table' || tag === 'aside'));

export const holdsScenes = (tag: ContainerTag): boolean => tag === 'blockquote' || tag === 'aside';

const isContainer = (block: Block | undefined, tags: Tags): boolean =>
  block?.kind === 'container' && tags.includes(block.tag);

export function place(home: Container, block: Block, implied: WeakSet<Container>): void {
  const rule = PARTS[home.tag];
  if (rule === undefined || isContainer(block, rule.holds)) {
    home.blocks.push(block);
    return;
  }
  const last = home.blocks.at(-1);
  const isList = LISTS.includes(home.tag);
  // A nested list outside of an item belongs to the item before it.
  const isMore = isList ? block.kind === 'container' : last?.kind === 'container' && implied.has(last);
  if (last?.kind === 'container' && isMore) {
    place(last, block, implied);
    return;
  }
  const made: Container = { kind: 'container', tag: rule.wrap, blocks: [] };
  implied.add(made);
  home.blocks.push(made);
  place(made, block, implied);
}

export function settled(container: Container): Block[] {
  switch (container.tag) {
    case 'dl':
      return settledTerms(container);
    case 'figure':
      return settledFigure(container);
    case 'table':
      tidyTable(container);
      return holdsNothing(container) ? [] : [container];
    case 'ol':
      container.start = within(container.start, START_MAX);
      return [container];
    default:
      return [container];
  }
}

const within = (value: number | undefined, most: number): number | undefined =>
  value !== undefined && Math.abs(value) <= most ? value : undefined;

/** Terms come before their descriptions. Anything else leaves the list. */
function settledTerms(list: Container): Block[] {
  const { blocks } = list;
  const first = blocks.findIndex((block) => isContainer(block, ['dt']));
  const end = blocks.findLastIndex((block) => isContainer(block, ['dd'])) + 1;
  const inside = (some: readonly Block[]): Block[] =>
    some.flatMap((block) => (block.kind === 'container' ? dissolved(block) : [block]));
  if (first < 0 || end <= first) return dissolved({ ...list, blocks: inside(blocks) });
  return [
    ...inside(blocks.slice(0, first)),
    { ...list, blocks: blocks.slice(first, end) },
    ...inside(blocks.slice(end)),
  ];
}

/** One caption, first or last. A caption without content to explain becomes text. */
function settledFigure(figure: Container): Block[] {
  const isCaption = (block: Block): block is Container =>
    block.kind === 'container' && block.tag === 'figcaption';
  const caption = figure.blocks.find(isCaption);
  if (caption === undefined) return [figure];
  const rest = figure.blocks.flatMap((block) =>
    block === caption ? [] : isCaption(block) ? dissolved(block, figure) : [block],
  );
  if (rest.length === 0) return dissolved({ ...figure, blocks: dissolved(caption) });
  const isFirst = figure.blocks[0] === caption;
  return [{ ...figure, blocks: isFirst ? [caption, ...rest] : [...rest, caption] }];
}
