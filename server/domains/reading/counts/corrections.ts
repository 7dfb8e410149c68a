/**
 * Once a day, compares totals with the rows they count, and corrects and reports differences. An action writes its row
 * and the total (or its shard) at once, so one statement sees both alike.
 */

import { type SQL, sql } from 'drizzle-orm';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { viewCounter } from './view-counter.ts';

const BATCH_COUNT = 500;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const STARS = [1, 2, 3, 4, 5] as const;

type Figures = Record<string, number>;
export type TotalsCorrection = { kind: Kind; id: string; was: Figures; is: Figures };

/** Per kind: the totals, their correct values, the rows that prove them, and shards still to be added. */
const KINDS = {
  episode: {
    table: sql`episode_counters`,
    key: sql`episode_id`,
    counts: { likes_count: sql`c.likes_brought + l.likes` },
    rows: sql`cross join lateral (select count(*)::int as likes from likes where episode_id = c.episode_id) l`,
    pending: {},
  },
  story: {
    table: sql`story_counters`,
    key: sql`story_id`,
    counts: {
      likes_count: sql`l.likes`,
      subscribers_count: sql`c.subscribers_brought + f.subscribers`,
      ratings_sum: sql`r.sum`,
      ratings_count: sql`r.count`,
      ...Object.fromEntries(STARS.map((stars) => [`stars_${stars}`, sql.raw(`r.of_${stars}`)])),
    },
    rows: sql`
      cross join lateral (
        select coalesce(sum(coalesce(of.likes_brought, 0) + (
          select count(*) from likes where episode_id = e.id)), 0)::int as likes
        from episodes e left join episode_counters of on of.episode_id = e.id where e.story_id = c.story_id) l
      left join (select story_id, sum(likes)::int as likes from pending_figures group by 1) p on p.story_id = c.story_id
      cross join lateral (
        select count(*)::int as subscribers from subscriptions where story_id = c.story_id) f
      cross join lateral (
        select coalesce(sum(stars), 0)::int as sum, count(*)::int as count, ${sql.join(
          STARS.map((stars) => sql.raw(`(count(*) filter (where stars = ${stars}))::int as of_${stars}`)),
          sql`, `,
        )} from ratings where story_id = c.story_id) r`,
    // Likes of a whole story are added later, so that no action waits for them.
    pending: { likes_count: sql`coalesce(p.likes, 0)` },
  },
} as const;

type Kind = keyof typeof KINDS;
type Parts = Readonly<Record<string, SQL>>;
type Differing = { id: string; was: Figures; is: Figures };

const selectDiffering = (kind: Kind, part: SQL): SQL => {
  const { table, key, rows } = KINDS[kind];
  const { counts, pending }: { counts: Parts; pending: Parts } = KINDS[kind];
  const names = Object.keys(counts);
  const figures = (of: (name: string) => SQL) =>
    sql`jsonb_build_object(${sql.join(
      names.map((name) => sql`${sql.raw(`'${name}'`)}, ${of(name)}`),
      sql`, `,
    )})`;
  const slotted = names.map((name) => sql.raw(`coalesce(sum(${name}), 0)::int as ${name}`));
  return sql`select * from (
    select c.${key} as id, ${figures((name) => sql`${sql.raw(`c.${name} + s.${name}`)} + ${pending[name] ?? sql`0`}`)} as was,
      ${figures((name) => counts[name] ?? sql`0`)} as "is"
    from ${table} c ${rows}
    cross join lateral (
      select ${sql.join(slotted, sql`, `)} from counter_slots where subject_id = c.${key}) s
    where ${part}) totals where was <> "is"`;
};

/** Returns the corrections. Locks only wrong rows. Later changes stay in shards. */
export async function correctTotals(deps: Deps): Promise<TotalsCorrection[]> {
  const corrected: TotalsCorrection[] = [];
  for (const kind of ['episode', 'story'] as const) {
    const { table, key } = KINDS[kind];
    for (let cursor = NO_ID; ; ) {
      const { rows: part } = await deps.db.execute<{ id: string }>(
        sql`select ${key} as id from ${table} where ${key} > ${cursor} order by 1 limit ${BATCH_COUNT}`,
      );
      const last = part.at(-1);
      if (last === undefined) break;
      const { rows: wrong } = await deps.db.execute<Differing>(
        selectDiffering(kind, sql`c.${key} > ${cursor} and c.${key} <= ${last.id}`),
      );
      for (const { id } of wrong) {
        const correction = await inTransaction(deps, (tx) => correctOne(tx, kind, id));
        if (correction !== null) corrected.push(correction);
      }
      cursor = last.id;
    }
  }
  for (const each of corrected) deps.log.warn(each, 'corrected totals');
  return corrected;
}

async function correctOne(tx: TransactionDeps, kind: Kind, id: string): Promise<TotalsCorrection | null> {
  const { table, key, counts } = KINDS[kind];
  await tx.db.execute(sql`select 1 from ${table} where ${key} = ${id} for update`);
  // Read again under the lock, with everything that others have committed until then.
  const { rows } = await tx.db.execute<Differing>(selectDiffering(kind, sql`c.${key} = ${id}`));
  const [wrong] = rows;
  if (wrong === undefined) return null;
  const moves = Object.keys(counts).map((name) => {
    const by = (wrong.is[name] ?? 0) - (wrong.was[name] ?? 0);
    return sql`${sql.identifier(name)} = ${sql.identifier(name)} + ${by}::int`;
  });
  await tx.db.execute(sql`update ${table} set ${sql.join(moves, sql`, `)} where ${key} = ${id}`);
  if (kind === 'story') tx.afterCommit(() => viewCounter.of(tx).showGrown([id]));
  return { kind, ...wrong };
}
