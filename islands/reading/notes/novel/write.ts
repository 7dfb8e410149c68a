/** Writes a short note: at selected words, at the first sentence on screen, or at a tap on the text. */

import { awake } from '../../prose/frame.ts';
import type { ReadText } from '../../prose/text.ts';
import type { Book } from '../../prose/types.ts';
import { focusField, followWriting, isField, notesPanel, openPanel } from '../core/panel.ts';
import type { Desk } from '../core/types.ts';

/** Opens the list with a draft at this place, and focuses its field. */
export async function writeNote(host: HTMLElement, offset: number): Promise<void> {
  const desk = await host.notes?.();
  const id = host.querySelector<HTMLElement>('[data-prose]')?.dataset.prose;
  if (!desk || !id) return;
  desk.write({ chapter_id: id, offset });
  await awake(host);
  if (!(await host.panels?.need())) return;
  // Set first, so that the text behind the panel stays reachable.
  notesPanel()?.toggleAttribute('data-writing', true);
  openPanel(host);
  host.panels?.reveal('notes');
  focusField(host);
}

/** While the reader writes, a tap on the text or arrow keys in the field move the note. */
export function followDraft(
  host: HTMLElement,
  { article, book, desk }: { article: HTMLElement; book: Book; desk: Desk },
): void {
  const { prose: id = '' } = article.dataset;
  const { text } = book;
  const firstHere = (): number => Math.round(book.seen.fraction * text.length);
  const move = (offset: number): void => desk.write({ chapter_id: id, offset });
  // Begun in the list itself.
  followWriting(host, desk, () => desk.draft?.place || move(firstHere()));
  host.addEventListener('note-place', () => void writeNote(host, firstHere()));
  article.addEventListener(
    'click',
    (event) => {
      const { target, clientX, clientY } = event;
      if (!desk.draft || !notesPanel()?.open || !getSelection()?.isCollapsed) return;
      if (target instanceof Element && target.closest('a,button,summary')) return;
      const offset = offsetAt(book, clientX, clientY);
      if (offset === null) return;
      // Keeps the tap from turning the page.
      event.preventDefault();
      move(offset);
    },
    { capture: true },
  );
  host.addEventListener('keydown', (event) => {
    const place = desk.draft?.place;
    if (!place || !('offset' in place) || !isField(event.target)) return;
    const { key } = event;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    move(
      key === 'ArrowUp' ? text.sentenceAt(Math.max(0, place.offset - 1)) : nextSentence(text, place.offset),
    );
  });
}

/** Start of the sentence after this place. In the last sentence, the place itself. */
export function nextSentence({ length, sentenceAt }: Pick<ReadText, 'length' | 'sentenceAt'>, from: number) {
  const here = sentenceAt(from);
  // Asking for each character takes too long in a text without full stops.
  let [low, high] = [from, from + 1];
  for (; high < length && sentenceAt(high) === here; high += high - from) low = high;
  high = Math.min(high, length);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sentenceAt(middle) === here) low = middle;
    else high = middle;
  }
  return high < length ? sentenceAt(high) : from;
}

/** Offset of the word at this point. */
function offsetAt({ text }: Book, x: number, y: number): number | null {
  const at = document.caretPositionFromPoint?.(x, y);
  const range = at ? null : document.caretRangeFromPoint?.(x, y);
  const node = at?.offsetNode ?? range?.startContainer;
  const within = at?.offset ?? range?.startOffset ?? 0;
  const piece = text.pieces.find((each) => each.node === node);
  if (!piece) return null;
  const before = piece.node.data.slice(0, within);
  return piece.from + within - (/[\p{L}\p{N}\p{M}]*$/u.exec(before)?.[0].length ?? 0);
}
