/** An episode in the document, with data from its own page. Only the one in sight is a stage and owns its anchors. */
import { watchSlots } from '../../income/interstitials.ts';
import { keepNear } from '../stage/near.ts';
import { fetchPage } from '../stage/page.ts';
import { itemsOf } from '../stage/stage.ts';
import type { Showing } from '../stage/types.ts';
import { type Around, aroundOf } from './around.ts';

export type Pictures = 'first' | 'last' | 'none';

export type Episode = {
  url: string;
  section: HTMLElement;
  around: Around;
  /** Data attributes of the reader's host, which tell scripts what is read. */
  facts: Readonly<Record<string, string | undefined>>;
  /** Stops watching its advertisements. */
  stop(): void;
  /** Pictures loaded while another episode is in sight. */
  pictures?: Pictures;
};

const FACTS = ['number', 'episodeId', 'storyId', 'notes', 'direction'] as const;
const HOST = 'tsuzuki-island[name=stage]';

const factsOf = ({ dataset }: HTMLElement): Episode['facts'] =>
  Object.fromEntries(FACTS.map((name) => [name, dataset[name]]));

export const presentEpisode = (host: HTMLElement, section: HTMLElement): Episode => ({
  url: location.pathname + location.search,
  section,
  around: aroundOf(document),
  facts: factsOf(host),
  stop: () => undefined,
});

/** Null when it has no pages, is read another way or is of another release. Throws when offline. */
export async function fetchEpisode(
  address: string,
  host: HTMLElement,
  { section: { className } }: Pick<Episode, 'section'>,
): Promise<Episode | null> {
  const found = await fetchPage(address);
  const there = found?.page.querySelector<HTMLElement>(HOST);
  const drawn = there?.querySelector<HTMLElement>('[data-stage]');
  if (!found || !there || !drawn || drawn.className !== className) return null;
  if (there.getAttribute('chunks') !== host.getAttribute('chunks')) return null;
  const { pathname, search } = new URL(found.url);
  const section = document.importNode(drawn, true);
  section.dataset.staged = '';
  for (const image of section.querySelectorAll('img')) image.fetchPriority = 'auto';
  const episode: Episode = {
    url: pathname + search,
    section,
    around: aroundOf(found.page),
    facts: factsOf(there),
    stop: () => undefined,
  };
  park(episode);
  return episode;
}

export function watch(episode: Episode): void {
  const { facts, section } = episode;
  if (facts.episodeId) episode.stop = watchSlots(section, facts.episodeId);
  // Wakes the islands that would wake at rest in its own page.
  for (const island of section.querySelectorAll('tsuzuki-island'))
    island.dispatchEvent(new Event('pointerover', { bubbles: true }));
}

/** `#p4` is a page of the episode in sight, `#8-p4` one of another episode. */
export function park({ section, facts: { number } }: Episode): void {
  delete section.dataset.stage;
  rename(section, (id) => `${number}-${id}`);
}

export function claim(episode: Episode): void {
  const {
    section,
    facts: { number },
  } = episode;
  delete episode.pictures;
  section.dataset.stage = '';
  rename(section, (id) => id.replace(`${number}-`, ''));
}

function rename(section: HTMLElement, nameOf: (id: string) => string): void {
  for (const each of section.querySelectorAll('[id]')) each.id = nameOf(each.id);
  for (const link of section.querySelectorAll('a[href^="#"]'))
    link.setAttribute('href', `#${nameOf(link.getAttribute('href')?.slice(1) ?? '')}`);
  for (const label of ['aria-labelledby', 'aria-describedby', 'aria-controls'])
    for (const each of section.querySelectorAll(`[${label}]`))
      each.setAttribute(label, nameOf(each.getAttribute(label) ?? ''));
}

/** Shows the next episode's name at the end of this one, below the card if that is already visible. */
export function divide({ section }: Episode, { around }: Episode): void {
  const end = section.querySelector<HTMLElement>('[data-end]');
  if (!end) return;
  const divider = document.createElement('h2');
  const name = around.parts[0]?.querySelector('h1');
  for (const label of ['lang', 'dir']) divider.setAttribute(label, name?.getAttribute(label) ?? '');
  divider.dataset.divider = '';
  divider.textContent = name?.querySelector('span')?.textContent ?? '';
  end.dataset.passed = end.getBoundingClientRect().top < innerHeight && section.isConnected ? 'below' : '';
  end.append(divider);
}

/** Brings the card back. */
export function unite({ section }: Episode): void {
  const end = section.querySelector<HTMLElement>('[data-end]');
  delete end?.dataset.passed;
  end?.querySelector('[data-divider]')?.remove();
}

export function bringPictures(episode: Episode, which: Pictures, showing: Showing): void {
  if (episode.pictures === which) return;
  episode.pictures = which;
  const items = itemsOf(episode.section);
  const item = which === 'first' ? 0 : which === 'last' ? items.length : items.length + 99;
  keepNear(items)({ item, last: item }, showing);
}
