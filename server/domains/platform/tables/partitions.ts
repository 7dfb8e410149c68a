/**
 * Partitions of tables that grow with time (range of days, `db/migrations/0058_partitions.sql`): made ahead, and dropped whole
 * once nothing in them is kept. What no partition takes lies in the default one, so that none is missing for a write; from
 * there it is moved.
 */
import { type SQL, sql } from 'drizzle-orm';
import { sqlState } from '#db/client.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { addDays, utcDay } from '../../../lib/days.ts';

export type PartitionPlan = {
  /** Its partitioned column is `day`. */
  table: string;
  unit: 'day' | 'month';
  /** How many are made beyond the one of today. */
  aheadCount: number;
  /** The first day that is kept; without it all are. */
  firstKept?: (today: string) => string;
  /** Where rows are changed often. A partitioned table hands none on. */
  fillfactor?: number;
};

type Span = { from: string; to: string };
type Partition = { name: string; isDefault: boolean; from: string | null; to: string | null };

/** Everybody who reads or writes the table waits behind a lock that waits: it gives up soon and comes again. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
/** So many spans of what lies in the default partition are moved in one sweep. */
const MOVED_SPANS_MAX_COUNT = 31;

/** The days or the month that a day is part of. */
export function spanOf(day: string, unit: PartitionPlan['unit']): Span {
  if (unit === 'day') return { from: day, to: addDays(day, 1) };
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: `${addDays(from, 31).slice(0, 7)}-01` };
}

/** Those that have to be there on this day. */
export function spansAhead(today: string, { unit, aheadCount }: PartitionPlan): Span[] {
  const spans = [spanOf(today, unit)];
  while (spans.length <= aheadCount) spans.push(spanOf(spans.at(-1)?.to ?? today, unit));
  return spans;
}

/**
 * A sweep. Doing it again changes nothing. What is dropped is past by two clocks, that of the process and that of the
 * database, so that one that has gone ahead deletes nothing.
 */
export async function keepPartitions(deps: Deps, plans: readonly PartitionPlan[]): Promise<void> {
  for (const plan of plans) {
    try {
      await keepTable(deps, plan);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      deps.log.warn({ err: error, table: plan.table }, 'partitions wait: the table is in use');
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
  // How many different rows there are is known of the whole alone, and nobody else looks.
  if (names.size > 0) await deps.db.execute(sql`analyze ${sql.identifier(plan.table)}`);
  if (bound === undefined) return;
  for (const { name, to } of partitions.filter((one) => one.to !== null && one.to <= bound))
    await inTransaction(deps, async (tx) => {
      await tx.db.execute(LOCK_TIMEOUT);
      await tx.db.execute(sql`drop table if exists ${sql.identifier(name)}`);
      tx.log.debug({ partition: name, to }, 'a partition has served its time');
    });
  await deps.db.execute(sql`delete from ${defaultOf(plan)} where day < ${bound}`);
}

const nameOf = ({ table, unit }: PartitionPlan, { from }: Span): string =>
  `${table}_${from.replaceAll('-', '').slice(0, unit === 'day' ? 8 : 6)}`;

const defaultOf = ({ table }: PartitionPlan): SQL => sql`${sql.identifier(`${table}_default`)}`;

const overlaps = ({ isDefault, from, to }: Partition, span: Span): boolean =>
  !isDefault && (from === null || from < span.to) && (to === null || to > span.from);

/** From the oldest to the newest; a bound that is null is without end. */
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

/** Of rows that came when their partition was missing: as after days without a worker, or by a clock that was wrong. */
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

/**
 * Locks: nobody's reading or writing of the table is held up by the attaching itself (SHARE UPDATE EXCLUSIVE), only that of
 * the default partition, in which there is nothing as a rule.
 */
async function addPartition(
  { db }: TransactionDeps,
  plan: PartitionPlan,
  { name, from, to }: Span & { name: string },
): Promise<void> {
  const [table, own] = [sql.identifier(plan.table), sql.identifier(name)];
  const day = (text: string) => sql.raw(`'${text}'`);
  await db.execute(LOCK_TIMEOUT);
  // First, so that of two sweeps at once one waits here and finds the partition there.
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
