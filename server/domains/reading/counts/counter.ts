/** Gathers views in memory and counts them in batches. A killed process loses the views of the last seconds. */

import type { Deps } from '../../../deps.ts';
import { createBudget } from '../../../lib/budget.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import type { EpisodeCache } from '../../coins/unlock/access-facts.ts';
import { createGrownStories } from './grown-stories.ts';
import type { View, ViewCounter } from './view-counter.ts';
import { countViews } from './views.ts';

const FLUSH_MS = 3_000;
const BATCH_MAX_COUNT = 1_000;
/** Limit while the database is offline. Further views are lost, so that no process runs out of memory. */
const WAITING_MAX_COUNT = 20_000;

export type ViewCounterOptions = { waitingMaxCount?: number; flushMs?: number };

export function createViewCounter(
  depsOf: () => Deps,
  episodes: EpisodeCache,
  { waitingMaxCount = WAITING_MAX_COUNT, flushMs = FLUSH_MS }: ViewCounterOptions = {},
): ViewCounter {
  let waiting = new Map<string, View>();
  const grown = createGrownStories();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires, by the monotonic clock. */
  let ringsAtMs = Number.POSITIVE_INFINITY;
  let closed = false;
  let lost = 0;

  function put(view: View): void {
    const key = `${view.episodeId} ${view.reader}`;
    if (waiting.has(key)) return;
    if (waiting.size >= waitingMaxCount) lost += 1;
    else waiting.set(key, view);
  }

  function wake(afterMs: number): void {
    const atMs = performance.now() + afterMs;
    if (closed || ringsAtMs <= atMs) return;
    clearTimeout(timer);
    ringsAtMs = atMs;
    timer = setTimeout(() => {
      ringsAtMs = Number.POSITIVE_INFINITY;
      void flush().then(sleepOn);
    }, afterMs);
    timer.unref();
  }

  function sleepOn(): void {
    if (waiting.size > 0) wake(flushMs);
    else if (grown.size > 0) wake(MINUTE_MS);
  }

  async function count(): Promise<void> {
    const deps = depsOf();
    const views = [...waiting.values()];
    waiting = new Map();
    for (let at = 0; at < views.length; at += BATCH_MAX_COUNT) {
      try {
        const storyIds = await countViews(deps, views.slice(at, at + BATCH_MAX_COUNT));
        grown.note(deps, storyIds);
      } catch (error) {
        for (const view of views.slice(at)) put(view);
        deps.log.warn({ err: error, views: views.length - at }, 'could not count views; they wait');
        break;
      }
    }
    if (lost > 0) deps.log.warn({ views: lost }, 'too many views were waiting: these are lost');
    lost = 0;
    await grown.show(deps, closed);
  }

  function flush(): Promise<void> {
    // One after the other: two batches of a process would only wait for each other's locks.
    running = running.then(count);
    return running;
  }

  return {
    add(view) {
      if (closed) return;
      put(view);
      wake(flushMs);
    },
    showGrown(storyIds) {
      if (closed || storyIds.length === 0) return;
      grown.note(depsOf(), storyIds);
      wake(MINUTE_MS);
    },
    flush,
    async close() {
      closed = true;
      clearTimeout(timer);
      // No other process knows which pages are outdated.
      if (waiting.size > 0 || grown.size > 0) await flush();
      await running;
      if (waiting.size > 0)
        depsOf().log.error({ views: waiting.size }, 'could not count views; they are lost');
    },
    episodes,
    views: createBudget({ most: 300, windowMs: MINUTE_MS, keys: 20_000 }),
    impressions: createBudget({ most: 600, windowMs: MINUTE_MS, keys: 20_000 }),
    newDevices: createBudget({ most: 100, windowMs: DAY_MS, keys: 20_000 }),
    visitors: createBudget({ most: 30, windowMs: DAY_MS, keys: 20_000 }),
    unmarked: createBudget({ most: 1, windowMs: DAY_MS, keys: 20_000 }),
  };
}
