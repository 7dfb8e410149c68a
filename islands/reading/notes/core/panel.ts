/** The panel "Notes", with its list and its field. It may load slowly, after the reader asked for it. */
import type { Desk } from './types.ts';

/** Later, the reader may be elsewhere. */
const PATIENCE_MS = 8000;

const FIELD = '[data-note-form] input';

export const notesPanel = (): HTMLDetailsElement | null => document.querySelector('[data-panel=notes]');

export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(FIELD);

/** Without a visible tool, as on phones, the panel opens by itself. */
export function openPanel(host: HTMLElement): void {
  if (notesPanel()?.open) return;
  const tools = [...host.querySelectorAll<HTMLElement>('[data-tool=notes]')];
  const tool = tools.find((each) => each.checkVisibility());
  if (tool) {
    tool.click();
    return;
  }
  host.panels?.close();
  host.panels?.reveal('notes');
  notesPanel()?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** Opens the list, at this note. */
export async function openList(host: HTMLElement, desk: Desk, id?: string): Promise<void> {
  if (!(await host.panels?.need())) return;
  openPanel(host);
  if (id) desk.showNote(id);
}

/** While the reader writes, the page beside the panel stays reachable. Returns how to stop. */
export function followWriting(host: HTMLElement, desk: Desk, begin: () => void): () => void {
  let wasWriting = false;
  return desk.onChange(() => {
    const isWriting = desk.draft !== null;
    notesPanel()?.toggleAttribute('data-writing', isWriting);
    if (isWriting === wasWriting) return;
    wasWriting = isWriting;
    if (isWriting) begin();
    if (notesPanel()?.open) host.panels?.reveal('notes');
  });
}

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
