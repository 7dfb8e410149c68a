/** What belongs to this reader alone: the heart, and what is read in the list of episodes. */
import { fill } from './fill.ts';
import { wakeLike } from './like.ts';
import { PLACES, type Places, readKept } from './memory.ts';
import type { Panels } from './panels.ts';
import type { Mine, Stage } from './types.ts';

type Mark = { item: number; furthest: number };

const asked = async <T>(path: string): Promise<T | null> => {
  try {
    const reply = await fetch(`/api/${path}`, { headers: { accept: 'application/json' } });
    return reply.ok ? ((await reply.json()) as T) : null;
  } catch {
    // What the browser itself knows stands there all the same.
    return null;
  }
};

/** What the account knows of the story; null for who has none, or when no answer comes. */
export function askMine({ dataset }: HTMLElement, signedIn: boolean): Promise<Mine | null> {
  const { storyId, number = '' } = dataset;
  const from = Math.max(1, Number(number) - LISTED_BEFORE);
  return signedIn && storyId
    ? asked<Mine>(`stories/${storyId}/mine?episodes_from=${from}`)
    : Promise.resolve(null);
}

export function wakeMine(
  host: HTMLElement,
  stage: Stage | null,
  {
    panels,
    signedIn,
    mine,
    signal,
  }: { panels: Panels; signedIn: boolean; mine: Promise<Mine | null>; signal: AbortSignal },
): void {
  const { episodeId } = host.dataset;
  if (episodeId && signedIn) {
    wakeLike(host, episodeId, { mine, signal });
    const wakeOwn = async (): Promise<void> => {
      const own = await mine;
      if (!own || signal.aborted) return;
      const { wakeEnd } = await import.meta.later('./account.ts');
      wakeEnd(host, own, signal);
    };
    // Without that file the forms are sent by themselves.
    void wakeOwn().catch(() => undefined);
  }
  panels.onArrival(() => markList(host, stage, { panels, mine }));
}

/** As many as the list of the reader shows before the present one. */
const LISTED_BEFORE = 12;

function markList(
  host: HTMLElement,
  stage: Stage | null,
  { panels, mine }: { panels: Panels; mine: Promise<Mine | null> },
): void {
  const { slug = '', number: here = '' } = host.dataset;
  const list = host.querySelector<HTMLElement>('[data-marks]');
  const rows = new Map<number, HTMLElement>();
  for (const row of list?.querySelectorAll<HTMLElement>('[data-episode]') ?? [])
    rows.set(Number(row.dataset.episode), row);
  const present = rows.get(Number(here));
  rows.delete(Number(here));
  const place = present?.querySelector<HTMLElement>('[data-slot=facts] > b');
  const line = present?.querySelector<HTMLElement>('i[style]');
  stage?.onSeen(({ item }) => {
    if (place) place.textContent = placeText(list, item, stage.items.length);
    if (line) line.style.width = `${(item / stage.items.length) * 100}%`;
  });
  panels.onOpen('episodes', async () => {
    const body = present?.closest<HTMLElement>('[data-panel-body]');
    if (body && present)
      body.scrollTop +=
        present.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 3;
    for (const [number, row] of rows) {
      const kept = readKept<Places>(PLACES)[`${slug}/${number}`];
      if (kept) mark(list, row, { item: kept.number, furthest: kept.furthest });
    }
    const own = await mine;
    const unlocked = list?.querySelector<HTMLTemplateElement>('[data-unlocked]')?.content;
    for (const number of own?.unlocked_numbers ?? [])
      if (unlocked)
        rows.get(number)?.querySelector('[data-slot=state]')?.replaceChildren(unlocked.cloneNode(true));
    for (const { number, item, finished, items, furthest_item: furthest } of own?.episodes ?? []) {
      const row = rows.get(number);
      if (row) mark(list, row, { item, furthest: finished ? items : furthest });
    }
  });
}

const placeText = (list: HTMLElement | null, page: number, pages: number): string =>
  fill(list?.dataset.place ?? '', { page, pages });

/** The furthest that either the browser or the account knows. */
function mark(list: HTMLElement | null, row: HTMLElement, { item, furthest }: Mark): void {
  const items = Number(row.dataset.items);
  const isRead = items > 0 && furthest >= items;
  if (row.dataset.mark === 'read' || items === 0) return;
  row.dataset.mark = isRead ? 'read' : 'begun';
  const facts = row.querySelector('[data-slot=facts]');
  if (!facts) return;
  const text = facts.querySelector('[data-mark]') ?? facts.appendChild(document.createElement('span'));
  text.setAttribute('data-mark', '');
  text.textContent = isRead ? (list?.dataset.read ?? '') : placeText(list, Math.min(item, items), items);
}
