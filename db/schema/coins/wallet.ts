/**
 * Coins, kept by double entry. Every entry has two legs: `coins` for a wallet, and the opposite amount for the account
 * `house`. The database enforces that a wallet's entries form a chain: each starts with the balance the previous one
 * left. Rows are only ever added (a trigger refuses everything else). They outlive what they refer to.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';

/** `refund`: the store paid the money back. `debt`: coins missing at a refund, taken from coins that came in later. */
export type CoinAction = 'grant' | 'unlock' | 'return' | 'purchase' | 'refund' | 'debt';
/** `issued` is where coins come from, `spent` where they go. */
export type HouseAccount = 'issued' | 'spent';

const coinsColumn = (name: string) => bigint(name, { mode: 'number' });

export const coinEntries = pgTable(
  'coin_entries',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Counts from 1 per wallet, without gaps. */
    number: integer('number').notNull(),
    previousNumber: integer('previous_number'),
    deed: text('deed').$type<CoinAction>().notNull(),
    house: text('house').$type<HouseAccount>().notNull(),
    coins: coinsColumn('coins').notNull(),
    balanceBefore: coinsColumn('balance_before').notNull(),
    balanceAfter: coinsColumn('balance_after').notNull(),
    /** Idempotency key: each key takes effect once. */
    key: text('key').notNull(),
    /** Bare ids, so that the entry outlives the story. */
    storyId: uuid('story_id'),
    episodeId: uuid('episode_id'),
    /** Administrator who granted the coins. */
    actorId: uuid('actor_id').references(() => users.id),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('coin_entries_number').on(table.userId, table.number),
    unique('coin_entries_chain').on(table.userId, table.number, table.balanceAfter),
    unique('coin_entries_key').on(table.userId, table.key),
    foreignKey({
      name: 'coin_entries_previous',
      columns: [table.userId, table.previousNumber, table.balanceBefore],
      foreignColumns: [table.userId, table.number, table.balanceAfter],
    }),
    check(
      'coin_entries_first',
      sql`case when ${table.number} = 1 then ${table.previousNumber} is null and ${table.balanceBefore} = 0
        else ${table.previousNumber} is not null and ${table.previousNumber} = ${table.number} - 1 end`,
    ),
    check('coin_entries_sum', sql`${table.balanceAfter} = ${table.balanceBefore} + ${table.coins}`),
    index('coin_entries_actor').on(table.actorId, table.createdAt).where(sql`${table.actorId} is not null`),
    check('coin_entries_balance', sql`${table.balanceAfter} >= 0`),
    check(
      'coin_entries_deed',
      sql`(${table.deed} in ('grant', 'purchase') and ${table.house} = 'issued' and ${table.coins} > 0)
        or (${table.deed} in ('refund', 'debt') and ${table.house} = 'issued' and ${table.coins} < 0)
        or (${table.deed} = 'unlock' and ${table.house} = 'spent' and ${table.coins} < 0)
        or (${table.deed} = 'return' and ${table.house} = 'spent' and ${table.coins} > 0)`,
    ),
  ],
);

/** The row to lock while coins move. Its foreign key allows only the last entry's balance. */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    balanceCoins: coinsColumn('balance_coins').notNull().default(0),
    /** Coins missing at refunds. The next coins that come in pay this debt first. */
    debtCoins: coinsColumn('debt_coins').notNull().default(0),
    lastNumber: integer('last_number'),
  },
  (table) => [
    foreignKey({
      name: 'wallets_last_entry',
      columns: [table.userId, table.lastNumber, table.balanceCoins],
      foreignColumns: [coinEntries.userId, coinEntries.number, coinEntries.balanceAfter],
    }),
    check('wallets_balance', sql`${table.balanceCoins} >= 0`),
    // Coins pay the debt first, so nothing can be unlocked while a debt exists.
    check(
      'wallets_debt',
      sql`${table.debtCoins} >= 0 and (${table.debtCoins} = 0 or ${table.balanceCoins} = 0)`,
    ),
    check('wallets_empty', sql`${table.lastNumber} is not null or ${table.balanceCoins} = 0`),
  ],
);

/**
 * Episodes that readers paid for. A price change never locks them again. Rows outlive the episode and the account. A
 * row with `returned_at` no longer opens anything.
 */
export const unlocks = pgTable(
  'unlocks',
  {
    id: id(),
    readerId: uuid('reader_id')
      .notNull()
      .references(() => users.id),
    storyId: uuid('story_id').notNull(),
    episodeId: uuid('episode_id').notNull(),
    priceCoins: integer('price_coins').notNull(),
    entryId: uuid('entry_id')
      .notNull()
      .unique()
      .references(() => coinEntries.id),
    createdAt: createdAt(),
    returnedAt: moment('returned_at'),
    /** When the creator's figures included the unlock (`reading/counts/unlocks.ts`), and when its return. */
    countedAt: moment('counted_at'),
    returnCountedAt: moment('return_counted_at'),
  },
  (table) => [
    index('unlocks_story').on(table.storyId, table.episodeId),
    index('unlocks_uncounted')
      .on(table.id)
      .where(
        sql`${table.countedAt} is null or (${table.returnedAt} is not null and ${table.returnCountedAt} is null)`,
      ),
    uniqueIndex('unlocks_reader').on(table.readerId, table.episodeId).where(sql`${table.returnedAt} is null`),
    index('unlocks_newest').on(table.readerId, table.createdAt).where(sql`${table.returnedAt} is null`),
    index('unlocks_episode').on(table.storyId, table.episodeId).where(sql`${table.returnedAt} is null`),
    check('unlocks_price', sql`${table.priceCoins} > 0`),
  ],
);
