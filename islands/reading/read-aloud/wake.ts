/** Wakes the control that reads a chapter aloud. Its bar comes with the panels. */
import { awake } from '../prose/frame.ts';
import { takeGoingOn } from './local-storage.ts';
import { openReader, type Reader } from './reader.ts';

/** Only one voice speaks, whichever control was pressed. */
let reader: Reader | null = null;

export async function hydrate(island: HTMLElement): Promise<void> {
  island.setAttribute('awake', '');
  const isGoingOn = takeGoingOn();
  const control = island.querySelector<HTMLElement>('[data-tool=aloud]');
  control?.addEventListener('click', () => {
    if (reader) reader.close();
    else void open('screen');
  });
  // The reader has selected where to begin (../selection/bar.ts).
  island.addEventListener('listen', (event) => {
    const { detail } = event as CustomEvent<Range>;
    if (reader) reader.start(detail);
    else void open(detail);
  });
  if (control && isGoingOn) await open('top');
}

function press(isOn: boolean): void {
  for (const control of document.querySelectorAll('[data-tool=aloud]'))
    control.setAttribute('aria-pressed', String(isOn));
}

async function open(from: Parameters<Reader['start']>[0]): Promise<void> {
  const host = document.querySelector<HTMLElement>('tsuzuki-island[name=stage]');
  const article = host?.querySelector<HTMLElement>('[data-prose]');
  if (!host || !article) return;
  await awake(host);
  const { panels } = host;
  if (!(await panels?.need())) return;
  const bar = document.querySelector<HTMLElement>('#reader-aloud');
  if (!bar || reader) return;
  const { number, count } = article.closest<HTMLElement>('tsuzuki-island[name=prose]')?.dataset ?? {};
  const onward = host.querySelector<HTMLAnchorElement>('#end a[rel=next]');
  const next = Number(number) < Number(count) ? (onward?.href ?? null) : null;
  // The panel with the pressed button covers the text.
  panels?.close();
  press(true);
  reader = openReader(article, bar, {
    next,
    onClose() {
      reader = null;
      press(false);
      if (document.activeElement === document.body)
        host.querySelector<HTMLElement>('[data-reader-bar] [data-tool=aloud]')?.focus();
    },
  });
  reader.start(from);
}
