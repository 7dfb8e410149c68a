import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { networkOf } from '../../limits/attempts.ts';
import { openStream } from '../../live/stream.ts';
import { liveContract } from './contract.ts';
import { findHeard } from './topics.ts';

export const liveRoutes = defineRoutes<typeof liveContract, Deps>(liveContract, {
  'GET /events': async ({ deps, viewer, query, request, reply }) => {
    // Asked first, so that who is refused costs no query.
    deps.live.requireRoom(networkOf(request.ip));
    const topics = await findHeard(deps, { viewer, country: request.country }, query.topics);
    openStream(deps.live, topics, { request, reply, userId: viewer?.id ?? null });
    return '';
  },
});
