/** Places a note: the bubble is the preview. Presses on the page and arrow keys move it, and turn no page. */
import { SHORT_NOTE_MAX_LENGTH } from '#server/domains/community/short-notes/rules.ts';
import type { Stage } from '../../stage/types.ts';
import { wordsOf } from '../core/bubble.ts';
import { focusField, followWriting, notesPanel as panel } from '../core/panel.ts';
import type { Desk, Place } from '../core/types.ts';
import { placeAt } from './overlay.ts';

const STEP = 0.02;
const FAST = 0.1;

type OnPage = Extract<Place, { page_id: string }>;

const within = (share: number): number => Math.min(1, Math.max(0, Math.round(share * 1e4) / 1e4));

export function placeNotes(host: HTMLElement, stage: Stage, desk: Desk, signal: AbortSignal): void {
  const words = host.querySelector<HTMLElement>('[data-notes-words]')?.dataset;
  const bubble = document.createElement('button');
  bubble.type = 'button';
  bubble.dataset.noteDraft = '';
  const text = wordsOf('');
  bubble.append(text);

  function draw(): void {
    const { draft } = desk;
    const place = draft?.place;
    host.toggleAttribute('data-writing-note', draft !== null);
    if (!place || !('page_id' in place)) bubble.remove();
    else {
      const sheet = sheetOf(stage, place.page_id);
      if (sheet && bubble.parentElement !== sheet) sheet.append(bubble);
      placeAt(bubble, place);
      text.textContent = draft.text || (words?.notesEmpty ?? '');
      bubble.setAttribute('aria-label', (words?.notesDraft ?? '').replace('{text}', draft.text));
    }
  }

  /** Starts in the middle of the visible page. */
  function start(): void {
    const [item] = desk.here;
    if (desk.draft?.place === null && item) desk.write(middleOf(stage, item.id));
  }

  async function begin(): Promise<void> {
    start();
    if (!(await host.panels?.need()) || !desk.draft) return;
    // Set first, so that the page stays reachable and the bubble keeps the focus.
    panel()?.toggleAttribute('data-writing', true);
    host.panels?.reveal('notes');
  }

  host.addEventListener(
    'click',
    (event) => {
      if (!desk.draft || !(event.target instanceof Element) || !event.target.closest('[data-stage]')) return;
      // Also reached by a key on the bubble itself.
      if (bubble.contains(event.target)) {
        event.preventDefault();
        event.stopPropagation();
        focusField(host);
        return;
      }
      const place = placeUnder(stage, event);
      if (!place) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      desk.write(place);
      focusField(host);
    },
    { signal, capture: true },
  );
  bubble.addEventListener('keydown', (event) => {
    if (moveByKey(desk, event) || typeByKey(desk, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  host.addEventListener(
    'note-place',
    () => {
      if (desk.draft === null) desk.write();
      start();
      draw();
      bubble.focus({ preventScroll: true });
    },
    { signal },
  );
  // Closing the panel stops writing, and keeps the draft.
  host.addEventListener(
    'toggle',
    ({ target }) => {
      if (desk.draft && target === panel() && !panel()?.open) desk.stop();
    },
    { signal, capture: true },
  );
  const stops = [desk.onChange(draw), followWriting(host, desk, () => void begin())];
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
    bubble.remove();
    host.removeAttribute('data-writing-note');
  });
  draw();
}

const sheetOf = ({ items }: Stage, pageId: string): HTMLElement | null =>
  items.find(({ id }) => id === pageId)?.element.querySelector<HTMLElement>('[data-sheet]') ?? null;

function middleOf(stage: Stage, pageId: string): OnPage {
  const box = sheetOf(stage, pageId)?.getBoundingClientRect();
  if (!box) return { page_id: pageId, x: 0.5, y: 0.5 };
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  return { page_id: pageId, x: 0.5, y: within(((top + bottom) / 2 - box.top) / Math.max(1, box.height)) };
}

/** Pages around the current one that may be on screen. */
const AROUND = 2;

function placeUnder({ items, seen }: Stage, { clientX, clientY }: MouseEvent): OnPage | null {
  for (const { id, element } of items.slice(Math.max(0, seen.item - 1 - AROUND), seen.last + AROUND)) {
    const box = element.querySelector('[data-sheet]')?.getBoundingClientRect();
    if (!box || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom)
      continue;
    return {
      page_id: id,
      x: within((clientX - box.left) / box.width),
      y: within((clientY - box.top) / box.height),
    };
  }
  return null;
}

function moveByKey(desk: Desk, event: KeyboardEvent): boolean {
  const place = desk.draft?.place;
  if (!place || !('page_id' in place)) return false;
  const step = event.shiftKey ? FAST : STEP;
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  const move = moves[event.key];
  if (event.key === 'Escape') desk.stop();
  else if (move) desk.write({ ...place, x: within(place.x + move[0]), y: within(place.y + move[1]) });
  else return false;
  return true;
}

/** Typing at the bubble edits the note: the field may still be loading, and letters must not turn pages. */
function typeByKey(desk: Desk, { key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (!desk.draft || ctrlKey || metaKey || altKey || isComposing) return false;
  const signs = [...desk.draft.text];
  const isSign = [...key].length === 1 && (key !== ' ' || signs.length > 0);
  if (!isSign && (key !== 'Backspace' || signs.length === 0)) return false;
  if (!isSign) desk.type(signs.slice(0, -1).join(''));
  else if (signs.length < SHORT_NOTE_MAX_LENGTH) desk.type(desk.draft.text + key);
  return true;
}
