/**
 * Coins. Every entry has two legs: `coins` for a wallet, the same with the other sign for the house's account `house`, so
 * each one comes to nothing. The rows of a wallet are a chain that the database itself holds: each begins with the balance
 * that the one before it left. Rows are only ever added (a trigger refuses everything else), and outlive what they are about.
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

/** `refund`: the store has given the money back; `debt`: what was lacking then, taken from coins that came in. */
export type CoinDeed = 'grant' | 'unlock' | 'return' | 'purchase' | 'refund' | 'debt';
/** Where coins come from, and where they go. */
export type HouseAccount = 'issued' | 'spent';

const coinsColumn = (name: string) => bigint(name, { mode: 'number' });

export const coinEntries = pgTable(
  'coin_entries',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** From 1 in each wallet, without a gap. */
    number: integer('number').notNull(),
    /** Null for the first one. */
    previousNumber: integer('previous_number'),
    deed: text('deed').$type<CoinDeed>().notNull(),
    house: text('house').$type<HouseAccount>().notNull(),
    coins: coinsColumn('coins').notNull(),
    balanceBefore: coinsColumn('balance_before').notNull(),
    balanceAfter: coinsColumn('balance_after').notNull(),
    /** Whatever is asked for under the same key happens once. */
    key: text('key').notNull(),
    /** Bare ids: money is found again when the story is gone. */
    storyId: uuid('story_id'),
    episodeId: uuid('episode_id'),
    /** The administrator who granted them. */
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

/** The row that is locked while coins move. It names the last entry, and can say no other balance than that one does. */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    balanceCoins: coinsColumn('balance_coins').notNull().default(0),
    /** What refunds of a store took and was not there; the next coins that come in pay it. */
    debtCoins: coinsColumn('debt_coins').notNull().default(0),
    /** Null while nothing has moved. */
    lastNumber: integer('last_number'),
  },
  (table) => [
    foreignKey({
      name: 'wallets_last_entry',
      columns: [table.userId, table.lastNumber, table.balanceCoins],
      foreignColumns: [coinEntries.userId, coinEntries.number, coinEntries.balanceAfter],
    }),
    check('wallets_balance', sql`${table.balanceCoins} >= 0`),
    // Coins that are there pay the debt first, so that nothing is unlocked while there is one.
    check(
      'wallets_debt',
      sql`${table.debtCoins} >= 0 and (${table.debtCoins} = 0 or ${table.balanceCoins} = 0)`,
    ),
    check('wallets_empty', sql`${table.lastNumber} is not null or ${table.balanceCoins} = 0`),
  ],
);

/**
 * What a reader has paid for. No change of prices locks it again. It outlives the episode and the account; coins that were given
 * back leave their moment here, and the row opens nothing any more.
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
    /** When the figures of its creator took it in (`reading/counts/unlocks.ts`), and when they took its return in. */
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
