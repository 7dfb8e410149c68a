/** Saves episodes for reading offline, and shows a bar when offline. Comes with the panels. */
import { canSave, tidy } from './client.ts';
import { dateText, fill, sizeText } from './labels.ts';
import { wakeRows } from './rows.ts';
import { UNREAD_MS } from './rules.ts';
import { type Kept, press, watchKept } from './saver.ts';
import { readEpisode } from './shelf.ts';

// For the account's menu, so that both share one file.
export { tellAccount } from './client.ts';

export async function hydrate(island: HTMLElement): Promise<void> {
  island.setAttribute('awake', '');
  const host = island.closest<HTMLElement>('tsuzuki-island[name=stage]');
  const tool = island.querySelector<HTMLElement>('[data-save]');
  if (!host || !tool || !canSave()) return;
  wakeTool(tool);
  wakeRows(host, tool);
  const bar = offlineBar(host, tool);
  addEventListener('offline', () => bar.show());
  addEventListener('online', () => {
    bar.hide();
    void tidy();
    // Acts like reading on, so that unsent progress is sent now.
    find(host, '[data-stage]')?.dispatchEvent(new Event('scroll'));
  });
  if ('offline' in document.documentElement.dataset || !navigator.onLine) bar.show();
}

const find = <E extends HTMLElement>(host: HTMLElement, selector: string): E | null =>
  host.querySelector<E>(selector);

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
    // Otherwise screen readers repeat the same text.
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

/** One line under the upper bar, which it comes and goes with. Not an alert. */
function offlineBar(host: HTMLElement, tool: HTMLElement) {
  const bar = drawn(tool, 'template[data-offline-bar]');
  const said = bar?.querySelector('[data-said]');
  return {
    async show(): Promise<void> {
      const episode = await readEpisode(tool.dataset.save ?? '');
      // Shows nothing for an episode that is not saved. The pages on screen stay.
      if (!bar || !said || episode === null) return;
      const { kept, items } = episode;
      if (kept < items) said.textContent = fill(bar.dataset.part ?? '', { kept, items });
      find(host, 'header[data-bar]')?.append(bar);
    },
    hide: (): void => bar?.remove(),
  };
}
