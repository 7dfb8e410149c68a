/** Estimated time to draw prose on a slow phone. Readings, formulas and blocks cost far more than letters. */
import type { Block, Container, Inline, Line } from './model.ts';
import { writeProse } from './write.ts';

/** Limit per chapter, in microseconds on the slow phone of `npm run bench`. */
export const WEIGHT_MAX = 1_000_000;

const LETTER = 0.5;
/** Non-Latin letters: each may need another font. */
const FAR_LETTER = 4;
const WEIGHTS: Readonly<Record<string, number>> = { ruby: 200, rt: 0, rp: 0, math: 200, br: 30, img: 150 };
const BLOCK = 80;
const INLINE = 40;
const INLINES: ReadonlySet<string> = new Set(['a', 'span', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code']);

export function weightOf(html: string): number {
  let weight = html.length * LETTER;
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9]*)/g))
    weight += WEIGHTS[name] ?? (INLINES.has(name) || name.startsWith('m') ? INLINE : BLOCK);
  for (const [far] of html.matchAll(/[^\0-\u024f]+/g)) weight += far.length * FAR_LETTER;
  return weight;
}

const weightOfBlock = (block: Block): number => weightOf(writeProse([block]).html);

/** Splits a block into similar ones of at most this weight, as far as it can be divided. */
export function divided(block: Block, most: number): Block[] {
  if (block.kind === 'scene' || weightOfBlock(block) <= most) return [block];
  return block.kind === 'line' ? dividedLine(block, most) : dividedContainer(block, most);
}

const DIVISIBLE: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'table', 'tbody', 'blockquote', 'aside']);

function dividedContainer(container: Container, most: number): Block[] {
  if (!DIVISIBLE.has(container.tag)) return [container];
  const parts: Container[] = [];
  let weight = Number.POSITIVE_INFINITY;
  let before = 0;
  for (const block of container.blocks.flatMap((each) => divided(each, most))) {
    const own = weightOfBlock(block);
    // A description stays with its term.
    const isBound = block.kind === 'container' && block.tag === 'dd';
    if (weight + own > most && !(isBound && parts.length > 0)) {
      const start = container.tag === 'ol' && before > 0 ? (container.start ?? 1) + before : container.start;
      const id = before === 0 ? container.id : undefined;
      parts.push({ ...container, id, start: container.isReversed ? undefined : start, blocks: [] });
      weight = 0;
    }
    parts.at(-1)?.blocks.push(block);
    weight += own;
    before += 1;
  }
  return parts;
}

function dividedLine(block: Line, most: number): Line[] {
  const lines: Line[] = [{ ...block, inline: [] }];
  let weight = 0;
  for (const item of block.inline.flatMap((each) => dividedText(each, most))) {
    const more = weightOfBlock({ kind: 'line', tag: 'p', inline: [item] });
    if (weight + more > most && weight > 0) {
      lines.push({ ...block, id: undefined, inline: [] });
      weight = 0;
    }
    lines.at(-1)?.inline.push(item);
    weight += more;
  }
  return lines;
}

function dividedText(item: Inline, most: number): Inline[] {
  const length = Math.floor(most / (LETTER + FAR_LETTER) / 2);
  if (item.kind !== 'text' || item.text.length <= length) return [item];
  const parts = item.text.match(new RegExp(`[^]{1,${length}}(?=\\s|$)|[^]{1,${length}}`, 'gu')) ?? [];
  return parts.map((text) => ({ ...item, text }));
}

/** Removes heavy parts: readings follow their words in parentheses, and emphasis is dropped. */
export function flattened(block: Block): Block {
  if (block.kind === 'scene') return block;
  if (block.kind === 'container') return { ...block, blocks: block.blocks.map(flattened) };
  return { ...block, inline: block.inline.map(flatItem) };
}

function flatItem(item: Inline): Inline {
  const marks = item.marks.filter(({ tag }) => tag === 'a');
  if (item.kind === 'math') return { kind: 'text', text: item.text, marks };
  if (item.kind !== 'ruby') return { ...item, marks };
  const text = item.parts.map(({ tag, text }) => (tag === 'rt' ? `(${text})` : tag === 'rp' ? '' : text));
  return { kind: 'text', text: text.join(''), marks };
}
