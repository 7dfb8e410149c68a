import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Deps, fromReplica } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { searchLimits } from '../limits.ts';
import { searchContract } from './contract.ts';
import { countFound, findCreators, findStories } from './queries.ts';

export const searchRoutes = defineRoutes<typeof searchContract, Deps>(searchContract, {
  'GET /stories/search': async ({ deps, viewer, query, request, reply }) => {
    await admit(deps, request);
    const { q: phrase, publication_type: type, genre, language, page = 1, per_page: perPage = 24 } = query;
    const { country } = request;
    const wish = { phrase, type, genre, language, country, page, perPage };
    const result = await searchAs(viewer, deps, (from) => findStories(from, wish));
    keepShortly(reply);
    return {
      stories: result.found.map((story) => ({
        id: story.id,
        title: story.title,
        slug: story.slug,
        search_mini_thumbnail_url: story.thumbnailUrl,
        author: { display_name: story.author },
        pricing_strategy: { type: story.pricingType },
      })),
      page,
      per_page: perPage,
      total: result.total,
    };
  },
  'GET /users/search': async ({ deps, viewer, query, request, reply }) => {
    await admit(deps, request);
    const { q: phrase, page = 1, per_page: perPage = 24 } = query;
    const wish = { phrase, country: request.country, page, perPage };
    const result = await searchAs(viewer, deps, (from) => findCreators(from, wish));
    keepShortly(reply);
    return {
      users: result.found.map((creator) => ({
        display_name: creator.displayName,
        slug: creator.slug,
        website_url: creator.websiteUrl,
        founder: creator.founder,
        search_mini_thumbnail_url: creator.thumbnailUrl,
      })),
      page,
      per_page: perPage,
      total: result.total,
    };
  },
  'GET /search/counters': async ({ deps, viewer, query, request, reply }) => {
    await admit(deps, request);
    const { q: phrase, genre, language } = query;
    const wish = { phrase, genre, language, country: request.country };
    const counters = await searchAs(viewer, deps, (from) => countFound(from, wish));
    keepShortly(reply);
    return counters;
  },
});

/** Signed-in users may search for something they just wrote, which a replica may not have yet. */
const searchAs = <T>(viewer: Viewer | null, deps: Deps, search: (from: Deps) => Promise<T>): Promise<T> =>
  viewer === null ? fromReplica(deps, search) : search(deps);

const admit = (deps: Deps, { ip }: FastifyRequest): Promise<unknown> =>
  attempt(deps, searchLimits.searches, [subjects.address(ip)]);

/**
 * The browser answers repeated searches, for example after deleting letters. Shared caches do not: they would have to
 * vary by country, and be purged for every closed story.
 */
const keepShortly = (reply: FastifyReply): unknown => reply.header('cache-control', 'private, max-age=30');
