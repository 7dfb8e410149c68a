/** What creators ask to be paid, where it goes, and the tax forms that it needs. Amounts stay when an account is erased. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { bytea, createdAt, id, moment } from '../columns.ts';

/** `called_off` by its owner, before it was approved. */
export const PAYOUT_STATES = ['requested', 'approved', 'paid', 'rejected', 'called_off'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/**
 * Where money goes. A change is a new row that takes over three days later; what has ended is kept as long as payouts name it.
 * Name and number are sealed with the service's key.
 */
export const payoutDestinations = pgTable(
  'payout_destinations',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Holder, IBAN or account and routing number, country: JSON, sealed; null once it is forgotten. */
    sealed: bytea('sealed'),
    /** The last four characters of the account, to know it again. */
    lastFour: text('last_four').notNull(),
    country: text('country').notNull(),
    createdAt: createdAt(),
    /** From then on money goes there. */
    validFrom: moment('valid_from').notNull(),
    /** Its owner has taken it back, or another one has taken over. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('payout_destinations_user').on(table.userId, table.validFrom),
    check('payout_destinations_last_four', sql`length(${table.lastFour}) between 2 and 4`),
  ],
);

export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    cents: bigint('cents', { mode: 'number' }).notNull(),
    state: text('state').$type<PayoutState>().notNull(),
    destinationId: uuid('destination_id')
      .notNull()
      .references(() => payoutDestinations.id),
    /** Of the guardian who is paid for somebody under 18. */
    guardianName: text('guardian_name'),
    requestedAt: createdAt(),
    dueAt: moment('due_at').notNull(),
    /** A form is asked for; it is needed before the approval. */
    formAskedAt: moment('form_asked_at'),
    formAskedBy: uuid('form_asked_by').references(() => users.id),
    formKind: text('form_kind'),
    approvedAt: moment('approved_at'),
    approvedBy: uuid('approved_by').references(() => users.id),
    /** When it was last put into a file for the bank, and by whom. */
    takenAt: moment('taken_at'),
    takenBy: uuid('taken_by').references(() => users.id),
    /** Paid, rejected or called off. */
    closedAt: moment('closed_at'),
    closedBy: uuid('closed_by').references(() => users.id),
    /** Of the transfer at the bank. */
    reference: text('reference'),
    /** Why it was rejected, which its owner reads. */
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('payouts_open').on(table.userId).where(sql`${table.state} in ('requested', 'approved')`),
    index('payouts_state').on(table.state, table.dueAt),
    index('payouts_user').on(table.userId, table.requestedAt),
    check('payouts_cents', sql`${table.cents} >= 10000`),
    check(
      'payouts_state',
      sql`${table.state} in ('requested', 'approved', 'paid', 'rejected', 'called_off')`,
    ),
    check(
      'payouts_closed',
      sql`(${table.state} in ('paid', 'rejected', 'called_off')) = (${table.closedAt} is not null)`,
    ),
    check('payouts_reference', sql`(${table.state} = 'paid') = (${table.reference} is not null)`),
    check('payouts_reason', sql`(${table.state} = 'rejected') = (${table.reason} is not null)`),
  ],
);

/** Private files of creators; each look of an administrator is logged. */
export const taxForms = pgTable(
  'tax_forms',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
    /** In the storage, outside everything that is served. */
    storageKey: text('storage_key').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
    /** A newer one has replaced it, or the law lets it go. */
    endedAt: moment('ended_at'),
  },
  (table) => [index('tax_forms_user').on(table.userId, table.createdAt)],
);
