import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';

/** Counts on public pages are at most this old. Pages are not rendered again for every view. */
const PAGES_STALE_MS = 10 * MINUTE_MS;
const STORIES_MAX_COUNT = 10_000;

export function createGrownStories() {
  /** Time since which their pages are outdated, the oldest first. */
  const stale = new Map<string, number>();

  return {
    get size(): number {
      return stale.size;
    },
    note({ clock }: Deps, storyIds: readonly string[]): void {
      const nowMs = clock.now().getTime();
      for (const id of storyIds) if (!stale.has(id)) stale.set(id, nowMs);
    },
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
        deps.log.warn({ err: error }, 'could not refresh pages: they still show older counts');
      }
    },
  };
}
