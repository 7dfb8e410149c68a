/** Counts unlocks and coins (decisions.md §7, §9). Rows state what is counted, so no unlock waits for a counter. */
import { sql } from 'drizzle-orm';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { lockByName } from '../../../lib/locks.ts';
import { takeUncounted } from '../../coins/unlock/uncounted.ts';
import { addUp, type Figures } from './service.ts';

const COUNTED_AT_ONCE = 2_000;
const STORIES_AT_ONCE = 200;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A sweep, in any number of processes at once. */
export async function countUnlocks(deps: Deps): Promise<void> {
  for (;;) {
    const taken = await inTransaction(deps, async (tx) => {
      const rows = await takeUncounted(tx, COUNTED_AT_ONCE);
      await addUp(tx, rows.map(figuresOf));
      return rows.length;
    });
    if (taken < COUNTED_AT_ONCE) return;
  }
}

const figuresOf = ({
  sign,
  coins,
  ...where
}: Awaited<ReturnType<typeof takeUncounted>>[number]): Figures => ({
  ...where,
  unlocks: sign,
  coins: sign * coins,
});

type Differing = { storyId: string; episodeId: string; unlocks: number; coins: number };

/** Once a day, compares the days of each episode with its unlocks. Returns corrections, booked on today. */
export async function correctUnlocks(deps: Deps): Promise<Differing[]> {
  const corrected: Differing[] = [];
  for (let cursor = NO_ID; ; ) {
    const { rows } = await deps.db.execute<{ id: string }>(sql`
      select distinct story_id as id from unlocks where story_id > ${cursor} order by 1 limit ${STORIES_AT_ONCE}`);
    const last = rows.at(-1);
    if (last === undefined) break;
    const between = { after: cursor, to: last.id };
    if ((await findDiffering(deps, between)).length > 0)
      corrected.push(...(await inTransaction(deps, (tx) => correctBetween(tx, between))));
    cursor = last.id;
  }
  for (const each of corrected) deps.log.warn(each, 'corrected unlock counts');
  return corrected;
}

async function correctBetween(tx: TransactionDeps, between: Between): Promise<Differing[]> {
  await lockByName(tx, 'correct_unlocks');
  const wrong = await findDiffering(tx, between);
  const day = utcDay(tx.clock.now());
  await addUp(
    tx,
    wrong.map((each) => ({ ...each, day })),
  );
  return wrong;
}

type Between = { after: string; to: string };

/** One statement, so that it sees rows and days at the same moment. */
async function findDiffering({ db }: Pick<Deps, 'db'>, { after, to }: Between): Promise<Differing[]> {
  const times = sql`(counted_at is not null)::int - (return_counted_at is not null)::int`;
  const { rows } = await db.execute<Differing>(sql`
    select u.story_id as "storyId", u.episode_id as "episodeId",
      (u.unlocks - d.unlocks)::int as unlocks, (u.coins - d.coins)::int as coins
    from (
      select story_id, episode_id, sum(${times}) as unlocks, sum(price_coins * (${times})) as coins
      from unlocks where story_id > ${after} and story_id <= ${to} group by 1, 2) u
    cross join lateral (
      select coalesce(sum(unlocks), 0) as unlocks, coalesce(sum(coins), 0) as coins
      from episode_days where episode_id = u.episode_id) d
    where u.unlocks <> d.unlocks or u.coins <> d.coins`);
  return rows;
}
