/** Owns what may be done with coins: whole numbers, and never more than a wallet holds (decisions.md §7). */
export const GRANT_MAX_COINS = 100_000;
/** Of one administrator, to all wallets together. */
export const GRANTS_A_DAY_MAX_COINS = 100_000;
export const GRANT_REASON_MAX_LENGTH = 200;

export const COIN_DEEDS = ['grant', 'unlock', 'return', 'purchase', 'refund', 'debt'] as const;

/** In a file. */
export const EXPORT_MAX_COUNT = 10_000;

/** A list of entries: all, those of what is still unlocked, those that took coins, those that brought some. */
export const ENTRY_FILTERS = ['all', 'bought', 'spent', 'received'] as const;
export type EntryFilter = (typeof ENTRY_FILTERS)[number];

/** How many coins are lacking; 0 when there are enough. What is owed is taken from them before anything is unlocked. */
export const missingCoins = (of: { balance: number; debt: number; price: number }): number =>
  Math.max(0, of.price + of.debt - of.balance);

/** Enough of a bill's number to know it again. */
export const shorten = (reference: string): string => {
  const tail = reference.slice(-4);
  const head = /^GPA\.\d{4}-/.exec(reference)?.[0] ?? reference.slice(0, 4);
  if (head.length + tail.length >= reference.length) return reference;
  return head.endsWith('-') ? `${head}…-${tail}` : `${head}…${tail}`;
};
