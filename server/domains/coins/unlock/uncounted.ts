import { type SQL, sql } from 'drizzle-orm';
import type { TransactionDeps } from '../../../deps.ts';

/** `sign`: 1 for an unlock, -1 for a return, each on its own day (UTC). */
export type Uncounted = { storyId: string; episodeId: string; day: string; sign: 1 | -1; coins: number };

/** Takes at most `most` of each and marks them as counted. */
export async function takeUncounted(tx: TransactionDeps, most: number): Promise<Uncounted[]> {
  const now = sql`${tx.clock.now().toISOString()}::timestamptz`;
  const take = (mark: SQL, moment: SQL, where: SQL, sign: 1 | -1) =>
    tx.db.execute<Uncounted>(sql`
      update unlocks u set ${mark} = ${now}
      from (select id from unlocks where ${where} order by id limit ${most} for update skip locked) part
      where u.id = part.id
      returning u.story_id as "storyId", u.episode_id as "episodeId",
        to_char(u.${moment} at time zone 'UTC', 'YYYY-MM-DD') as day, ${sql.raw(String(sign))} as sign,
        u.price_coins as coins`);
  const unlocked = await take(sql`counted_at`, sql`created_at`, sql`counted_at is null`, 1);
  const isReturned = sql`returned_at is not null and return_counted_at is null and counted_at is not null`;
  const returned = await take(sql`return_counted_at`, sql`returned_at`, isReturned, -1);
  return [...unlocked.rows, ...returned.rows];
}
