/** Notifications from stores. Only refunds change anything. Forged ones are refused and logged. */
import type { Deps } from '../../../deps.ts';
import { isAppError } from '../../../lib/errors.ts';
import { logSecurity } from '../../../process/security-log.ts';
import type { StoreName } from './rules.ts';
import { refundPurchase } from './service.ts';
import { readAppStoreNotification } from './stores/app-store.ts';
import { readGooglePush } from './stores/google-play.ts';
import { refuse } from './stores/store.ts';

export const hearAppStore = (deps: Deps, signed: string): Promise<void> =>
  withRefusalsLogged(deps, 'app_store', async () => {
    const heard = await readAppStoreNotification(deps, signed);
    if (heard === null) return;
    const { facts, isRefund, kind } = heard;
    const { appStore, takesSandbox } = deps.config.stores;
    if (facts.app !== appStore?.bundleId) throw refuse('purchase_other_app');
    if (facts.isSandbox && !takesSandbox) throw refuse('purchase_sandbox');
    if (isRefund) await refundPurchase(deps, { store: 'app_store', ...facts });
    // The store kept the money after all: an administrator must grant the coins again.
    else if (kind === 'REFUND_REVERSED')
      deps.log.error({ transaction: facts.transaction }, 'a store reversed a refund: grant the coins again');
  });

export const hearGooglePlay = (deps: Deps, authorization: string | undefined, body: unknown): Promise<void> =>
  withRefusalsLogged(deps, 'google_play', async () => {
    const voided = await readGooglePush(deps, authorization, body);
    if (voided !== null) await refundPurchase(deps, { store: 'google_play', ...voided });
  });

async function withRefusalsLogged(deps: Deps, provider: StoreName, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isAppError(error)) logSecurity(deps, 'store_notice_refused', { provider, reason: error.code });
    throw error;
  }
}
