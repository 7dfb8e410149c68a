/** A save button for each episode in the reader's panel, from a template beside the reader's own tool. */

import { fill, sizeText, withSize } from './labels.ts';
import { type Kept, press, watchKept } from './saver.ts';

const ROWS = '[data-panel=episodes] [data-marks] [data-episode]';

/** `tool` holds the texts and the template, and leaves the page with its panel. */
export function wakeRows(host: HTMLElement, tool: HTMLElement): void {
  const template = tool.querySelector<HTMLTemplateElement>('template[data-save-row]')?.content;
  const button = template?.querySelector('button');
  const told = template?.querySelector('[data-told]');
  if (!button || !told) return;
  let keptAt: ((address: string) => Kept) | null = null;

  function draw(): void {
    if (!tool.isConnected) stop();
    for (const row of host.querySelectorAll<HTMLElement>(ROWS)) {
      const link = row.querySelector('a');
      // The current episode has the tool itself.
      if (link && keptAt && row.dataset.episode !== host.dataset.number) drawRow(row, link, keptAt);
    }
  }

  function drawRow(row: HTMLElement, link: HTMLAnchorElement, find: (address: string) => Kept): void {
    const kept = find(link.href);
    const own = row.querySelector<HTMLButtonElement>('[data-save-press]');
    // Episodes that must be paid for first cannot be saved.
    if (row.dataset.mark === 'price' && kept.word === null) {
      own?.remove();
      return;
    }
    const pressed = own ?? slotOf(row, 'state').appendChild(button?.cloneNode(true) as HTMLButtonElement);
    const name = `${row.dataset.episode} · ${link.querySelector('span')?.textContent ?? ''}`;
    const label = withSize(fill(tool.dataset[`${kept.deed}Name`] ?? '', { name }), kept);
    pressed.dataset.deed = kept.deed;
    pressed.setAttribute('aria-label', label);
    pressed.title = label;
    pressed.onclick = () => void press(link.pathname, kept);
    const text = kept.word === null ? '' : textOf(tool, kept);
    const said = row.querySelector<HTMLElement>('[data-told]');
    if (said?.textContent === text || (!said && text === '')) return;
    const line = said ?? slotOf(row, 'facts').appendChild(told?.cloneNode(true) as HTMLElement);
    line.dataset.told = kept.word ?? '';
    line.textContent = text;
  }

  const stopWatching = watchKept((find) => {
    keptAt = find;
    draw();
  });
  host.addEventListener('marked', draw);
  function stop(): void {
    stopWatching();
    host.removeEventListener('marked', draw);
  }
}

const slotOf = (row: HTMLElement, name: string): Element => row.querySelector(`[data-cell=${name}]`) ?? row;

function textOf({ dataset }: HTMLElement, { word, episode }: Kept): string {
  const text = dataset[word === 'ready' ? 'isSaved' : (word ?? '')] ?? '';
  return fill(text, {
    kept: episode?.kept ?? 0,
    items: episode?.items ?? 0,
    size: sizeText(episode?.bytes ?? 0),
  });
}
