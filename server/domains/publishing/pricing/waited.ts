/**
 * Episodes become free after a waiting time (`priceInForce`). Pages that state it expire then, and this sweep purges
 * all others. It may run twice, and in several workers.
 */

import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { episodes, pricingStrategies, stories } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import type { PurgeTag } from '../../../ports.ts';
import { findSetting, replaceSetting } from '../../platform/tables/settings.ts';
import { FREE_AFTER_MAX_DAYS } from './rules.ts';

const DONE_UNTIL = 'episodes.free_until';
/** Without freed episodes the time is stored only this often. Repeating the search costs nothing. */
const KEPT_MS = MINUTE_MS;

export async function purgeFreed(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const kept = await findSetting(deps, DONE_UNTIL);
  const since = kept === null ? new Date(now.getTime() - DAY_MS) : new Date(kept);
  const freed = await findFreed(deps, since, now);
  if (freed.length === 0 && kept !== null && now.getTime() - since.getTime() < KEPT_MS) return;
  await inTransaction(deps, async (tx) => {
    await replaceSetting(tx, DONE_UNTIL, now.toISOString());
    if (freed.length === 0) return;
    purge(tx, [...freed.map(({ storyId }): PurgeTag => `story:${storyId}`), 'landing:new']);
  });
}

/** One index lookup per number of days, however many episodes there are. */
function findFreed({ db }: Deps, since: Date, now: Date): Promise<{ storyId: string }[]> {
  const before = (moment: Date) =>
    sql`${moment.toISOString()}::timestamptz - make_interval(hours => 24 * waits.days)`;
  return db
    .select({ storyId: episodes.storyId })
    .from(sql`generate_series(1, ${FREE_AFTER_MAX_DAYS}::int) as waits(days)`)
    .innerJoin(
      episodes,
      and(gt(episodes.firstPublishedAt, before(since)), lte(episodes.firstPublishedAt, before(now))),
    )
    .innerJoin(
      pricingStrategies,
      and(
        eq(pricingStrategies.storyId, episodes.storyId),
        eq(pricingStrategies.freeAfterDays, sql`waits.days`),
      ),
    )
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(
      and(
        eq(episodes.status, 'published'),
        sql`${pricingStrategies.type} <> 'all_free'`,
        isNull(episodes.deletedAt),
        isNull(stories.deletedAt),
      ),
    )
    .groupBy(episodes.storyId);
}
