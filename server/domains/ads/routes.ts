import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { keepMark, visitOf } from '../statistics/routes.ts';
import { adsContract } from './contract.ts';
import { findSlots, takeImpression } from './service.ts';

export const adsRoutes = defineRoutes<typeof adsContract, Deps>(adsContract, {
  'POST /ad_impressions': async ({ deps, viewer, body, request, reply }) => {
    const where = { episodeId: body.episode_id, slot: body.slot };
    const mark = await takeImpression(deps, where, visitOf(request, viewer));
    if (mark !== null) keepMark(request, reply, deps, mark);
    return undefined;
  },
  'GET /episodes/:id/ad_slots': async ({ deps, viewer, params, request }) => ({
    slots: await findSlots(deps, params.id, { viewer, country: request.country }),
  }),
});
