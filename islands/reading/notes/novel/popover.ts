/** The notes behind a mark or a crowd, beside it on wide screens, at the foot on phones. */
import { wordsOf } from '../core/bubble.ts';
import { openList } from '../core/panel.ts';
import type { Desk } from '../core/types.ts';
import type { MarginNote } from './spots.ts';

const WIDE = '(width >= 48rem)';
const GAP_PIXELS = 8;

export async function showNotes(
  host: HTMLElement,
  { desk, notes, by }: { desk: Desk; notes: readonly MarginNote[]; by: HTMLElement },
): Promise<void> {
  if (!(await host.panels?.need())) return;
  const frame = document.querySelector<HTMLElement>('#reader-marginalia');
  const list = frame?.querySelector('ul');
  if (!frame || !list || !('showPopover' in frame)) return openList(host, desk);
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
    void openList(host, desk, notes[0]?.id);
  };
}

function rowOf({ body, author }: MarginNote): HTMLElement {
  const row = document.createElement('li');
  const name = document.createElement('bdi');
  name.textContent = author.display_name;
  row.append(wordsOf(body, 'b'), name);
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
