/** Panels speak of one episode: closed ones are fetched anew when somebody reaches for them, an open one at once. */
import type { Panels } from '../stage/panels.ts';

/** Of the story, and the same for all its episodes. */
const KEPT = 'reading';

/** Answers what is to be called with the panels of the episode that comes. */
export function takePanelsAlong(host: HTMLElement): (panels: Panels) => void {
  let open: HTMLDetailsElement | null = null;
  for (const panel of host.querySelectorAll<HTMLDetailsElement>('details[data-panel]'))
    if (!panel.open) panel.remove();
    else if (panel.dataset.panel !== KEPT) open = panel;
  const name = open?.dataset.panel;
  if (!open || !name) return () => undefined;
  const old = open;
  // It stands there until its successor has come, and is taken for none.
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
