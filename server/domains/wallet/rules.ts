/** Owns what may be done with coins: whole numbers, and never more than a wallet holds (decisions.md §7). */
export const GRANT_MAX_COINS = 100_000;
export const REASON_MAX_LENGTH = 200;
/** Of a key that a client chose. */
export const KEY_MAX_LENGTH = 64;

export const COIN_DEEDS = ['grant', 'unlock', 'return'] as const;

/** A list of entries: all, those that took coins, those that brought some. */
export const ENTRY_FILTERS = ['all', 'spent', 'received'] as const;
export type EntryFilter = (typeof ENTRY_FILTERS)[number];

/** How many coins are lacking; 0 when there are enough. */
export const missingCoins = ({ balance, price }: { balance: number; price: number }): number =>
  Math.max(0, price - balance);
