/** Owns `outbox`: `record` adds rows, and the relay takes them. */
import { and, asc, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { outbox } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';

type Row = typeof outbox.$inferSelect;
export type TakenEvent = Pick<Row, 'id' | 'name' | 'payload' | 'runAt' | 'requestId' | 'traceparent'>;

const takenColumns = {
  id: outbox.id,
  name: outbox.name,
  payload: outbox.payload,
  runAt: outbox.runAt,
  requestId: outbox.requestId,
  traceparent: outbox.traceparent,
};

/** Keeps a statement within the limit of parameters. */
const ROWS_MAX_COUNT = 5000;

export async function addEvents(
  tx: TransactionDeps,
  rows: readonly (Pick<Row, 'name' | 'payload'> & { runAt?: Date | null })[],
): Promise<void> {
  const origin = originOf(tx);
  for (let from = 0; from < rows.length; from += ROWS_MAX_COUNT) {
    const some = rows.slice(from, from + ROWS_MAX_COUNT);
    await tx.db.insert(outbox).values(some.map((row) => ({ ...row, ...origin })));
  }
}

function originOf({ trail }: TransactionDeps): Pick<Row, 'requestId' | 'traceparent'> {
  const { requestId = null, traceparent = null } = trail.current() ?? {};
  return { requestId, traceparent };
}

export async function addNumberedEvents(
  tx: TransactionDeps,
  rows: readonly Pick<Row, 'name' | 'payload'>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const origin = originOf(tx);
  const added = await tx.db
    .insert(outbox)
    .values(rows.map(({ name, payload }) => ({ name, payload, ...origin })))
    .returning({ id: outbox.id });
  return added.map(({ id }) => id).sort((one, other) => one - other);
}

/** Takes the oldest rows that nobody else is taking. They count as relayed once the transaction commits. */
export async function takeEvents(
  tx: TransactionDeps,
  names: readonly string[],
  most: number,
): Promise<TakenEvent[]> {
  const picked = tx.db.$with('picked').as(
    tx.db
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNull(outbox.relayedAt), inArray(outbox.name, [...names])))
      .orderBy(asc(outbox.id))
      .limit(most)
      .for('update', { skipLocked: true }),
  );
  const rows = await tx.db
    .with(picked)
    .update(outbox)
    .set({ relayedAt: tx.clock.now() })
    .where(inArray(outbox.id, tx.db.select({ id: picked.id }).from(picked)))
    .returning(takenColumns);
  return rows.sort((one, other) => one.id - other.id);
}

export type RelayMark = { relayedAt: Date; id: number };

/** Due rows relayed between `after` and `to`, oldest first. */
export async function listRelayed(
  { db }: Pick<Deps, 'db'>,
  names: readonly string[],
  { after, to, most }: { after: RelayMark; to: Date; most: number },
): Promise<(TakenEvent & RelayMark)[]> {
  const rows = await db
    .select({ ...takenColumns, relayedAt: outbox.relayedAt })
    .from(outbox)
    .where(
      and(
        gt(sql`(${outbox.relayedAt}, ${outbox.id})`, sql`(${after.relayedAt}, ${after.id}::bigint)`),
        lt(outbox.relayedAt, to),
        or(isNull(outbox.runAt), lt(outbox.runAt, to)),
        inArray(outbox.name, [...names]),
      ),
    )
    .orderBy(asc(outbox.relayedAt), asc(outbox.id))
    .limit(most);
  return rows.flatMap(({ relayedAt, ...row }) => (relayedAt === null ? [] : [{ ...row, relayedAt }]));
}
