/** Words of a chapter that are selected: what they say, and where they stand in it. */
import type { Book } from '../prose/book.ts';

export type Selected = {
  range: Range;
  quote: string;
  /** The same, with its first and last word whole. */
  words: string;
  /** In characters of the chapter, as places are counted (../prose/text.ts). */
  at: number;
  length: number;
};

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Null where nothing of the chapter is selected, or something besides it. */
export function selectedIn(article: HTMLElement): Selected | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const quote = selection.toString().trim();
  if (quote === '' || !article.contains(range.commonAncestorContainer)) return null;
  const pieces = ((article.book as Book | undefined)?.text.pieces ?? []).filter(({ node }) =>
    range.intersectsNode(node),
  );
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return null;
  const at = first.from + (range.startContainer === first.node ? range.startOffset : 0);
  const end = last.from + (range.endContainer === last.node ? range.endOffset : last.node.length);
  const words =
    missing(range.startContainer, range.startOffset, -1) +
    quote +
    missing(range.endContainer, range.endOffset, 1);
  return end > at ? { range, quote, words, at, length: end - at } : null;
}

/** The rest of a word that a selection begins or ends in the middle of. */
function missing(node: Node, offset: number, by: 1 | -1): string {
  if (!(node instanceof Text)) return '';
  const { data } = node;
  const is = (at: number): boolean => WORD.test(data[at] ?? '');
  if (!is(offset) || !is(offset - 1)) return '';
  let end = offset;
  while (by > 0 ? is(end) : is(end - 1)) end += by;
  return by > 0 ? data.slice(offset, end) : data.slice(end, offset);
}
