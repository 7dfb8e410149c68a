import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { purchasesContract } from './contract.ts';
import { hearAppStore, hearGooglePlay } from './notices.ts';
import { buyCoins } from './service.ts';

export const purchasesRoutes = defineRoutes<typeof purchasesContract, Deps>(purchasesContract, {
  'POST /wallet/purchases': async ({ deps, viewer, body, headers, request }) => {
    const buyer = { viewer, address: request.ip };
    const key = headers['Idempotency-Key'];
    const bought = await buyCoins(deps, buyer, { store: body.provider, receipt: body.receipt, key });
    return { ...bought, message: request.translate('coins_bought', { count: bought.coins }) };
  },
  'POST /wallet/store_notifications/app_store': async ({ deps, body }) => {
    await hearAppStore(deps, body.signedPayload);
    return undefined;
  },
  'POST /wallet/store_notifications/google_play': async ({ deps, body, headers }) => {
    await hearGooglePlay(deps, headers.Authorization, body);
    return undefined;
  },
});
