import type { Deps } from '../../deps.ts';
import { attachment } from '../../lib/attachment.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { attempt, subjects } from '../../limits/attempts.ts';
import { EPUB_TYPE } from '../novels/books/files.ts';
import { findBook } from './book.ts';
import { readingContract } from './contract.ts';
import { readingLimits } from './limits.ts';
import { findEpisode, findStory } from './queries.ts';
import { searchBook } from './search.ts';

export const readingRoutes = defineRoutes<typeof readingContract, Deps>(readingContract, {
  'GET /stories/:id': async ({ deps, viewer, params, query, request }) => ({
    story: await findStory(deps, params.id, {
      viewer,
      country: request.country,
      episodesFrom: query.episodes_from,
    }),
  }),
  'GET /episodes/:id': async ({ deps, viewer, params, query, request }) => ({
    episode: await findEpisode(deps, params.id, {
      viewer,
      country: request.country,
      chaptersFrom: query.chapters_from,
    }),
  }),
  'GET /episodes/epub/:id': async ({ deps, viewer, params, request, reply }) => {
    const { name, open } = await findBook(deps, params.id, { viewer, country: request.country });
    // Nothing is made for who asks only what there is.
    const isAsking = request.method === 'HEAD';
    const whom = viewer === null ? [] : [subjects.user(viewer.id)];
    if (!isAsking) await attempt(deps, readingLimits.bookDownloads, [subjects.address(request.ip), ...whom]);
    return reply
      .type(EPUB_TYPE)
      .headers({ 'content-disposition': attachment(name), 'cache-control': 'private, no-store' })
      .send(isAsking ? undefined : await open());
  },
  'GET /episodes/:id/search': async ({ deps, viewer, params, query, request }) => {
    const { country, ip: address } = request;
    const { hits, hasMore } = await searchBook(deps, params.id, {
      phrase: query.q,
      address,
      viewer,
      country,
    });
    return { hits, has_more: hasMore };
  },
});
