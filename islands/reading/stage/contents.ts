/** The chapters in their panel: what is read, the current one, and how long others take. Comes with the panels. */
import { fill, writeText } from './fill.ts';
import { PLACES, type Places, readKept } from './memory.ts';
import type { AskMine } from './mine.ts';
import type { Panels } from './panels.ts';
import type { Followed } from './types.ts';

export function wakeContents(
  host: HTMLElement,
  book: Followed | null,
  { panels, ask, signal }: { panels: Panels; ask: AskMine; signal: AbortSignal },
): void {
  const list = host.querySelector<HTMLElement>('[data-contents]');
  const { slug = '', number: episode = '' } = host.dataset;
  const here = Number(host.querySelector<HTMLElement>('tsuzuki-island[name=prose]')?.dataset.number);
  if (!list || !here) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-chapter]')];
  // A long list contains only a hundred chapters.
  const rowOf = (number: number) => rows.find((row) => Number(row.dataset.chapter) === number);
  const { read = '', percent = '' } = list.dataset;
  const stateOf = (row: HTMLElement | undefined) => row?.querySelector('[data-state]');

  function markUpTo(last: number): void {
    for (const row of rows) {
      if (Number(row.dataset.chapter) > last || 'done' in row.dataset) continue;
      row.dataset.done = '';
      const state = stateOf(row);
      if (state && Number(row.dataset.chapter) !== here) state.textContent = read;
    }
  }

  async function markAll(): Promise<void> {
    markUpTo(readKept<Places>(PLACES)[`${slug}/${episode}`]?.furthest ?? 0);
    const own = (await ask())?.episodes.find(({ number }) => number === Number(episode));
    if (own && !signal.aborted) markUpTo(own.finished ? own.items : own.furthest_item - 1);
  }

  function show(): void {
    void markAll();
    const row = rowOf(here);
    const body = row?.closest<HTMLElement>('[data-panel-body]');
    if (!row || !body) return;
    body.scrollTop +=
      row.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 3;
  }

  for (const row of rows) {
    // Offline, the panel may come from another chapter's page.
    if (Number(row.dataset.chapter) === here) row.setAttribute('aria-current', 'page');
    else row.removeAttribute('aria-current');
  }
  book?.onSeen(({ fraction, isAtEnd }) => {
    writeText(stateOf(rowOf(here)), fill(percent, { percent: isAtEnd ? 100 : Math.floor(100 * fraction) }));
  });
  const field = host.querySelector<HTMLElement>('[data-find] input[type=search]');
  // Without that file, the form is submitted.
  const search = () =>
    import.meta.later('../continuous/find.ts').then(
      ({ wakeFind }) => wakeFind(host, panels, signal),
      () => undefined,
    );
  field?.addEventListener('focus', search, { once: true, signal });
  panels.onOpen('contents', show);
  // The address may have opened the panel.
  if (list.closest('details')?.open) show();
}
