/** Credits a file in one transaction. A killed process has credited nothing. A repeated request changes nothing. */

import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { ledgerAccounts, revenueCredits, revenueImports, revenueLines } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound } from '../../../lib/errors.ts';
import { lockByName } from '../../../lib/locks.ts';
import { record } from '../../../outbox/record.ts';
import { logAction } from '../../platform/audit/log.ts';
import { revenueCredited } from '../events.ts';
import { creditOf } from '../ledger/rules.ts';
import { type Transfer, transferDollars } from '../ledger/service.ts';
import { basisPointsIn, ownedLines, shareOfNet } from './shares.ts';

type Import = typeof revenueImports.$inferSelect;

const AT_ONCE = 1000;
/** Remainders are read and then written, so only one import at a time may run. */
const LOCK = 'revenue.credit';
const STATEMENT_MS = 300_000;

/** Returns `credited`, or `same` when the same contents were credited before. */
export async function creditImport(
  deps: Deps,
  actorId: string | null,
  id: string,
): Promise<'credited' | 'same'> {
  return inTransaction(deps, async (tx) => {
    // Set before the lock, so that a second request waits as long as the first one takes.
    await tx.db.execute(sql.raw(`set local statement_timeout = ${STATEMENT_MS}`));
    await lockByName(tx, LOCK);
    const [held] = await tx.db.select().from(revenueImports).where(eq(revenueImports.id, id)).for('update');
    if (held === undefined) throw notFound('not_found');
    if (held.state === 'credited' || held.state === 'same') return held.state;
    if (held.state !== 'ready' || held.period === null) throw conflict('import_not_ready');
    if (await isCredited(tx, held)) return becomeSame(tx, held);
    if (held.kind === 'month' && (await isMonthCredited(tx, held))) throw conflict('month_credited');
    const now = tx.clock.now();
    await writeShares(tx, held);
    const creators = await writeCredits(tx, held, held.period);
    await tx.db
      .update(revenueImports)
      .set({ state: 'credited', creditedBy: actorId, creditedAt: now })
      .where(eq(revenueImports.id, id));
    await record(tx, revenueCredited, { importId: id });
    const { period, netMicros, linesCount: lines } = held;
    await logAction(tx, {
      actorId,
      deed: 'revenue_credited',
      subject: { type: 'import', id, name: held.fileName },
      details: { period, lines, net_micros: netMicros, creators },
    });
    return 'credited';
  });
}

const ofPeriod = ({ id, period }: Import) =>
  and(
    eq(revenueImports.period, period ?? ''),
    eq(revenueImports.state, 'credited'),
    ne(revenueImports.id, id),
  );

const isCredited = async (tx: TransactionDeps, held: Import): Promise<boolean> =>
  (await tx.db.$count(revenueImports, and(ofPeriod(held), eq(revenueImports.sha256, held.sha256)))) > 0;

const isMonthCredited = async (tx: TransactionDeps, held: Import): Promise<boolean> =>
  (await tx.db.$count(revenueImports, and(ofPeriod(held), eq(revenueImports.kind, 'month')))) > 0;

async function becomeSame(tx: TransactionDeps, { id }: Import): Promise<'same'> {
  await tx.db.delete(revenueLines).where(eq(revenueLines.importId, id));
  await tx.db.update(revenueImports).set({ state: 'same' }).where(eq(revenueImports.id, id));
  return 'same';
}

/** Writes the owner's share of each line. Shares shown at the check no longer count. */
async function writeShares(tx: TransactionDeps, { id, period }: Import): Promise<void> {
  await tx.db.execute(sql`
    update revenue_lines l
    set owner_id = o.owner_id, share_basis_points = o.points,
      share_micros = ${shareOfNet(sql`l.net_micros`, sql`o.points`)}
    from (
      select n.line, n.owner_id, ${basisPointsIn(period ?? '', sql`n.owner_id`)} as points
      from (${ownedLines(id)}) n
    ) o
    where l.import_id = ${id} and l.line = o.line`);
  const orphans = and(eq(revenueLines.importId, id), isNull(revenueLines.ownerId));
  if ((await tx.db.$count(revenueLines, orphans)) > 0) throw conflict('import_not_ready');
}

/** REV-17: credits creators in the order of their ids, in batches. Returns how many there were. */
async function writeCredits(tx: TransactionDeps, { id }: Import, period: string): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const sums = await sumsOf(tx, id, after);
    if (sums.length === 0) return count;
    const rests = await restsOf(
      tx,
      sums.map(({ userId }) => userId),
    );
    const credits = sums.map(({ userId, netMicros, shareMicros }) => {
      const restBeforeMicros = rests.get(userId) ?? 0;
      const { creditMicros, restMicros: restAfterMicros } = creditOf(restBeforeMicros, shareMicros);
      return { userId, netMicros, shareMicros, restBeforeMicros, creditMicros, restAfterMicros };
    });
    const transfers = credits.map((credit) => transferOf(id, credit)).filter((transfer) => transfer !== null);
    const added = await transferDollars(tx, transfers);
    if (added.size !== transfers.length) throw new Error('an import was credited in part before');
    await tx.db.insert(revenueCredits).values(
      credits.map(({ netMicros: _, ...credit }) => ({
        ...credit,
        importId: id,
        period,
        transferId: added.get(keyOf(id, credit.userId)) ?? null,
        createdAt: tx.clock.now(),
      })),
    );
    // Checks the deferred constraints now, so that they do not pile up until the commit.
    await tx.db.execute(sql`set constraints all immediate`);
    await tx.db.execute(sql`set constraints all deferred`);
    count += sums.length;
    after = sums.at(-1)?.userId ?? null;
  }
}

const sumsOf = (tx: TransactionDeps, importId: string, after: string | null) =>
  tx.db
    .select({
      userId: sql<string>`${revenueLines.ownerId}`,
      netMicros: sql<number>`sum(${revenueLines.netMicros})`.mapWith(Number),
      shareMicros: sql<number>`sum(${revenueLines.shareMicros})`.mapWith(Number),
    })
    .from(revenueLines)
    .where(
      and(
        eq(revenueLines.importId, importId),
        isNotNull(revenueLines.ownerId),
        after === null ? undefined : gt(revenueLines.ownerId, after),
      ),
    )
    .groupBy(revenueLines.ownerId)
    .orderBy(asc(revenueLines.ownerId))
    .limit(AT_ONCE);

async function restsOf(tx: TransactionDeps, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.db
    .select({ userId: ledgerAccounts.userId, micros: ledgerAccounts.balanceMicros })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'rest'), inArray(ledgerAccounts.userId, [...userIds])));
  return new Map(rows.map(({ userId, micros }) => [userId ?? '', micros]));
}

const keyOf = (importId: string, userId: string): string => `revenue:${importId}:${userId}`;

type Credit = Omit<typeof revenueCredits.$inferInsert, 'importId' | 'period'> & { netMicros: number };

function transferOf(subjectId: string, credit: Credit): Transfer | null {
  const { userId, netMicros, shareMicros, restBeforeMicros, creditMicros, restAfterMicros } = credit;
  const legs: Transfer['legs'] = [
    { account: 'network', micros: -netMicros },
    { account: 'share', micros: netMicros - shareMicros },
    { account: 'rest', userId, micros: restAfterMicros - restBeforeMicros },
    { account: 'earned', userId, micros: creditMicros },
  ];
  if (legs.every(({ micros }) => micros === 0)) return null;
  return { deed: 'revenue', key: keyOf(subjectId, userId), subjectId, legs };
}
