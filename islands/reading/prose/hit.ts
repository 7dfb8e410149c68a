/** Shows a search hit: moves to its sentence and highlights it. */
import type { Book } from './types.ts';

const NAME = 'hit';

export function showHit(book: Book): void {
  const { text } = book;
  const [, at = Number.NaN, length = 0] = (/^#hit-(\d+)-(\d+)/.exec(location.hash) ?? []).map(Number);
  // The chapter may have become shorter since.
  if (!(at < text.length)) return;
  book.goTo(text.sentenceAt(at) / text.length);
  if (length === 0) {
    history.replaceState(history.state, '', location.pathname + location.search);
    return;
  }
  // Older browsers show the sentence without a highlight.
  if (!('highlights' in CSS)) return;
  const range = document.createRange();
  for (const { node, from } of text.pieces) {
    if (from <= at) range.setStart(node, Math.min(at - from, node.length));
    if (from < at + length) range.setEnd(node, Math.min(at + length - from, node.length));
  }
  CSS.highlights.set(NAME, new Highlight(range));
}
