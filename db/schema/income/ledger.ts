/**
 * Dollars in micro-dollars, by double entry. A transfer's legs sum to zero, which the database checks at commit. Legs
 * and transfers are only ever added. A trigger adds each leg to its account's balance; nothing else writes balances.
 * Legs name people by an account row that outlives them, and works by bare ids.
 */
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id } from '../columns.ts';

/**
 * House: `network` (pays for ads), `share` (the platform's), `bank` (paid out). Creators: `rest` (less than a cent,
 * carried forward), `earned` (in whole cents), `asked` (reserved for a payout).
 */
export const HOUSE_ACCOUNTS = ['network', 'share', 'bank'] as const;
export const CREATOR_ACCOUNTS = ['rest', 'earned', 'asked'] as const;
export type LedgerAccountKind = (typeof HOUSE_ACCOUNTS)[number] | (typeof CREATOR_ACCOUNTS)[number];

/** `payout_*`: requested, then sent to the bank or returned to the creator. */
export const LEDGER_ACTIONS = ['revenue', 'payout_asked', 'payout_paid', 'payout_returned'] as const;
export type LedgerAction = (typeof LEDGER_ACTIONS)[number];

const micros = (name: string) => bigint(name, { mode: 'number' });

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind').$type<LedgerAccountKind>().notNull(),
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
    // `rest` stays below a cent. Only a correction may make `earned` negative, which the trigger on transfers enforces.
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
    deed: text('deed').$type<LedgerAction>().notNull(),
    /** Idempotency key: each key takes effect once. */
    key: text('key').notNull().unique(),
    /** Id of the import or payout, without foreign key. */
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
