import type Squire from 'squire-rte';

/** The nearest matching element around the start of the selection. */
export function nearest<Found extends Element = HTMLElement>(editor: Squire, selector: string): Found | null {
  const { startContainer } = editor.getSelection();
  const start = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const found = start?.closest<Found>(selector) ?? null;
  return found !== null && editor.getRoot().contains(found) ? found : null;
}

/** Ids not used in the text (`t1`, `t2` …). */
export function freshPlaces(root: ParentNode, count: number): string[] {
  let last = 0;
  for (const { id } of root.querySelectorAll('[id]')) {
    const number = Number(/^t(\d{1,6})$/.exec(id)?.[1] ?? 0);
    last = Math.max(last, number);
  }
  return Array.from({ length: count }, (_, index) => `t${last + 1 + index}`);
}
