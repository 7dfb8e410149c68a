import type { Book } from '../prose/types.ts';

export type Selected = {
  range: Range;
  quote: string;
  /** The quote with whole first and last words. */
  words: string;
  /** In characters of the chapter (../prose/text.ts). */
  at: number;
  length: number;
};

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Null when nothing is selected, or something outside the chapter. */
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

/** The rest of a word in which the selection begins or ends. */
function missing(node: Node, offset: number, by: 1 | -1): string {
  if (!(node instanceof Text)) return '';
  const { data } = node;
  const is = (at: number): boolean => WORD.test(data[at] ?? '');
  if (!is(offset) || !is(offset - 1)) return '';
  let end = offset;
  while (by > 0 ? is(end) : is(end - 1)) end += by;
  return by > 0 ? data.slice(offset, end) : data.slice(end, offset);
}
