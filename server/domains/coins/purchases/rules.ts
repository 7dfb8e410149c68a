/** Decides which receipts are paid out. Amounts come from the configuration, never from a receipt. */
export const STORES = ['app_store', 'google_play'] as const;
export type StoreName = (typeof STORES)[number];

export const RECEIPT_MAX_LENGTH = 16_384;

export type StoreFacts = {
  /** The store's id. Each transaction pays once. */
  transaction: string;
  /** Number on the bill. */
  reference: string;
  app: string;
  productId: string;
  quantity: number;
  isSandbox: boolean;
  /** Account id that the app passed to the store. */
  accountId: string | null;
  state: 'paid' | 'pending' | 'refunded';
};

/** Each rejects the receipt as a whole and names no field, because users did not type it. */
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

export function judge(facts: StoreFacts, expected: Expected): { coins: number } | { refusal: StoreRefusal } {
  if (facts.app !== expected.app) return { refusal: 'purchase_other_app' };
  if (facts.isSandbox && !expected.takesSandbox) return { refusal: 'purchase_sandbox' };
  // Anyone who finds a receipt without an account could claim it.
  if (facts.accountId?.toLowerCase() !== expected.userId) return { refusal: 'purchase_not_yours' };
  if (facts.state === 'refunded') return { refusal: 'purchase_refunded' };
  if (facts.state === 'pending') return { refusal: 'purchase_pending' };
  const coins = expected.products.get(facts.productId);
  if (coins === undefined || facts.quantity !== 1) return { refusal: 'purchase_unknown_product' };
  return { coins };
}
