/**
 * Totals that many actions raise at once. An action does not wait for a locked row, but writes to a shard beside it,
 * one per connection. A sweep adds the shards up. Row and shards together are always exact, because the transaction of
 * the action writes both.
 */

import { type SQL, sql } from 'drizzle-orm';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { viewCounter } from './view-counter.ts';

export const KINDS = {
  episode: { table: sql`episode_counters`, key: sql`episode_id`, names: ['likes_count'] },
  story: {
    table: sql`story_counters`,
    key: sql`story_id`,
    names: [
      ...['subscribers_count', 'ratings_sum', 'ratings_count'],
      ...['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5'],
    ],
  },
} as const;

export type Kind = keyof typeof KINDS;
type Deltas = Readonly<Record<string, number>>;

/** More than the connections of a process. Two connections with the same shard wait for each other. */
const SLOTS_COUNT = 64;
const FOLDED_MAX_COUNT = 500;

const each = (names: readonly string[], make: (name: SQL, at: string) => SQL): SQL =>
  sql.join(
    names.map((name) => make(sql.identifier(name) as unknown as SQL, name)),
    sql`, `,
  );

/** Runs in the transaction of the action. No total falls below 0. */
export async function raiseTotals(
  tx: TransactionDeps,
  kind: Kind,
  id: string,
  deltas: Deltas,
): Promise<void> {
  const names = KINDS[kind].names.filter((name) => deltas[name]);
  if (names.length === 0) return;
  const wanted = names.map((name) => ({ name, delta: sql`${deltas[name]}::int` }));
  if (names.every((name) => (deltas[name] ?? 0) > 0)) {
    const raising = raisingParts(kind, { id: sql`${id}::uuid`, wanted });
    await tx.db.execute(sql`with deed as (select 1), ${raising} select 1`);
    return;
  }
  // Decreases are rare, and must find what they decrease.
  await foldTotals(tx, [id]);
  const { table, key } = KINDS[kind];
  const columns = each(names, (name) => name);
  await tx.db.execute(sql`
    insert into ${table} as c (${key}, ${columns})
    values (${id}, ${each(names, (_name, at) => sql`${Math.max(0, deltas[at] ?? 0)}::int`)})
    on conflict (${key}) do update
    set ${each(names, (name, at) => sql`${name} = greatest(0, c.${name} + ${deltas[at]}::int)`)}`);
}

export type Raising = { id: SQL; wanted: readonly { name: string; delta: SQL }[] };

/**
 * Parts of a statement that raise the totals if its first part, `deed`, has a row. Exactly one of them does so, since
 * all see the same snapshot. A free row is raised, a locked one gets a shard, and a missing one is created.
 */
export function raisingParts(kind: Kind, { id, wanted }: Raising): SQL {
  const { table, key } = KINDS[kind];
  const list = (make: (name: SQL, delta: SQL) => SQL): SQL =>
    sql.join(
      wanted.map(({ name, delta }) => make(sql.identifier(name) as unknown as SQL, delta)),
      sql`, `,
    );
  const [names, deltas] = [list((name) => name), list((_, delta) => delta)];
  return sql`
    free as (
      select ${key} as id from ${table} where ${key} = ${id} and exists (select 1 from deed) for update skip locked),
    raised as (
      update ${table} as c set ${list((name, delta) => sql`${name} = c.${name} + ${delta}`)}
      from free where c.${key} = free.id returning 1),
    left_there as (
      insert into counter_slots as s (subject_id, slot, ${names})
      select ${id}, pg_backend_pid() % ${sql.raw(String(SLOTS_COUNT))}, ${deltas}
      where exists (select 1 from deed) and not exists (select 1 from raised)
        and exists (select 1 from ${table} where ${key} = ${id})
      on conflict (subject_id, slot) do update set ${list((name) => sql`${name} = s.${name} + excluded.${name}`)}),
    made as (
      insert into ${table} as c (${key}, ${names}) select ${id}, ${deltas}
      where exists (select 1 from deed) and not exists (select 1 from ${table} where ${key} = ${id})
      on conflict (${key}) do update set ${list((name) => sql`${name} = c.${name} + excluded.${name}`)})`;
}

/** Totals of one row including its shards, by column. Null without a row. */
export async function findTotals(
  deps: Pick<Deps, 'db'>,
  kind: Kind,
  id: string,
): Promise<Record<string, number> | null> {
  const { table, key, names } = KINDS[kind];
  const { rows } = await deps.db.execute<Record<string, number>>(sql`
    select ${each(names, (name) => sql`(c.${name} + coalesce(sum(s.${name}), 0))::int as ${name}`)}
    from ${table} c left join counter_slots s on s.subject_id = c.${key}
    where c.${key} = ${id} group by c.${key}`);
  return rows[0] ?? null;
}

const idsOf = (ids: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))::uuid[]`;

/**
 * Adds shards to their rows. Locks the rows first, in the common order. Skips shards that others hold, without waiting.
 * Returns the stories that have grown.
 */
export async function foldTotals(tx: TransactionDeps, subjectIds: readonly string[]): Promise<string[]> {
  const grown: string[] = [];
  for (const kind of ['episode', 'story'] as const) {
    const { table, key, names } = KINDS[kind];
    const locked = await tx.db.execute<{ id: string }>(
      sql`select ${key} as id from ${table} where ${key} = any(${idsOf(subjectIds)}) order by 1 for update`,
    );
    if (locked.rows.length === 0) continue;
    // The pass of the other kind takes the other shards.
    const own = idsOf(locked.rows.map((row) => row.id));
    const { rows } = await tx.db.execute<{ id: string }>(sql`
      with part as materialized (
        select subject_id, slot from counter_slots where subject_id = any(${own}) for update skip locked),
      taken as (
        delete from counter_slots s using part p where s.subject_id = p.subject_id and s.slot = p.slot returning s.*),
      summed as (
        select subject_id, ${each(names, (name) => sql`sum(${name}) as ${name}`)} from taken group by 1)
      update ${table} as c
      set ${each(names, (name) => sql`${name} = greatest(0, c.${name} + summed.${name})`)}
      from summed where c.${key} = summed.subject_id returning c.${key} as id`);
    if (kind === 'story') grown.push(...rows.map((row) => row.id));
  }
  return grown;
}

/** A sweep, in any number of processes at once. */
export async function foldShards(deps: Deps): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { rows } = await tx.db.execute<{ id: string }>(
      sql`select distinct subject_id as id from counter_slots limit ${FOLDED_MAX_COUNT}`,
    );
    if (rows.length === 0) return;
    const grown = await foldTotals(
      tx,
      rows.map((row) => row.id),
    );
    tx.afterCommit(() => viewCounter.of(deps).showGrown(grown));
  });
  // Shards of erased content.
  await deps.db.execute(sql`delete from counter_slots s
    where not exists (select 1 from episode_counters where episode_id = s.subject_id)
      and not exists (select 1 from story_counters where story_id = s.subject_id)`);
}
