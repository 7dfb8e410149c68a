/** The reader with and without a line: saving its episode and those of its list, the bar that says so, and pages that are not here. Comes with the panels. */
import { canSave, tidy } from './client.ts';
import { wakeRows } from './rows.ts';
import { UNREAD_MS } from './rules.ts';
import { type Kept, press, watchKept } from './saver.ts';
import { readEpisode } from './shelf.ts';
import { dateText, fill, sizeText } from './words.ts';

// For the account's menu, so that both are one file.
export { tellAccount } from './client.ts';

/** Called by the loader with the host of the tool, which stands in a panel of the reader. */
export async function hydrate(island: HTMLElement): Promise<void> {
  island.setAttribute('awake', '');
  const host = island.closest<HTMLElement>('tsuzuki-island[name=stage]');
  const tool = island.querySelector<HTMLElement>('[data-save]');
  if (!host || !tool || !canSave()) return;
  wakeTool(tool);
  wakeRows(host, tool);
  const bar = offlineBar(host, tool);
  const gaps = holdGaps(host, tool);
  addEventListener('offline', () => bar.show());
  addEventListener('online', () => {
    bar.hide();
    gaps.retry();
    void tidy();
    // As if somebody had read on: what could not be sent is sent now.
    find(host, '[data-stage]')?.dispatchEvent(new Event('scroll'));
  });
  if ('offline' in document.documentElement.dataset || !navigator.onLine) bar.show();
}

const find = <E extends HTMLElement>(host: HTMLElement, selector: string): E | null =>
  host.querySelector<E>(selector);

/** Of the episode that is shown. */
function wakeTool(tool: HTMLElement): void {
  const { save: episodeId = '' } = tool.dataset;
  const button = find<HTMLButtonElement>(tool, ':scope > [data-save-press]');
  const label = button?.querySelector('span');
  const told = find(tool, '[data-save-told]');
  if (!button || !label || !told) return;
  const stop = watchKept((keptAt) => {
    if (!tool.isConnected) return stop();
    const kept = keptAt(location.pathname);
    tool.dataset.deed = kept.deed;
    label.textContent = tool.dataset[kept.deed] ?? '';
    const text = textOf(tool, kept);
    // Else the same is read aloud again and again.
    if (told.textContent !== text) told.textContent = text;
    button.onclick = () => void press(location.pathname, { ...kept, id: kept.id ?? episodeId });
    tool.hidden = false;
  });
}

const textOf = ({ dataset }: HTMLElement, { word, episode }: Kept): string =>
  fill(dataset[word ?? ''] ?? '', {
    kept: episode?.kept ?? 0,
    items: episode?.items ?? 0,
    size: sizeText(episode?.bytes ?? 0),
    date: dateText((episode?.readAt ?? 0) + UNREAD_MS),
  });

const drawn = (tool: HTMLElement, selector: string): HTMLElement | null =>
  (tool.querySelector<HTMLTemplateElement>(selector)?.content.firstElementChild?.cloneNode(true) ??
    null) as HTMLElement | null;

/** One line under the upper bar, which it goes and comes with; no alarm. */
function offlineBar(host: HTMLElement, tool: HTMLElement) {
  const bar = drawn(tool, 'template[data-offline-bar]');
  const said = bar?.querySelector('[data-said]');
  return {
    async show(): Promise<void> {
      const episode = await readEpisode(tool.dataset.save ?? '');
      // Saved by nobody, it says nothing; what is on the screen stays there.
      if (!bar || !said || episode === null) return;
      const { kept, items } = episode;
      if (kept < items) said.textContent = fill(bar.dataset.part ?? '', { kept, items });
      find(host, 'header[data-bar]')?.append(bar);
    },
    hide: (): void => bar?.remove(),
  };
}

/** After the browser has said that there is a line. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 16_000];

/** A page that did not come holds its place and says so; it comes by itself when there is a line again. */
function holdGaps(host: HTMLElement, tool: HTMLElement) {
  const retry = (item: Element): void => {
    // A picture is chosen anew only when it stands there anew.
    for (const picture of item.querySelectorAll('picture'))
      picture.replaceWith(picture.cloneNode(true) as Element);
  };
  const hold = (image: HTMLImageElement): void => {
    const item = image.closest<HTMLElement>('[data-item]');
    const sheet = item?.querySelector<HTMLElement>('[data-sheet]');
    if (!item || !sheet || sheet.querySelector('[data-gap]')) return;
    const gap = drawn(tool, 'template[data-offline-gap]');
    if (!gap) return;
    const page = Number(item.id.slice(1));
    const back = gap.querySelector<HTMLAnchorElement>('[data-back]');
    for (const each of gap.querySelectorAll('[data-fill]'))
      each.textContent = fill(each.textContent ?? '', { page: each === back ? page - 1 : page });
    // The template's document has no address, so `hash` would make it one of its own.
    back?.setAttribute('href', `#p${page - 1}`);
    if (page === 1) back?.remove();
    gap.querySelector('[data-retry]')?.addEventListener('click', () => retry(item));
    sheet.append(gap);
  };
  const isPage = (target: EventTarget | null): target is HTMLImageElement =>
    target instanceof HTMLImageElement && target.closest('[data-item]') !== null;
  host.addEventListener('error', ({ target }) => isPage(target) && hold(target), { capture: true });
  const isBroken = ({ complete, currentSrc, naturalWidth }: HTMLImageElement): boolean =>
    complete && currentSrc !== '' && naturalWidth === 0;
  /** A strip has several pieces: as long as one lacks, the page does. */
  const release = (item: Element): void => {
    if (![...item.querySelectorAll('img')].some(isBroken)) item.querySelector('[data-gap]')?.remove();
  };
  host.addEventListener(
    'load',
    ({ target }) => {
      const item = isPage(target) && target.closest('[data-item]');
      if (item) release(item);
    },
    { capture: true },
  );
  for (const image of host.querySelectorAll<HTMLImageElement>('[data-item] img'))
    if (isBroken(image)) hold(image);
  const retryAll = (): void => {
    for (const gap of host.querySelectorAll('[data-gap]')) {
      const item = gap.closest('[data-item]');
      if (item && [...item.querySelectorAll('img')].some(isBroken)) retry(item);
    }
  };
  /** The browser says that there is a line before the worker has one. */
  const retrySoon = (pauses: readonly number[]): void => {
    const [pause, ...rest] = pauses;
    if (pause === undefined || !navigator.onLine || !host.querySelector('[data-gap]')) return;
    setTimeout(() => {
      retryAll();
      retrySoon(rest);
    }, pause);
  };
  return {
    retry(): void {
      retryAll();
      retrySoon(PAUSES_MS);
    },
  };
}
