import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { walletContract } from './contract.ts';
import { entriesTable } from './entries-csv.ts';
import { findWallet, listEntries } from './queries.ts';
import { findAdminWallet } from './queries-admin.ts';
import { EXPORT_MAX_COUNT } from './rules.ts';
import { grantCoins } from './service.ts';

export const walletRoutes = defineRoutes<typeof walletContract, Deps>(walletContract, {
  'GET /wallet': ({ deps, viewer }) => findWallet(deps, viewer),
  'GET /wallet/entries': async ({ deps, viewer, query }) => {
    const { filter, page = 1, per_page = 24 } = query;
    return { ...(await listEntries(deps, viewer, { filter, page, perPage: per_page })), page, per_page };
  },
  'GET /wallet/entries/export': async ({ deps, viewer, reply }) => {
    const { entries } = await listEntries(deps, viewer, { page: 1, perPage: EXPORT_MAX_COUNT });
    return reply
      .type('text/csv; charset=utf-8')
      .headers({ 'content-disposition': attachment('wallet.csv'), 'cache-control': 'private, no-store' })
      .send(entriesTable(entries)) as never;
  },
  'GET /admin/wallets/:user_id': async ({ deps, viewer, params }) => ({
    wallet: await findAdminWallet(deps, viewer, params.user_id),
  }),
  'POST /admin/wallets/:user_id/grants': async ({ deps, viewer, params, headers, body, request }) => {
    const { balance } = await grantCoins(deps, viewer, {
      userId: params.user_id,
      coins: body.coins,
      reason: body.reason,
      key: headers['Idempotency-Key'] ?? body.key,
    });
    return { balance, message: request.translate('coins_granted') };
  },
});
