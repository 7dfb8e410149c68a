/** What the house asks of a store. */
import type { Deps } from '#server/deps.ts';
import { AppError, unavailable } from '#server/lib/errors.ts';
import type { StoreFacts, StoreRefusal } from '../rules.ts';

export type Store = {
  /** The app that it sells for, as the receipt names it. Null when the store is not set up. */
  appOf(deps: Deps): string | null;
  /** Throws 422 for what the store has not signed or does not know, 503 when it does not answer. */
  verify(deps: Deps, receipt: string): Promise<StoreFacts>;
  /** Tells it that the coins are there, when it wants to hear that. */
  acknowledge?(deps: Deps, purchase: { transaction: string; productId: string }): Promise<void>;
};

export const refuse = (code: StoreRefusal): AppError => new AppError(422, code);

/** Nothing is lost: the app sends the receipt again. */
export const away = (): AppError => unavailable('store_away', { retryAfterSeconds: 30 });
