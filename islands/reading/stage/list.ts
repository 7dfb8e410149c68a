/** The episodes in their panel: position, read and unlocked ones, and other hundreds. Comes with the panels. */
import { wakeContents } from './contents.ts';
import { fill, writeText } from './fill.ts';
import { PLACES, type Places, readKept } from './memory.ts';
import type { AskMine } from './mine.ts';
import { fetchPage } from './page.ts';
import type { Panels } from './panels.ts';
import type { Followed } from './types.ts';

const PANEL = '[data-panel=episodes]';
const LIST = `${PANEL} [data-marks]`;

type Mark = { item: number; furthest: number };

export function wakeList(
  host: HTMLElement,
  stage: Followed | null,
  { panels, ask, signal }: { panels: Panels; ask: AskMine; signal: AbortSignal },
): void {
  wakeContents(host, stage, { panels, ask, signal });
  const { slug = '', number: here = '' } = host.dataset;
  const panel = host.querySelector<HTMLDetailsElement>(PANEL);
  const present = () => host.querySelector<HTMLElement>(`${LIST} [data-episode="${here}"]`);
  let row = present();

  function showPlace(): void {
    const [pages, list] = [stage?.items.length ?? 0, row?.closest<HTMLElement>(LIST)];
    if (!stage || !row || !list) return;
    const { item } = stage.seen;
    const place = row.querySelector('[data-cell=facts] > b');
    const line = row.querySelector<HTMLElement>('i[style]');
    writeText(place, placeText(list, item, pages));
    if (line) line.style.width = `${(item / pages) * 100}%`;
  }

  async function markRows(): Promise<void> {
    const list = host.querySelector<HTMLElement>(LIST);
    if (!list) return;
    list.dispatchEvent(new Event('marked', { bubbles: true }));
    const rows = rowsOf(list);
    rows.delete(Number(here));
    const places = readKept<Places>(PLACES);
    for (const [number, row] of rows) {
      const kept = places[`${slug}/${number}`];
      if (kept) mark(list, row, { item: kept.number, furthest: kept.furthest });
    }
    const own = await ask(Number(list.dataset.first));
    const count = panel?.querySelector<HTMLElement>('[data-read-count]');
    if (count && own?.read_count)
      count.textContent = fill(count.dataset.readCount ?? '', { count: own.read_count });
    const unlocked = list.querySelector<HTMLTemplateElement>('[data-unlocked]')?.content;
    for (const number of own?.unlocked_numbers ?? []) {
      const row = rows.get(number);
      if (!row || !unlocked || 'unlocked' in row.dataset) continue;
      row.dataset.unlocked = '';
      if (row.dataset.mark === 'price') row.dataset.mark = 'unlocked';
      row.querySelector('[data-cell=state]')?.replaceChildren(unlocked.cloneNode(true));
    }
    for (const { number, item, finished, items, furthest_item: furthest } of own?.episodes ?? []) {
      const row = rows.get(number);
      if (row) mark(list, row, { item, furthest: finished ? items : Math.min(furthest, items - 1) });
    }
    // Each row may have a save button (../offline/rows.ts).
    list.dispatchEvent(new Event('marked', { bubbles: true }));
  }

  function show(): void {
    row = present();
    showPlace();
    if (row) bringIntoSight(row);
    // The loader searched before the list arrived.
    host.querySelector(`${LIST} tsuzuki-island`)?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    for (const tab of host.querySelectorAll<HTMLElement>(`${LIST} > nav > [aria-current]`))
      tab.parentElement?.scrollTo({ left: tab.offsetLeft - tab.offsetWidth });
    void markRows();
  }

  stage?.onSeen(showPlace);
  panel?.addEventListener('click', turnTo(host, show, signal), { signal });
  panels.onOpen('episodes', show);
  // The address may have opened the panel.
  if (panel?.open) show();
}

/** Shows another hundred instead. The focus stays on its link. */
function turnTo(host: HTMLElement, show: () => void, signal: AbortSignal) {
  let turns = 0;
  return async (event: MouseEvent): Promise<void> => {
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('[data-marks] > nav a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turns += 1;
    const turn = turns;
    host.querySelector(LIST)?.setAttribute('aria-busy', 'true');
    const found = await fetchPage(link.href).catch(() => null);
    // Another hundred was chosen meanwhile, or another episode is in sight.
    if (signal.aborted || turn !== turns) return;
    const fresh = found?.page.querySelector(LIST);
    const old = host.querySelector<HTMLElement>(LIST);
    if (!fresh || !old) return location.assign(link.href);
    const hadFocus = old.contains(document.activeElement);
    const list = document.importNode(fresh, true);
    old.replaceWith(list);
    list.scrollIntoView();
    show();
    if (hadFocus) list.querySelector<HTMLElement>('nav > [aria-current]')?.focus({ preventScroll: true });
  };
}

function bringIntoSight(row: HTMLElement): void {
  const body = row.closest<HTMLElement>('[data-panel-body]');
  if (body)
    body.scrollTop +=
      row.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 3;
}

function rowsOf(list: HTMLElement): Map<number, HTMLElement> {
  const rows = new Map<number, HTMLElement>();
  for (const row of list.querySelectorAll<HTMLElement>('[data-episode]') ?? [])
    rows.set(Number(row.dataset.episode), row);
  return rows;
}

const placeText = (list: HTMLElement, page: number, pages: number): string =>
  fill(list.dataset.place ?? '', { page, pages });

/** Uses the furthest position that the browser or the account knows. */
function mark(list: HTMLElement, row: HTMLElement, { item, furthest }: Mark): void {
  const items = Number(row.dataset.items);
  const isRead = items > 0 && furthest >= items;
  if (row.dataset.mark === 'read' || items === 0) return;
  if (isRead) row.dataset.mark = 'read';
  else if (row.dataset.mark !== 'price') row.dataset.mark = 'begun';
  const facts = row.querySelector('[data-cell=facts]');
  if (!facts) return;
  const text = facts.querySelector('[data-mark]') ?? facts.appendChild(document.createElement('span'));
  text.setAttribute('data-mark', '');
  text.textContent = isRead ? (list.dataset.read ?? '') : placeText(list, Math.min(item, items), items);
}
