/** Stories whose counts have grown since their pages were made; the pages are made anew at most every few minutes. */
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';

/** The counts that public pages show are at most so old: pages are not rendered anew for every view. */
const PAGES_STALE_MS = 10 * MINUTE_MS;
const STORIES_MAX_COUNT = 10_000;

export function createGrownStories() {
  /** Since when their pages show older counts, the longest first. */
  const stale = new Map<string, number>();

  return {
    get size(): number {
      return stale.size;
    },
    note({ clock }: Deps, storyIds: readonly string[]): void {
      const nowMs = clock.now().getTime();
      for (const id of storyIds) if (!stale.has(id)) stale.set(id, nowMs);
    },
    /** Has the pages made anew that are behind for long enough, or all of them. */
    async show(deps: Deps, isEnd: boolean): Promise<void> {
      const before = deps.clock.now().getTime() - PAGES_STALE_MS;
      const isAll = isEnd || stale.size > STORIES_MAX_COUNT;
      const due = [...stale].filter(([, sinceMs]) => isAll || sinceMs <= before);
      if (due.length === 0) return;
      const tags = due.map(([id]) => `story:${id}` as const);
      try {
        await inTransaction(deps, (tx) => purge(tx, [...tags, 'landing:new']));
        for (const [id] of due) stale.delete(id);
      } catch (error) {
        deps.log.warn({ err: error }, 'pages go on showing older counts');
      }
    },
  };
}
