import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { isCrawler } from '../../../lib/crawler.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { chooseType } from '../../../lib/negotiate.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { networksOf } from '../../../limits/networks.ts';
import { EPISODES_MAX_COUNT } from '../../publishing/episodes/rules.ts';
import { statisticsContract } from './contract.ts';
import { daysTable, episodesTable } from './figures-csv.ts';
import { findStatistics, type StoryStatisticsView, today } from './queries.ts';
import { readRange, VIEW_MS } from './rules.ts';
import { takeView, type Visit } from './views.ts';

const MARK = 'view_mark';
/** JSON by default. */
const FORMS = ['application/json', 'text/csv'] as const;

export const statisticsRoutes = defineRoutes<typeof statisticsContract, Deps>(statisticsContract, {
  'POST /episodes/:id/views': async ({ deps, viewer, params, request, reply }) => {
    const mark = await takeView(deps, params.id, visitOf(request, viewer));
    if (mark !== null) keepMark(request, reply, deps, mark);
    return undefined;
  },
  'GET /creator/stories/:id/statistics': async ({ deps, viewer, params, query, request, reply }) => {
    const wish = readRange(query, today(deps));
    if ('fields' in wish) throw unprocessable(wish.fields);
    const isFile = query.format === 'csv';
    const isCsv =
      isFile || (query.format === undefined && chooseType(request.headers.accept, FORMS) === 'text/csv');
    const { page = 1, per_page: perPage = 24 } = query;
    const part = isCsv ? { page: 1, perPage: EPISODES_MAX_COUNT } : { page, perPage };
    const found = await findStatistics(deps, viewer, params.id, { range: wish.range, part });
    reply.header('vary', 'accept');
    if (!isCsv) return found;
    const isOfEpisodes = query.table === 'episodes';
    const text = (isOfEpisodes ? episodesTable : daysTable)(found, { mark: isFile });
    const name = `${isOfEpisodes ? 'episodes' : 'days'}-${found.from}-${found.to}.csv`;
    // Text is sent unchanged. The schema describes the JSON form.
    return reply
      .type('text/csv; charset=utf-8')
      .headers({
        'content-disposition': attachment(name),
        'cache-control': 'private, no-store',
        vary: 'accept',
      })
      .send(text) as never as StoryStatisticsView;
  },
});

export const visitOf = (request: FastifyRequest, viewer: Viewer | null): Visit => ({
  viewer,
  country: request.country,
  mark: request.cookies[MARK],
  networks: networksOf(request.ip),
  isCrawler: isCrawler(request.headers['user-agent'] ?? ''),
});

/** Every view renews the cookie, so that it lasts exactly as long as needed. */
export function keepMark(request: FastifyRequest, reply: FastifyReply, { config }: Deps, mark: string): void {
  reply.setCookie(MARK, mark, {
    path: request.url.startsWith('/api/') ? '/api/' : '/',
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: VIEW_MS / 1000,
    httpOnly: true,
  });
}
