/** The notes over the pages, in a layer of each page's sheet. Only notes take presses, and nothing moves. */
import type { Stage } from '../../stage/types.ts';
import type { Desk, Note } from '../core/types.ts';
import { CROWD_COUNT, chosen, crowds, shifts } from './layout.ts';

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
    const waiting = desk.unsent.filter(({ place }) => 'page_id' in place && place.page_id === id);
    const { clientWidth, clientHeight } = sheet;
    const drawn = JSON.stringify([notes, waiting, clientWidth, clientHeight]);
    layer.element.style.setProperty('--strength', String(strength / 10));
    if (drawn === layer.drawn) return;
    layer.drawn = drawn;
    layers.set(id, layer);
    const bubbles = [
      ...notes.map((note) => bubble(note)),
      ...waiting.map(({ place, body }) =>
        bubble({ ...(place as { x: number; y: number }), body, own: true }),
      ),
    ];
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
      if (number >= first && number <= last && (desk.of(id) || layers.has(id) || desk.unsent.length > 0))
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
  host.addEventListener('click', (event) => press(host, event), { signal, capture: true });
  drawSoon();
}

function makeLayer(): HTMLElement {
  const layer = document.createElement('span');
  layer.dataset.notesLayer = '';
  // Screen readers use the panel, which has the same notes.
  layer.setAttribute('aria-hidden', 'true');
  return layer;
}

function bubble({
  x,
  y,
  body,
  own,
  ...rest
}: Pick<Note, 'x' | 'y' | 'body' | 'own'> & Partial<Note>): HTMLElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.tabIndex = -1;
  element.dataset.note = rest.id ?? '';
  if (own) element.dataset.own = '';
  if (rest.hidden) element.dataset.hidden = '';
  placeAt(element, { x: x ?? 0, y: y ?? 0 });
  const words = document.createElement('span');
  words.dir = 'auto';
  words.textContent = body;
  element.append(words);
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
    else
      layer.append(
        crowd(
          of,
          group.flatMap((at) => (notes[at] ? (bubbles[at] ?? []) : [])),
          cluster,
        ),
      );
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
  const many = document.createElement('button');
  many.type = 'button';
  many.tabIndex = -1;
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
function press(host: HTMLElement, event: MouseEvent): void {
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
  if (note?.dataset.note) void showInPanel(host, note.dataset.note);
}

async function showInPanel(host: HTMLElement, id: string): Promise<void> {
  if (!(await host.panels?.need())) return;
  const panel = host.querySelector<HTMLDetailsElement>('[data-panel=notes]');
  const tool = [...host.querySelectorAll<HTMLElement>('[data-tool=notes]')].find((each) =>
    each.checkVisibility(),
  );
  if (panel && !panel.open) tool?.click();
  // The list may still be loading.
  for (const waitMs of [0, 400, 1500])
    setTimeout(() => document.dispatchEvent(new CustomEvent('note-shown', { detail: id })), waitMs);
}
