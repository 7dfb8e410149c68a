import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { walletContract } from './contract.ts';
import { findBalance, listEntries } from './queries.ts';
import { grantCoins } from './service.ts';

export const walletRoutes = defineRoutes<typeof walletContract, Deps>(walletContract, {
  'GET /wallet': async ({ deps, viewer }) => ({ balance: await findBalance(deps, viewer) }),
  'GET /wallet/entries': async ({ deps, viewer, query }) => {
    const { filter, page = 1, per_page = 24 } = query;
    return { ...(await listEntries(deps, viewer, { filter, page, perPage: per_page })), page, per_page };
  },
  'POST /admin/wallets/:user_id/grants': async ({ deps, viewer, params, headers, body, request }) => {
    const { balance } = await grantCoins(deps, viewer, {
      userId: params.user_id,
      coins: body.coins,
      reason: body.reason,
      key: headers['Idempotency-Key'],
    });
    return { balance, message: request.translate('coins_granted') };
  },
});
