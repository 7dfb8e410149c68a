import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { networksOf } from '../../../limits/networks.ts';
import { openStream } from '../../../live/stream.ts';
import { liveContract } from './contract.ts';
import { findHeard } from './topics.ts';

export const liveRoutes = defineRoutes<typeof liveContract, Deps>(liveContract, {
  'GET /events': async ({ deps, viewer, query, request, reply }) => {
    // Checked first, so that a refused caller costs no query.
    deps.live.requireRoom({ networks: networksOf(request.ip), userId: viewer?.id ?? null });
    const topics = await findHeard(deps, { viewer, country: request.country }, query.topics);
    openStream(deps.live, topics, { request, reply, userId: viewer?.id ?? null });
    return '';
  },
});
