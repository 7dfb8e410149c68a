/** The notes over the pages, in a layer of each page's sheet. Only notes take presses, and nothing moves. */
import type { Stage } from '../../stage/types.ts';
import { CROWD_COUNT, noteButton, wordsOf } from '../core/bubble.ts';
import { openList } from '../core/panel.ts';
import type { Desk, Note } from '../core/types.ts';
import { chosen, crowds, shifts } from './layout.ts';

type Layer = { element: HTMLElement; drawn: string };

const SHEET = '[data-sheet]';

export function layOver(host: HTMLElement, stage: Stage, desk: Desk, signal: AbortSignal): void {
  const layers = new Map<string, Layer>();
  const elementOf = new Map(stage.items.map(({ id, element }) => [id, element]));
  const cluster = host.querySelector<HTMLElement>('[data-notes-words]')?.dataset.notesWords ?? '{count}';
  let isComing = false;

  function draw(id: string): void {
    const sheet = elementOf.get(id)?.querySelector<HTMLElement>(SHEET);
    if (!sheet) return;
    const layer = layers.get(id) ?? { element: makeLayer(), drawn: '' };
    const { shown, density, strength } = desk.setting;
    const notes = shown ? chosen(desk.of(id)?.notes ?? [], density) : [];
    const waiting = desk
      .unsent()
      .flatMap(({ place, body }) =>
        'page_id' in place && place.page_id === id ? { ...place, body, own: true } : [],
      );
    const { clientWidth, clientHeight } = sheet;
    const drawn = JSON.stringify([notes, waiting, clientWidth, clientHeight]);
    layer.element.style.setProperty('--strength', String(strength / 10));
    if (drawn === layer.drawn) return;
    layer.drawn = drawn;
    layers.set(id, layer);
    const bubbles = [...notes, ...waiting].map((each) => bubble(each));
    layer.element.replaceChildren(...bubbles);
    if (!layer.element.isConnected) sheet.append(layer.element);
    arrange(layer.element, notes, bubbles, { clientHeight, cluster });
  }

  function drawAll(): void {
    isComing = false;
    if (signal.aborted) return;
    const numbers = desk.here.map(({ number }) => number);
    const [first, last] = [Math.min(...numbers) - 1, Math.max(...numbers) + 1];
    for (const { id, number } of desk.items)
      if (number >= first && number <= last && (desk.of(id) || layers.has(id) || desk.unsent().length > 0))
        draw(id);
    for (const [id, { element }] of layers) {
      const number = desk.items.find((item) => item.id === id)?.number ?? 0;
      if (number >= first && number <= last) continue;
      element.remove();
      layers.delete(id);
    }
  }
  const drawSoon = (): void => {
    if (isComing || signal.aborted) return;
    isComing = true;
    requestAnimationFrame(drawAll);
  };
  const stop = desk.onChange(drawSoon);
  stage.onShowing(drawSoon);
  const sizes = new ResizeObserver(drawSoon);
  sizes.observe(host.querySelector('[data-stage]') ?? host);
  signal.addEventListener('abort', () => {
    stop();
    sizes.disconnect();
    for (const { element } of layers.values()) element.remove();
    layers.clear();
  });
  host.addEventListener('click', (event) => press(host, desk, event), { signal, capture: true });
  drawSoon();
}

function makeLayer(): HTMLElement {
  const layer = document.createElement('span');
  layer.dataset.notesLayer = '';
  // Screen readers use the panel, which has the same notes.
  layer.setAttribute('aria-hidden', 'true');
  return layer;
}

function bubble(note: Pick<Note, 'x' | 'y' | 'body' | 'own'> & Partial<Note>): HTMLElement {
  const element = noteButton(note);
  element.dataset.note = note.id ?? '';
  placeAt(element, { x: note.x ?? 0, y: note.y ?? 0 });
  element.append(wordsOf(note.body));
  return element;
}

/** CSS keeps the note inside the page at its edges. */
export function placeAt(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  element.style.setProperty('--x', String(x));
  element.style.setProperty('--y', String(y));
}

function arrange(
  layer: HTMLElement,
  notes: readonly Note[],
  bubbles: readonly HTMLElement[],
  { clientHeight, cluster }: { clientHeight: number; cluster: string },
): void {
  const base = layer.getBoundingClientRect();
  const boxes = bubbles.map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return { left: left - base.left, top: top - base.top, width, height };
  });
  const single: number[] = [];
  for (const group of crowds(boxes)) {
    const of = group.flatMap((at) => notes[at] ?? []);
    if (of.length < CROWD_COUNT) single.push(...group);
    else {
      const own = group.flatMap((at) => (notes[at] ? (bubbles[at] ?? []) : []));
      layer.append(crowd(of, own, cluster));
    }
  }
  single.sort((one, other) => one - other);
  const moves = shifts(
    single.flatMap((at) => boxes[at] ?? []),
    clientHeight,
  );
  for (const [index, at] of single.entries()) {
    const move = moves[index] ?? 0;
    if (move !== 0) bubbles[at]?.style.setProperty('--down', `${move}px`);
  }
}

function crowd(notes: readonly Note[], bubbles: readonly HTMLElement[], words: string): HTMLElement {
  const mean = (of: (note: Note) => number): number =>
    notes.reduce((sum, note) => sum + of(note), 0) / notes.length;
  const place = { x: mean(({ x }) => x ?? 0), y: mean(({ y }) => y ?? 0) };
  const box = document.createElement('span');
  box.dataset.notesCrowd = '';
  placeAt(box, place);
  const many = noteButton();
  many.dataset.notesMany = '';
  many.textContent = words.replace('{count}', String(notes.length));
  const list = document.createElement('span');
  list.dataset.notesList = '';
  list.hidden = true;
  list.append(...bubbles);
  box.append(many, list);
  return box;
}

/** A note opens its line in the panel. A crowd opens in place, and a press elsewhere closes it. */
function press(host: HTMLElement, desk: Desk, event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const many = target.closest<HTMLElement>('[data-notes-many]');
  const note = target.closest<HTMLElement>('[data-notes-layer] [data-note]');
  for (const list of host.querySelectorAll<HTMLElement>('[data-notes-list]'))
    if (list.previousElementSibling !== many && !list.contains(target)) list.hidden = true;
  if (!many && !note) return;
  event.preventDefault();
  event.stopPropagation();
  const list = many?.nextElementSibling;
  if (list instanceof HTMLElement) list.hidden = !list.hidden;
  if (note?.dataset.note) void openList(host, desk, note.dataset.note);
}
