/** The notes behind a mark or a crowd, beside it on wide screens, at the foot on phones. */
import { awake } from '../../prose/frame.ts';
import type { Note } from '../core/types.ts';
import { openPanel } from './write.ts';

const WIDE = '(width >= 48rem)';
const GAP_PIXELS = 8;
const SHOWN_MS = [0, 400, 1500];

export async function showNotes(host: HTMLElement, notes: readonly Note[], by: HTMLElement): Promise<void> {
  await awake(host);
  if (!(await host.panels?.need())) return;
  const frame = document.querySelector<HTMLElement>('#reader-marginalia');
  const list = frame?.querySelector('ul');
  if (!frame || !list || !('showPopover' in frame)) return openList(host);
  list.replaceChildren(...notes.map(rowOf));
  frame.hidden = false;
  if (!frame.matches(':popover-open')) frame.showPopover();
  place(frame, by.isConnected ? by.getBoundingClientRect() : null);
  frame.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  frame.onclick = ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-close]')) frame.hidePopover();
    if (!target.closest('[data-all]')) return;
    frame.hidePopover();
    void openList(host, notes[0]?.id);
  };
}

/** Opens the list at this note. The list may still be loading. */
export async function openList(host: HTMLElement, id?: string): Promise<void> {
  await awake(host);
  if (!(await host.panels?.need())) return;
  openPanel(host);
  if (id === undefined) return;
  for (const waitMs of SHOWN_MS)
    setTimeout(() => document.dispatchEvent(new CustomEvent('note-shown', { detail: id })), waitMs);
}

function rowOf({ body, author }: Note): HTMLElement {
  const row = document.createElement('li');
  const words = document.createElement('b');
  words.dir = 'auto';
  words.textContent = body;
  const name = document.createElement('bdi');
  name.textContent = author.display_name;
  row.append(words, name);
  return row;
}

function place(frame: HTMLElement, by: DOMRect | null): void {
  frame.removeAttribute('style');
  if (!by || !matchMedia(WIDE).matches) return;
  const { offsetHeight: high, offsetWidth: wide } = frame;
  const isBelow = by.bottom + GAP_PIXELS + high <= innerHeight - GAP_PIXELS;
  const y = isBelow ? by.bottom + GAP_PIXELS : Math.max(GAP_PIXELS, by.top - GAP_PIXELS - high);
  const x = Math.min(Math.max(GAP_PIXELS, by.left), innerWidth - wide - GAP_PIXELS);
  frame.style.inset = `${y}px auto auto ${x}px`;
}
