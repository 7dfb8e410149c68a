/** The field for a note in the panel "Notes". It may load slowly, after the reader asked for it. */

/** Later, the reader may be elsewhere. */
const PATIENCE_MS = 8000;

const FIELD = '[data-note-form] input';

export const notesPanel = (): HTMLDetailsElement | null => document.querySelector('[data-panel=notes]');

export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(FIELD);

let coming: MutationObserver | null = null;

/** Focuses the field once it is there, at the end of its text. Leaves the focus of a reader who has moved on. */
export function focusField(host: HTMLElement): void {
  const from = document.activeElement;
  const until = performance.now() + PATIENCE_MS;
  coming?.disconnect();
  const isDone = (): boolean => {
    const now = document.activeElement;
    if (performance.now() > until || (now !== from && isElsewhere(now))) return true;
    const field = notesPanel()?.querySelector<HTMLInputElement>(FIELD);
    if (!field || !notesPanel()?.open) return false;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
    return true;
  };
  if (isDone()) return;
  const seen = new MutationObserver(() => {
    if (isDone()) seen.disconnect();
  });
  coming = seen;
  seen.observe(host, { childList: true, subtree: true, attributeFilter: ['open'] });
}

/** The panel itself takes the focus when it opens. */
const isElsewhere = (now: Element | null): boolean =>
  now !== null && now !== document.body && !notesPanel()?.contains(now);
