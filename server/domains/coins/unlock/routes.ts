import { formatNumber } from '#locales/index.ts';
import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { unlockContract } from './contract.ts';
import { unlockEpisode } from './service.ts';

export const unlockRoutes = defineRoutes<typeof unlockContract, Deps>(unlockContract, {
  'POST /episodes/:id/unlock': async ({ deps, viewer, params, headers, body, request }) => {
    const reader = { viewer, country: request.country };
    const { balance } = await unlockEpisode(deps, reader, {
      episodeId: params.id,
      priceCoins: body.price,
      key: headers['Idempotency-Key'],
    });
    const message = request.translate('unlocked', { count: balance, number: formatNumber(balance) });
    return { unlocked: true as const, balance, message };
  },
});
