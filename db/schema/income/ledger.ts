/**
 * Dollars, in micro-dollars, by double entry: a transfer is some legs that come to nothing, which the database holds at the
 * commit. Legs and transfers are only ever added; a trigger carries each leg into the balance of its account, so that
 * nothing else writes one. They name people by an account that outlives them, and works by bare ids.
 */
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id } from '../columns.ts';

/**
 * Of the house: `network` (whoever pays for advertisements), `share` (what stays with the platform), `bank` (what has
 * left it). Of each creator: `rest` (less than a cent, carried on), `earned` (theirs, in whole cents), `asked` (held
 * back for a payout that is asked for).
 */
export const HOUSE_ACCOUNTS = ['network', 'share', 'bank'] as const;
export const CREATOR_ACCOUNTS = ['rest', 'earned', 'asked'] as const;
export type LedgerAccountKind = (typeof HOUSE_ACCOUNTS)[number] | (typeof CREATOR_ACCOUNTS)[number];

/** `payout_*`: asked for; then sent to the bank, or back to its owner. */
export const LEDGER_DEEDS = ['revenue', 'payout_asked', 'payout_paid', 'payout_returned'] as const;
export type LedgerDeed = (typeof LEDGER_DEEDS)[number];

const micros = (name: string) => bigint(name, { mode: 'number' });

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind').$type<LedgerAccountKind>().notNull(),
    /** Null of the house. */
    userId: uuid('user_id').references(() => users.id),
    balanceMicros: micros('balance_micros').notNull().default(0),
  },
  (table) => [
    unique('ledger_accounts_owner').on(table.userId, table.kind),
    uniqueIndex('ledger_accounts_house').on(table.kind).where(sql`${table.userId} is null`),
    check(
      'ledger_accounts_kind',
      sql`case when ${table.userId} is null then ${table.kind} in ('network', 'share', 'bank')
        else ${table.kind} in ('rest', 'earned', 'asked') end`,
    ),
    // What is carried on is less than a cent; what is earned may fall below zero by a correction alone, which the deed's trigger holds.
    check(
      'ledger_accounts_balance',
      sql`case ${table.kind}
        when 'rest' then ${table.balanceMicros} between 0 and 9999
        when 'asked' then ${table.balanceMicros} >= 0 and ${table.balanceMicros} % 10000 = 0
        when 'earned' then ${table.balanceMicros} % 10000 = 0
        when 'bank' then ${table.balanceMicros} >= 0
        else true end`,
    ),
  ],
);

export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    deed: text('deed').$type<LedgerDeed>().notNull(),
    /** Whatever is asked for under the same key happens once. */
    key: text('key').notNull().unique(),
    /** The import or the payout: a bare id. */
    subjectId: uuid('subject_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_transfers_subject').on(table.subjectId),
    check(
      'ledger_transfers_deed',
      sql`${table.deed} in ('revenue', 'payout_asked', 'payout_paid', 'payout_returned')`,
    ),
  ],
);

export const ledgerLegs = pgTable(
  'ledger_legs',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    micros: micros('micros').notNull(),
  },
  (table) => [
    unique('ledger_legs_once').on(table.transferId, table.accountId),
    index('ledger_legs_account').on(table.accountId),
    check('ledger_legs_something', sql`${table.micros} <> 0`),
  ],
);
