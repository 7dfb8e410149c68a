/** Shows a footnote beside its call on wide screens, at the foot on phones, and never over the call's line. */
import { fill } from '../stage/fill.ts';
import { findNote } from './find.ts';

const WIDE = '(width >= 48rem)';
const GAP_PIXELS = 8;

let close: (() => void) | undefined;
let wished: HTMLAnchorElement | undefined;

export async function openNote(note: HTMLElement, call: HTMLAnchorElement): Promise<void> {
  wished = call;
  const found = await findNote(call);
  // The reader has pressed another call meanwhile.
  if (wished !== call) return;
  if (!found) return location.assign(call.href);
  // A footnote called from a footnote takes its place and leads back the same way.
  const isNested = note.contains(call);
  const mark = (call.textContent ?? '').trim().replace(/^[[(]|[\])]$/g, '');
  const name = note.querySelector<HTMLElement>('h2');
  if (name) name.textContent = fill(name.dataset.name ?? '', { mark }).trim();
  note.querySelector('[data-note-text]')?.replaceChildren(found);
  const way = note.querySelector<HTMLAnchorElement>('[data-way]');
  if (way) way.href = call.href;
  if (!isNested) show(note, call);
  name?.focus({ preventScroll: true });
}

function show(note: HTMLElement, call: HTMLAnchorElement): void {
  close?.();
  const left = new AbortController();
  const { signal } = left;
  note.showPopover();
  place(note, call);
  const end = (): void => {
    left.abort();
    note.hidePopover();
  };
  close = end;
  let isComing = false;
  // The page may turn below the footnote.
  const follow = (): void => {
    if (isComing) return;
    isComing = true;
    requestAnimationFrame(() => {
      isComing = false;
      if (!signal.aborted && !place(note, call)) end();
    });
  };
  addEventListener('scroll', follow, { capture: true, passive: true, signal });
  addEventListener('resize', follow, { signal });
  note.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      const isAway = target.closest('a:not([role=doc-noteref])') !== null;
      if (isAway) left.abort();
      if (isAway || target.closest('[data-close]')) note.hidePopover();
    },
    { signal },
  );
  const before = (event: Event): void => {
    if ((event as ToggleEvent).newState !== 'closed') return;
    const isHeld = note.contains(document.activeElement) || document.activeElement === document.body;
    // A followed link moves the focus itself.
    if (isHeld && !signal.aborted) call.focus({ preventScroll: true });
    left.abort();
    note.removeEventListener('beforetoggle', before);
  };
  note.addEventListener('beforetoggle', before);
}

/** False when the call has left the screen. */
function place(note: HTMLElement, call: HTMLElement): boolean {
  const { left, top, bottom, width } = call.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight || left + width < 0 || left > innerWidth) return false;
  const { offsetHeight: high, offsetWidth: wide } = note;
  if (!matchMedia(WIDE).matches) {
    note.removeAttribute('style');
    delete note.dataset.at;
    if (note.getBoundingClientRect().top < bottom + GAP_PIXELS) note.dataset.at = 'top';
    return true;
  }
  const isBelow = bottom + GAP_PIXELS + high <= innerHeight - GAP_PIXELS;
  const y = isBelow ? bottom + GAP_PIXELS : Math.max(GAP_PIXELS, top - GAP_PIXELS - high);
  const x = Math.min(Math.max(GAP_PIXELS, left - wide / 2), innerWidth - wide - GAP_PIXELS);
  note.style.inset = `${y}px auto auto ${x}px`;
  return true;
}
