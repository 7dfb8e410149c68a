/** What is done with the words of a chapter: it comes when somebody touches them. A note opens where it is called. */
import { openNote } from './note.ts';

const CALL = 'a[role=doc-noteref]';

/** Called by the loader with the host of the words, within the host of the chapter. */
export async function hydrate(island: HTMLElement): Promise<void> {
  island.setAttribute('awake', '');
  // The loader wakes the nearest host alone (../runtime/loader.ts).
  island.parentElement?.dispatchEvent(new Event('focusin'));
  watchWords(island);
  const note = document.querySelector<HTMLElement>('#note');
  // Where no browser lays one thing over the other, a call leads to its note.
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
  // Tapped before this script came (typography.ts).
  island.querySelector<HTMLElement>('[data-tapped]')?.click();
}

/** What can be done with words that are selected comes when some are. */
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
      // With the next selection once more.
      isComing = false;
    }
  };
  document.addEventListener('selectionchange', () => void look(), { signal: done.signal });
}
