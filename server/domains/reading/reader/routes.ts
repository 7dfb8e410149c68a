import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { EPUB_TYPE } from '../../publishing/novels/books/files.ts';
import { readingLimits } from '../limits.ts';
import { findBook } from './book.ts';
import { readingContract } from './contract.ts';
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
    const { name, make } = await findBook(deps, params.id, { viewer, country: request.country });
    const headers = { 'content-disposition': attachment(name), 'cache-control': 'private, no-store' };
    // A HEAD request makes no book.
    if (request.method === 'HEAD') return reply.type(EPUB_TYPE).headers(headers).send();
    const whom = viewer === null ? [] : [subjects.user(viewer.id)];
    const share = await attempt(deps, readingLimits.bookDownloads, [subjects.address(request.ip), ...whom]);
    const { open, bytes } = await make().catch(async (error: unknown) => {
      await share.takeBack();
      throw error;
    });
    return reply.type(EPUB_TYPE).headers(headers).header('content-length', bytes).send(open());
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
