/** Payouts that creators request, their bank destinations and tax forms. Amounts stay when an account is erased. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { bytea, createdAt, id, moment } from '../columns.ts';

/** `called_off`: cancelled by its owner before approval. */
export const PAYOUT_STATES = ['requested', 'approved', 'paid', 'rejected', 'called_off'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/**
 * Bank accounts of creators. A change adds a row that takes over three days later. Ended rows stay as long as payouts
 * name them. Name and number are encrypted with the service's key.
 */
export const payoutDestinations = pgTable(
  'payout_destinations',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Encrypted JSON: holder, IBAN or account and routing number, country. Null once erased. */
    sealed: bytea('sealed'),
    /** Last four characters of the account, so that its owner recognizes it. */
    lastFour: text('last_four').notNull(),
    country: text('country').notNull(),
    createdAt: createdAt(),
    validFrom: moment('valid_from').notNull(),
    /** When its owner withdrew it or another destination took over. */
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
    /** Guardian who receives the money of a creator under 18. */
    guardianName: text('guardian_name'),
    requestedAt: createdAt(),
    dueAt: moment('due_at').notNull(),
    /** When a tax form was requested. It must be there before the approval. */
    formAskedAt: moment('form_asked_at'),
    formAskedBy: uuid('form_asked_by').references(() => users.id),
    formKind: text('form_kind'),
    approvedAt: moment('approved_at'),
    approvedBy: uuid('approved_by').references(() => users.id),
    /** When the payout was last exported to a bank file, and by whom. */
    takenAt: moment('taken_at'),
    takenBy: uuid('taken_by').references(() => users.id),
    closedAt: moment('closed_at'),
    closedBy: uuid('closed_by').references(() => users.id),
    reference: text('reference'),
    /** Reason of the rejection, shown to its owner. */
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

/** Private files of creators. Every view by an administrator is logged. */
export const taxForms = pgTable(
  'tax_forms',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
    /** Key in storage, outside everything that is served. */
    storageKey: text('storage_key').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
    /** When a newer form replaced it, or the law no longer requires it. */
    endedAt: moment('ended_at'),
  },
  (table) => [index('tax_forms_user').on(table.userId, table.createdAt)],
);
