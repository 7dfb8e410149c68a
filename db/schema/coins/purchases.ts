/** Coins bought in a store. One row per store transaction, whether the app or the store reports it first. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';
import { coinEntries } from './wallet.ts';

export type StoreName = 'app_store' | 'google_play';

export const storePurchases = pgTable(
  'store_purchases',
  {
    id: id(),
    store: text('store').$type<StoreName>().notNull(),
    /** The store's id of the purchase: a transaction, or a purchase token. */
    transaction: text('transaction').notNull(),
    /** Order number on the reader's bill. */
    reference: text('reference'),
    productId: text('product_id'),
    /** Null when the store refunded the purchase before anyone claimed the coins. */
    userId: uuid('user_id').references(() => users.id),
    coins: integer('coins').notNull().default(0),
    entryId: uuid('entry_id')
      .unique()
      .references(() => coinEntries.id),
    /** Idempotency key with which the app sent the receipt. */
    sentKey: text('sent_key'),
    createdAt: createdAt(),
    /** When we confirmed to the store that the coins were credited. The App Store needs no confirmation. */
    acknowledgedAt: moment('acknowledged_at'),
    refundedAt: moment('refunded_at'),
    /** Entry that took coins back, up to the balance at that time. */
    refundEntryId: uuid('refund_entry_id')
      .unique()
      .references(() => coinEntries.id),
    /** Coins missing at the refund. */
    owedCoins: bigint('owed_coins', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    unique('store_purchases_once').on(table.store, table.transaction),
    index('store_purchases_user').on(table.userId),
    index('store_purchases_waiting').on(table.createdAt).where(sql`${table.acknowledgedAt} is null`),
    check('store_purchases_store', sql`${table.store} in ('app_store', 'google_play')`),
    check(
      'store_purchases_credited',
      sql`case when ${table.entryId} is null
        then ${table.userId} is null and ${table.coins} = 0 and ${table.refundedAt} is not null
        else ${table.userId} is not null and ${table.coins} > 0 end`,
    ),
    check(
      'store_purchases_owed',
      sql`${table.owedCoins} between 0 and ${table.coins} and (${table.refundedAt} is not null or ${table.owedCoins} = 0)`,
    ),
    check(
      'store_purchases_taken',
      sql`(${table.refundEntryId} is not null) = (${table.refundedAt} is not null and ${table.owedCoins} < ${table.coins})`,
    ),
  ],
);
