/** Exports payouts as files for the bank. Each file is logged, since it contains full account numbers. */
import { asc, eq, inArray } from 'drizzle-orm';
import { type PayoutState, payoutDestinations, payouts, users } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { toCsv } from '../../../lib/csv.ts';
import { conflict } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { logAction } from '../../platform/audit/log.ts';
import { dollars } from '../earnings/rules.ts';
import { type Debtor, endToEndId, writePain001 } from './pain001.ts';
import { earnedMicros } from './queries.ts';
import { type Account, holdOf, isBic, isIban } from './rules.ts';
import { openAccount } from './sealing.ts';

export const EXPORTED_MAX_COUNT = 10_000;

const COLUMNS = [
  'payout_id',
  'end_to_end_id',
  'state',
  'amount_usd',
  'holder',
  'country',
  'account_ends_in',
  'iban',
  'account',
  'routing',
  'guardian_of',
  'requested_at',
  'due_at',
  'reference',
  'held',
] as const;

const selectRows = ({ db }: Pick<Deps, 'db'>, state: PayoutState) =>
  db
    .select({
      payout: payouts,
      sealed: payoutDestinations.sealed,
      lastFour: payoutDestinations.lastFour,
      country: payoutDestinations.country,
      name: users.displayName,
      lockedAt: users.lockedAt,
      earned: earnedMicros,
    })
    .from(payouts)
    .innerJoin(payoutDestinations, eq(payoutDestinations.id, payouts.destinationId))
    .innerJoin(users, eq(users.id, payouts.userId))
    .where(eq(payouts.state, state))
    .orderBy(asc(payouts.dueAt), asc(payouts.id))
    .limit(EXPORTED_MAX_COUNT);

type Row = Awaited<ReturnType<typeof selectRows>>[number];

/** Locks rows for the bank, so that nobody decides about them before the file is noted. */
const findRows = (deps: Pick<Deps, 'db'>, state: PayoutState): PromiseLike<Row[]> => {
  const rows = selectRows(deps, state);
  return state === 'approved' ? rows.for('update', { of: payouts }) : rows;
};

const holdOfRow = ({ payout: { state }, lockedAt, earned }: Row) =>
  holdOf({ state, isLocked: lockedAt !== null, earnedMicros: earned });

/** Null when nothing may be transferred: the payout is held, or its owner took the destination back. */
const accountToPay = (deps: Deps, row: Row): Account | null =>
  row.payout.state === 'approved' && holdOfRow(row) === null
    ? openAccount(deps, row.payout.destinationId, row.sealed)
    : null;

/** Only rows that will be transferred need full account numbers. */
export async function exportCsv(deps: Deps, viewer: Viewer, state: PayoutState): Promise<string> {
  const rows = await take(deps, viewer, { state, format: 'csv' });
  return toCsv(
    COLUMNS,
    rows.map((row) => {
      const { payout, lastFour, country, name } = row;
      const account = accountToPay(deps, row);
      return [
        payout.id,
        endToEndId(payout.id),
        payout.state,
        dollars(payout.cents),
        account?.holder ?? '',
        country,
        lastFour,
        account?.iban ?? '',
        account?.account ?? '',
        account?.routing ?? '',
        payout.guardianName === null ? '' : name,
        payout.requestedAt.toISOString(),
        payout.dueAt.toISOString(),
        payout.reference ?? '',
        holdOfRow(row) ?? '',
      ];
    }),
    { mark: true },
  );
}

/** Exports the approved payouts. Throws 409 without a configured account to pay from, or without a payout to pay. */
export async function exportPain001(deps: Deps, viewer: Viewer): Promise<string> {
  const debtor = findDebtor(deps);
  if (debtor === null) throw conflict('debtor_unknown');
  const rows = await take(deps, viewer, { state: 'approved', format: 'pain001' });
  const transfers = rows.flatMap((row) => {
    const account = accountToPay(deps, row);
    return account === null ? [] : [{ id: row.payout.id, cents: row.payout.cents, account }];
  });
  if (transfers.length === 0) throw conflict('nothing_to_pay');
  const createdAt = deps.clock.now();
  const messageId = `TSZ-${newId(createdAt.getTime()).replaceAll('-', '').slice(0, 31)}`;
  return writePain001({ messageId, createdAt, debtor, transfers });
}

export function findDebtor({ config }: Pick<Deps, 'config'>): Debtor | null {
  const { PAYOUT_DEBTOR_NAME: name } = config;
  const bic = config.PAYOUT_DEBTOR_BIC?.trim().toUpperCase();
  const iban = config.PAYOUT_DEBTOR_IBAN?.replaceAll(/\s/g, '').toUpperCase();
  return name && iban && bic && isBic(bic) && isIban(iban) ? { name, iban, bic } : null;
}

/** Marks the payouts that go to the bank, and logs the file. */
const take = (
  deps: Deps,
  viewer: Viewer,
  { state, format }: { state: PayoutState; format: 'csv' | 'pain001' },
): Promise<Row[]> =>
  inTransaction(deps, async (tx) => {
    const rows = await findRows(tx, state);
    const ids = rows.filter((row) => accountToPay(deps, row) !== null).map(({ payout }) => payout.id);
    if (ids.length > 0)
      await tx.db
        .update(payouts)
        .set({ takenAt: tx.clock.now(), takenBy: viewer.id })
        .where(inArray(payouts.id, ids));
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'payouts_exported',
      subject: { type: 'user', id: viewer.id },
      details: { format, count: rows.length, to_pay: ids.length },
    });
    return rows;
  });
