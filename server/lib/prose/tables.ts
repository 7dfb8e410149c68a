/** Tables: one caption, one head, one foot, and spans no wider than what is there. */
import { dissolved } from './dissolve.ts';
import type { Block, Container, TreeReader } from './model.ts';
import { isScope, SPAN_MAX } from './stored.ts';

/** Fields that all spanning cells of a table may cover together: browsers lay out each of them. */
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

/** Empty cells keep what is beside them in its column, but nobody needs a table of them alone. */
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

/** A count as HTML writes it; what is no number is none. */
const countOf = (value: string | null): number | undefined =>
  value !== null && /^\s{0,9}-?\d{1,12}\s{0,9}$/.test(value) ? Number(value) : undefined;

type Counts = Pick<Container, 'start' | 'isReversed' | 'colspan' | 'rowspan' | 'scope'>;

/** What lists and cells say of their numbers. */
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
