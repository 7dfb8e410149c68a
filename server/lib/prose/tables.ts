import { dissolved } from './dissolve.ts';
import type { Block, Container, TreeReader } from './model.ts';
import { isScope, SPAN_MAX } from './stored.ts';

/** Limit for the fields that all spanning cells of a table cover together: browsers lay out each field. */
const SPANNED_MAX_COUNT = 20_000;

const isA = (block: Block, tag: Container['tag']): block is Container =>
  block.kind === 'container' && block.tag === tag;

export function tidyTable(table: Container): void {
  const captions = table.blocks.filter((block): block is Container => isA(block, 'caption'));
  const sections = table.blocks.filter(
    (block): block is Container => block.kind === 'container' && block.tag !== 'caption',
  );
  const [caption, ...others] = captions;
  caption?.blocks.push(...others.flatMap((other) => dissolved(other)));
  for (const [index, section] of sections.entries()) {
    const isFirstHead = section.tag === 'thead' && index === 0;
    const isLastFoot = section.tag === 'tfoot' && index === sections.length - 1;
    if (!isFirstHead && !isLastFoot) section.tag = 'tbody';
  }
  table.blocks = [...(caption === undefined ? [] : [caption]), ...sections];
  boundSpans(sections);
}

/** An empty cell keeps its neighbors in their columns. A table of empty cells is dropped. */
export const holdsNothing = ({ blocks }: Container): boolean =>
  blocks.every((block) => block.kind === 'container' && SHELLS.has(block.tag) && holdsNothing(block));
const SHELLS: ReadonlySet<Container['tag']> = new Set(['thead', 'tbody', 'tfoot', 'tr', 'th', 'td']);

function boundSpans(sections: readonly Container[]): void {
  let left = SPANNED_MAX_COUNT;
  for (const { blocks: rows } of sections) {
    for (const [index, row] of rows.entries()) {
      for (const cell of row.kind === 'container' ? row.blocks : []) {
        if (cell.kind !== 'container' || (cell.colspan === undefined && cell.rowspan === undefined)) continue;
        const colspan = spanOf(cell.colspan, SPAN_MAX);
        const rowspan = spanOf(cell.rowspan, Math.min(SPAN_MAX, rows.length - index));
        const isKept = colspan * rowspan <= left;
        if (isKept) left -= colspan * rowspan;
        cell.colspan = isKept && colspan > 1 ? colspan : undefined;
        cell.rowspan = isKept && rowspan > 1 ? rowspan : undefined;
      }
    }
  }
}

const spanOf = (value: number | undefined, most: number): number =>
  value === undefined ? 1 : Math.min(Math.max(1, value), most);

const countOf = (value: string | null): number | undefined =>
  value !== null && /^\s{0,9}-?\d{1,12}\s{0,9}$/.test(value) ? Number(value) : undefined;

type Counts = Pick<Container, 'start' | 'isReversed' | 'colspan' | 'rowspan' | 'scope'>;

export function countsOf<Node>(tag: Container['tag'], node: Node, { attributeOf }: TreeReader<Node>): Counts {
  if (tag === 'ol')
    return {
      start: countOf(attributeOf(node, 'start')),
      isReversed: attributeOf(node, 'reversed') !== null || undefined,
    };
  if (tag !== 'td' && tag !== 'th') return {};
  const scope = tag === 'th' ? (attributeOf(node, 'scope') ?? '').toLowerCase() : '';
  return {
    colspan: countOf(attributeOf(node, 'colspan')),
    rowspan: countOf(attributeOf(node, 'rowspan')),
    scope: isScope(scope) ? scope : undefined,
  };
}
