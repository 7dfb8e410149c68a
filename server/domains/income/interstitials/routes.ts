import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { keepMark, visitOf } from '../../reading/counts/routes.ts';
import { interstitialsContract } from './contract.ts';
import { findSlots, takeImpression } from './service.ts';

type Told = {
  deps: Deps;
  viewer: Viewer | null;
  body: { episode_id: string; slot: number; ad_id?: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

async function take({ deps, viewer, body, request, reply }: Told, deed: { isFollowed?: true }) {
  const { episode_id: episodeId, slot, ad_id: adId } = body;
  const seen = { episodeId, slot, ...(adId !== undefined && { adId }), ...deed };
  const mark = await takeImpression(deps, seen, visitOf(request, viewer));
  if (mark !== null) keepMark(request, reply, deps, mark);
  return undefined;
}

export const interstitialsRoutes = defineRoutes<typeof interstitialsContract, Deps>(interstitialsContract, {
  'POST /ad_impressions': (told) => take(told, {}),
  'POST /ad_follows': (told) => take(told, { isFollowed: true }),
  'GET /episodes/:id/ad_slots': async ({ deps, viewer, params, query, request }) => {
    const { country, locale } = request;
    const isApp = request.headers.authorization !== undefined;
    const asked = { viewer, country, isApp, locale: query.language ?? locale };
    const found = await findSlots(deps, params.id, asked);
    return {
      slots: found.slots,
      ads: found.ads.map(({ subscriptionsBelow, dailyMaxCount, endsOn, story, ...ad }) => ({
        ...ad,
        story: story && { id: story.id, title: story.title, cover_url: story.cover?.url ?? null },
        subscriptions_below: subscriptionsBelow,
        daily_max_count: dailyMaxCount,
        ends_on: endsOn,
      })),
      reader: {
        publishes: found.reader.publishes,
        subscriptions_count: found.reader.subscriptionsCount,
        has_app: found.reader.hasApp,
      },
    };
  },
});
