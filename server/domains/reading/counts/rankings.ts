/** Owns `rankings`: the most read stories of seven days, of each kind and of all. */
import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { rankings, stories, storyDays } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { addDays, utcDay } from '../../../lib/days.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { tryLockByName } from '../../../lib/locks.ts';
import { RANKED_DAYS } from './rules.ts';

/** More than any page shows, because some may be closed to the reader. */
const PLACES_MAX_COUNT = 200;
/** Each run reads every story that was read this week. */
const COUNTED_EVERY_MS = HOUR_MS;
const KEPT_DAYS = 35;

/** A sweep: ranks the week up to today, once an hour or if `isAnew`. Rankings of past days stay. */
export async function rankWeek(deps: Deps, { isAnew = false } = {}): Promise<void> {
  await inTransaction(deps, async (tx) => {
    // Another process is counting.
    if (!(await tryLockByName(tx, 'rankings'))) return;
    const now = tx.clock.now();
    const today = utcDay(now);
    const [last] = await tx.db
      .select({ countedAt: rankings.countedAt })
      .from(rankings)
      .where(eq(rankings.day, today))
      .orderBy(desc(rankings.countedAt))
      .limit(1);
    if (!isAnew && last !== undefined && now.getTime() - last.countedAt.getTime() < COUNTED_EVERY_MS) return;
    await tx.db.delete(rankings).where(lt(rankings.day, addDays(today, -KEPT_DAYS)));
    await countPlaces(tx, today);
    purge(tx, ['landing:new']);
  });
}

/** Ranks the seven days up to this one, and replaces its ranking. */
export async function countPlaces(tx: TransactionDeps, day: string): Promise<void> {
  await tx.db.delete(rankings).where(eq(rankings.day, day));
  const read = tx.db
    .select({ storyId: storyDays.storyId, views: sql`sum(${storyDays.views})`.as('views') })
    .from(storyDays)
    .where(and(gte(storyDays.day, addDays(day, 1 - RANKED_DAYS)), lte(storyDays.day, day)))
    .groupBy(storyDays.storyId)
    .having(sql`sum(${storyDays.views}) > 0`);
  await tx.db.execute(sql`
    insert into ${rankings} (day, kind, place, story_id, views, counted_at)
    select ${day}, kind, place, id, views, ${tx.clock.now()} from (
      select kinds.kind, ${stories.id}, read.views,
        row_number() over (partition by kinds.kind order by read.views desc, ${stories.id} desc) as place
      from ${read} as read join ${stories} on ${stories.id} = read.story_id
        cross join lateral (values ('all'), (${stories.publicationType})) as kinds (kind)
      where ${stories.published} and ${stories.deletedAt} is null) as placed
    where place <= ${PLACES_MAX_COUNT}`);
}
