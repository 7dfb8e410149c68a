import type { Deps } from '#server/deps.ts';
import { AppError, unavailable } from '#server/lib/errors.ts';
import type { StoreFacts, StoreRefusal } from '../rules.ts';

export type Store = {
  /** App id in the store's receipts. Null when the store is not configured. */
  appOf(deps: Deps): string | null;
  /** Throws 422 for a receipt that is unsigned or unknown, 503 when the store is offline. */
  verify(deps: Deps, receipt: string): Promise<StoreFacts>;
  /** Notifies the store that the coins were credited, if the store requires it. */
  acknowledge?(deps: Deps, purchase: { transaction: string; productId: string }): Promise<void>;
};

export const refuse = (code: StoreRefusal): AppError => new AppError(422, code);

/** Nothing is lost: the app sends the receipt again. */
export const away = (): AppError => unavailable('store_away', { retryAfterSeconds: 30 });
