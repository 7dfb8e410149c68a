/** Wakes the words of a chapter at the first touch, and opens footnotes at their calls. */
import { openNote } from './note.ts';

const CALL = 'a[role=doc-noteref]';

export async function hydrate(island: HTMLElement): Promise<void> {
  island.setAttribute('awake', '');
  // The loader wakes only the nearest host (../../runtime/loader.ts).
  island.parentElement?.dispatchEvent(new Event('focusin'));
  watchWords(island);
  const note = document.querySelector<HTMLElement>('#note');
  // In browsers without popovers, a call leads to its footnote.
  if (!note || !('showPopover' in note)) return;
  note.hidden = false;
  const press = (event: MouseEvent): void => {
    const call = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(CALL);
    if (!call || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void openNote(note, call);
  };
  island.addEventListener('click', press);
  note.addEventListener('click', press);
  // Tapped before this script loaded (typography.ts).
  island.querySelector<HTMLElement>('[data-tapped]')?.click();
}

function watchWords(island: HTMLElement): void {
  const host = island.closest<HTMLElement>('tsuzuki-island[name=stage]');
  const article = island.querySelector<HTMLElement>('[data-prose]');
  if (!host || !article) return;
  const done = new AbortController();
  let isComing = false;
  const look = async (): Promise<void> => {
    const selection = getSelection();
    if (isComing || !selection || selection.isCollapsed || !article.contains(selection.anchorNode)) return;
    isComing = true;
    try {
      const { watchSelection } = await import.meta.later('../selection/bar.ts');
      await watchSelection(host, article);
      done.abort();
    } catch {
      // Retries with the next selection.
      isComing = false;
    }
  };
  document.addEventListener('selectionchange', () => void look(), { signal: done.signal });
}
