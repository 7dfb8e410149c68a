/** Payouts as files for the bank. Each file is written down, since it holds whole numbers of accounts. */
import { asc, eq } from 'drizzle-orm';
import { type PayoutState, payoutDestinations, payouts, users } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { toCsv } from '../../lib/csv.ts';
import { conflict } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { logAction } from '../audit/log.ts';
import { dollars } from '../earnings/rules.ts';
import { type Debtor, endToEndId, writePain001 } from './pain001.ts';
import { isIban } from './rules.ts';
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
] as const;

const findRows = ({ db }: Pick<Deps, 'db'>, state: PayoutState) =>
  db
    .select({
      payout: payouts,
      sealed: payoutDestinations.sealed,
      lastFour: payoutDestinations.lastFour,
      country: payoutDestinations.country,
      name: users.displayName,
    })
    .from(payouts)
    .innerJoin(payoutDestinations, eq(payoutDestinations.id, payouts.destinationId))
    .innerJoin(users, eq(users.id, payouts.userId))
    .where(eq(payouts.state, state))
    .orderBy(asc(payouts.dueAt), asc(payouts.id))
    .limit(EXPORTED_MAX_COUNT);

/** Only what is to be transferred needs whole numbers of accounts. */
export async function exportCsv(deps: Deps, viewer: Viewer, state: PayoutState): Promise<string> {
  const rows = await logged(deps, viewer, { state, format: 'csv' });
  return toCsv(
    COLUMNS,
    rows.map(({ payout, sealed, lastFour, country, name }) => {
      const account = state === 'approved' ? openAccount(deps, payout.destinationId, sealed) : null;
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
      ];
    }),
    { mark: true },
  );
}

/** The approved ones. Throws 409 where nobody has said which account the house pays from, or none is approved. */
export async function exportPain001(deps: Deps, viewer: Viewer): Promise<string> {
  const debtor = findDebtor(deps);
  if (debtor === null) throw conflict('debtor_unknown');
  const rows = await logged(deps, viewer, { state: 'approved', format: 'pain001' });
  const transfers = rows.flatMap(({ payout: { id, cents, destinationId }, sealed }) => {
    const account = openAccount(deps, destinationId, sealed);
    // It was taken back: only a rejection is left for it.
    return account === null ? [] : [{ id, cents, account }];
  });
  if (transfers.length === 0) throw conflict('nothing_to_pay');
  const createdAt = deps.clock.now();
  const messageId = `TSZ-${newId(createdAt.getTime()).replaceAll('-', '').slice(0, 31)}`;
  return writePain001({ messageId, createdAt, debtor, transfers });
}

/** The account that the house pays from, once somebody has set it. */
export function findDebtor({ config }: Pick<Deps, 'config'>): Debtor | null {
  const { PAYOUT_DEBTOR_NAME: name, PAYOUT_DEBTOR_BIC: bic } = config;
  const iban = config.PAYOUT_DEBTOR_IBAN?.replaceAll(/\s/g, '').toUpperCase();
  return name && iban && bic && isIban(iban) ? { name, iban, bic } : null;
}

const logged = (
  deps: Deps,
  viewer: Viewer,
  { state, format }: { state: PayoutState; format: string },
): ReturnType<typeof findRows> =>
  inTransaction(deps, async (tx) => {
    const rows = await findRows(tx, state);
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'payouts_exported',
      subject: { type: 'user', id: viewer.id },
      details: { format, count: rows.length },
    });
    return rows;
  }) as ReturnType<typeof findRows>;
