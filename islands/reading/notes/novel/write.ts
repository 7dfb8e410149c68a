/** Writes a short note: at selected words, at the first sentence on screen, or at a tap on the text. */

import type { Book } from '../../prose/book.ts';
import { awake } from '../../prose/frame.ts';
import { focusField, isField, notesPanel as panel } from '../core/field.ts';
import type { Desk } from '../core/types.ts';

/** On phones, the tool for the list is in the contents. */
export function openPanel(host: HTMLElement): void {
  if (panel()?.open) return;
  const tool = host.querySelector<HTMLElement>('[data-tool=notes]');
  if (tool?.checkVisibility()) {
    tool.click();
    return;
  }
  host.panels?.close();
  host.panels?.reveal('notes');
  panel()?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** Opens the list with a draft at this place, and focuses its field. */
export async function writeNote(host: HTMLElement, offset: number): Promise<void> {
  const desk = await host.notes?.();
  const id = host.querySelector<HTMLElement>('[data-prose]')?.dataset.prose;
  if (!desk || !id) return;
  desk.write({ chapter_id: id, offset });
  await awake(host);
  if (!(await host.panels?.need())) return;
  openPanel(host);
  // Makes the text behind the panel reachable again.
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
  let wasWriting = false;
  const firstHere = (): number => Math.round(book.seen.fraction * text.length);
  desk.onChange(() => {
    const isWriting = desk.draft !== null;
    if (isWriting === wasWriting) return;
    wasWriting = isWriting;
    // Begun in the list itself.
    if (desk.draft && !desk.draft.place) desk.write({ chapter_id: id, offset: firstHere() });
    panel()?.toggleAttribute('data-writing', isWriting);
    if (panel()?.open) host.panels?.reveal('notes');
  });
  host.addEventListener('note-place', () => void writeNote(host, firstHere()));
  article.addEventListener(
    'click',
    (event) => {
      const { target, clientX, clientY } = event;
      if (!desk.draft || !panel()?.open || !getSelection()?.isCollapsed) return;
      if (target instanceof Element && target.closest('a,button,summary')) return;
      const offset = offsetAt(book, clientX, clientY);
      if (offset === null) return;
      // Keeps the tap from turning the page.
      event.preventDefault();
      desk.write({ chapter_id: id, offset });
    },
    { capture: true },
  );
  host.addEventListener('keydown', (event) => {
    const place = desk.draft?.place;
    if (!place || !('offset' in place) || !isField(event.target)) return;
    const { key } = event;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    const offset =
      key === 'ArrowUp' ? text.sentenceAt(Math.max(0, place.offset - 1)) : nextSentence(book, place.offset);
    desk.write({ chapter_id: id, offset });
  });
}

/** Maximum distance in which the next sentence is searched. */
const STEP_LENGTH = 600;

function nextSentence({ text }: Book, from: number): number {
  const here = text.sentenceAt(from);
  for (let at = from + 1; at < Math.min(text.length, from + STEP_LENGTH); at += 1)
    if (text.sentenceAt(at) !== here) return text.sentenceAt(at);
  return from;
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
