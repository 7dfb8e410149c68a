/** Rules for coins: whole numbers, and never more than the wallet contains (decisions.md §7). */
export const GRANT_MAX_COINS = 100_000;
/** Per administrator, to all wallets. */
export const GRANTS_A_DAY_MAX_COINS = 100_000;
export const GRANT_REASON_MAX_LENGTH = 200;

export const COIN_ACTIONS = ['grant', 'unlock', 'return', 'purchase', 'refund', 'debt'] as const;

export const EXPORT_MAX_COUNT = 10_000;

/** All entries, those of unlocks still valid, outgoing ones and incoming ones. */
export const ENTRY_FILTERS = ['all', 'bought', 'spent', 'received'] as const;
export type EntryFilter = (typeof ENTRY_FILTERS)[number];

/** Coins still missing, or 0. A debt is paid before anything is unlocked. */
export const missingCoins = (of: { balance: number; debt: number; price: number }): number =>
  Math.max(0, of.price + of.debt - of.balance);

/** Enough of a bill's number to recognize it. */
export const shorten = (reference: string): string => {
  const tail = reference.slice(-4);
  const head = /^GPA\.\d{4}-/.exec(reference)?.[0] ?? reference.slice(0, 4);
  if (head.length + tail.length >= reference.length) return reference;
  return head.endsWith('-') ? `${head}…-${tail}` : `${head}…${tail}`;
};
