/** Owns what a receipt has to say before coins are paid out for it. Amounts come from the configuration, never from a receipt. */
export const STORES = ['app_store', 'google_play'] as const;
export type StoreName = (typeof STORES)[number];

export const RECEIPT_MAX_LENGTH = 16_384;

/** What a store has said of a purchase, proven. */
export type StoreFacts = {
  /** By which the store knows it; one transaction pays once. */
  transaction: string;
  /** What stands on the bill. */
  reference: string;
  app: string;
  productId: string;
  quantity: number;
  isSandbox: boolean;
  /** The account that the app named to the store. */
  accountId: string | null;
  state: 'paid' | 'pending' | 'refunded';
};

/** Each refuses a receipt as a whole: nothing that was typed is wrong, so no field is named. */
export const STORE_REFUSALS = [
  'purchase_invalid',
  'purchase_other_app',
  'purchase_sandbox',
  'purchase_not_yours',
  'purchase_pending',
  'purchase_refunded',
  'purchase_unknown_product',
] as const;
export type StoreRefusal = (typeof STORE_REFUSALS)[number];

type Expected = {
  app: string;
  userId: string;
  takesSandbox: boolean;
  products: ReadonlyMap<string, number>;
};

/** The coins of a purchase, or why there are none. */
export function judge(facts: StoreFacts, expected: Expected): { coins: number } | { refusal: StoreRefusal } {
  if (facts.app !== expected.app) return { refusal: 'purchase_other_app' };
  if (facts.isSandbox && !expected.takesSandbox) return { refusal: 'purchase_sandbox' };
  // Whoever finds a receipt that names nobody could take it for theirs.
  if (facts.accountId?.toLowerCase() !== expected.userId) return { refusal: 'purchase_not_yours' };
  if (facts.state === 'refunded') return { refusal: 'purchase_refunded' };
  if (facts.state === 'pending') return { refusal: 'purchase_pending' };
  const coins = expected.products.get(facts.productId);
  if (coins === undefined || facts.quantity !== 1) return { refusal: 'purchase_unknown_product' };
  return { coins };
}
