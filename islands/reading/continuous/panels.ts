/** Panels belong to one episode. Closed ones are fetched again on demand, an open one at once. */
import type { Panels } from '../stage/panels.ts';

/** The story's panel, the same for all episodes. */
const KEPT = 'reading';

export function takePanelsAlong(host: HTMLElement): (panels: Panels) => void {
  let open: HTMLDetailsElement | null = null;
  for (const panel of host.querySelectorAll<HTMLDetailsElement>('details[data-panel]'))
    if (!panel.open) panel.remove();
    else if (panel.dataset.panel !== KEPT) open = panel;
  const name = open?.dataset.panel;
  if (!open || !name) return () => undefined;
  const old = open;
  // The panel stays until its successor arrives. The new name keeps it from being found.
  old.dataset.panel = 'left';
  for (const each of old.querySelectorAll('[id]')) each.removeAttribute('id');
  return async (panels) => {
    const [top, hadFocus] = [
      old.querySelector('[data-panel-body]')?.scrollTop ?? 0,
      old.contains(document.activeElement),
    ];
    if (await panels.need()) {
      panels.reveal(name);
      const fresh = host.querySelector<HTMLElement>(`[data-panel="${name}"]`);
      fresh?.querySelector('[data-panel-body]')?.scrollTo({ top });
      if (hadFocus) fresh?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    }
    old.remove();
  };
}
