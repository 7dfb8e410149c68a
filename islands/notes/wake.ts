/** What is done with the words of a chapter: it comes when somebody touches them. A note opens where it is called. */
import { openNote } from './note.ts';

const CALL = 'a[role=doc-noteref]';

/** Called by the loader with the host of the words, within the host of the chapter. */
export async function hydrate(island: HTMLElement): Promise<void> {
  island.setAttribute('awake', '');
  // The loader wakes the nearest host alone (../runtime/loader.ts).
  island.parentElement?.dispatchEvent(new Event('focusin'));
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
}
