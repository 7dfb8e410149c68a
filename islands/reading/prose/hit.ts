/** What was found in the book: its sentence comes to where reading goes on, and it is marked. */
import type { Book } from './book.ts';

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
  // An older browser brings it into sight, and marks nothing.
  if (!('highlights' in CSS)) return;
  const range = document.createRange();
  for (const { node, from } of text.pieces) {
    if (from <= at) range.setStart(node, Math.min(at - from, node.length));
    if (from < at + length) range.setEnd(node, Math.min(at + length - from, node.length));
  }
  CSS.highlights.set(NAME, new Highlight(range));
}
