/**
 * Creates partitions ahead (`db/migrations/0058_partitions.sql`) and drops old ones whole. Rows without a partition go
 * to the default one, so that no write fails, and move later.
 */
import { type SQL, sql } from 'drizzle-orm';
import { sqlState } from '#db/client.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { addDays, utcDay } from '../../../lib/days.ts';

export type PartitionPlan = {
  /** Its partitioned column is `day`. */
  table: string;
  unit: 'day' | 'month';
  /** Number of partitions beyond today's. */
  aheadCount: number;
  /** First day to keep. Without it, all days are kept. */
  firstKept?: (today: string) => string;
  /** For tables with frequent updates. Partitions do not inherit it. */
  fillfactor?: number;
};

type Span = { from: string; to: string };
type Partition = { name: string; isDefault: boolean; from: string | null; to: string | null };

/** All reads and writes queue behind a waiting lock. It gives up soon, and the next sweep retries. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
const MOVED_SPANS_MAX_COUNT = 31;

export function spanOf(day: string, unit: PartitionPlan['unit']): Span {
  if (unit === 'day') return { from: day, to: addDays(day, 1) };
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: `${addDays(from, 31).slice(0, 7)}-01` };
}

export function spansAhead(today: string, { unit, aheadCount }: PartitionPlan): Span[] {
  const spans = [spanOf(today, unit)];
  while (spans.length <= aheadCount) spans.push(spanOf(spans.at(-1)?.to ?? today, unit));
  return spans;
}

/** Drops only what is past by the clocks of process and database, so that one fast clock deletes nothing. */
export async function keepPartitions(deps: Deps, plans: readonly PartitionPlan[]): Promise<void> {
  for (const plan of plans) {
    try {
      await keepTable(deps, plan);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      deps.log.warn({ err: error, table: plan.table }, 'could not change partitions: the table is in use');
    }
  }
}

async function keepTable(deps: Deps, plan: PartitionPlan): Promise<void> {
  const today = utcDay(deps.clock.now());
  const partitions = await listPartitions(deps, plan.table);
  const [clock] = (
    await deps.db.execute<{ today: string }>(sql`select (now() at time zone 'UTC')::date::text as today`)
  ).rows;
  const sureToday = [today, addDays(clock?.today ?? today, 1)].sort()[0] as string;
  const bound = plan.firstKept?.(sureToday);
  const ahead = spansAhead(today, plan);
  const last = ahead.at(-1)?.to ?? today;
  const spans = [...ahead, ...(await spansInDefault(deps, plan, { from: bound ?? null, to: last }))];
  const names = new Set<string>();
  for (const span of spans) {
    const name = nameOf(plan, span);
    if (names.has(name) || partitions.some((one) => overlaps(one, span))) continue;
    names.add(name);
    await inTransaction(deps, (tx) => addPartition(tx, plan, { ...span, name }));
  }
  // Distinct counts exist only in the parent's statistics, which autovacuum never updates.
  if (names.size > 0) await deps.db.execute(sql`analyze ${sql.identifier(plan.table)}`);
  if (bound === undefined) return;
  for (const { name, to } of partitions.filter((one) => one.to !== null && one.to <= bound))
    await inTransaction(deps, async (tx) => {
      await tx.db.execute(LOCK_TIMEOUT);
      await tx.db.execute(sql`drop table if exists ${sql.identifier(name)}`);
      tx.log.debug({ partition: name, to }, 'dropped an expired partition');
    });
  await deps.db.execute(sql`delete from ${defaultOf(plan)} where day < ${bound}`);
}

const nameOf = ({ table, unit }: PartitionPlan, { from }: Span): string =>
  `${table}_${from.replaceAll('-', '').slice(0, unit === 'day' ? 8 : 6)}`;

const defaultOf = ({ table }: PartitionPlan): SQL => sql`${sql.identifier(`${table}_default`)}`;

const overlaps = ({ isDefault, from, to }: Partition, span: Span): boolean =>
  !isDefault && (from === null || from < span.to) && (to === null || to > span.from);

/** Oldest first. A null bound is open. */
export async function listPartitions(deps: Pick<Deps, 'db'>, table: string): Promise<Partition[]> {
  const { rows } = await deps.db.execute<{ name: string; bound: string }>(sql`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by c.relname`);
  return rows.map(({ name, bound }) => {
    const [, from, to] = /FROM \((.+)\) TO \((.+)\)/.exec(bound) ?? [];
    const dayOf = (text: string | undefined) => /^'(.+)'$/.exec(text ?? '')?.[1] ?? null;
    return { name, isDefault: bound === 'DEFAULT', from: dayOf(from), to: dayOf(to) };
  });
}

/** Spans of rows without a partition: after days without a worker, or after a wrong clock. */
async function spansInDefault(
  deps: Deps,
  plan: PartitionPlan,
  { from, to }: { from: string | null; to: string },
): Promise<Span[]> {
  const { rows } = await deps.db.execute<{ day: string }>(sql`
    select distinct date_trunc(${plan.unit}, day)::date::text as day from ${defaultOf(plan)}
    where day < ${to} and (${from}::date is null or day >= ${from}) order by 1 limit ${MOVED_SPANS_MAX_COUNT}`);
  return rows.map(({ day }) => spanOf(day, plan.unit));
}

/** Blocks no reads or writes of the table (SHARE UPDATE EXCLUSIVE), only those of the usually empty default. */
async function addPartition(
  { db }: TransactionDeps,
  plan: PartitionPlan,
  { name, from, to }: Span & { name: string },
): Promise<void> {
  const [table, own] = [sql.identifier(plan.table), sql.identifier(name)];
  const day = (text: string) => sql.raw(`'${text}'`);
  await db.execute(LOCK_TIMEOUT);
  // First, so that the second of two concurrent sweeps waits here and then finds the partition.
  await db.execute(sql`lock table ${table} in share update exclusive mode`);
  const { rows } = await db.execute(sql`select from pg_class where oid = to_regclass(${name})`);
  if (rows.length > 0) return;
  await db.execute(sql`create table ${own} (like ${table} including all)`);
  if (plan.fillfactor !== undefined)
    await db.execute(sql`alter table ${own} set (fillfactor = ${sql.raw(String(plan.fillfactor))})`);
  await db.execute(sql`lock table ${defaultOf(plan)} in access exclusive mode`);
  await db.execute(sql`
    with moved as (delete from ${defaultOf(plan)} where day >= ${from} and day < ${to} returning *)
    insert into ${own} select * from moved`);
  await db.execute(
    sql`alter table ${table} attach partition ${own} for values from (${day(from)}) to (${day(to)})`,
  );
}
