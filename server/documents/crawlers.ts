/** `robots.txt` for crawlers (RFC 9309), and the parts of the sitemap that are too large to cache. */
import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { localizedPath } from '../../locales/index.ts';
import type { FixedPath } from '../../pages/addresses.ts';
import { type Deps, fromReplica } from '../deps.ts';
import { isLoopback } from '../lib/host.ts';
import { LOCALES } from '../lib/locale.ts';
import { chooseEncoding } from '../lib/negotiate.ts';
import { owned } from '../lib/streams.ts';
import { compressor } from '../rendering/compression.ts';
import { type Kind, PAGES_PATH, partPath, SITEMAP_TYPE, writePages, writePart } from './sitemap.ts';

/** Useless to search engines. Pictures and cards stay open: search results show them. */
const CLOSED = ['/creator', '/admin', '/search'];
const CLOSED_ONCE = ['/api/', '/dev/', '/docs', '/openapi.json'];

/**
 * Crawlers that collect works to train models. The works belong to their creators, who have not agreed to that. Search
 * engines that answer a question with a link to the page may read.
 */
const GATHERERS = [
  'AI2Bot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Diffbot',
  'FacebookBot',
  'Google-Extended',
  'GPTBot',
  'Meta-ExternalAgent',
  'omgili',
  'PanguBot',
];

export function robotsText(baseUrl: string): string {
  // Search engines must not list anything from a developer's machine.
  if (isLoopback(new URL(baseUrl).hostname)) return 'User-agent: *\nDisallow: /\n';
  const closed = LOCALES.flatMap((locale) => CLOSED.map((path) => localizedPath(locale, path)));
  return [
    ...GATHERERS.map((name) => `User-agent: ${name}`),
    'Disallow: /',
    '',
    'User-agent: *',
    ...[...CLOSED_ONCE, ...closed].map((path) => `Disallow: ${path}`),
    // The same page with its panels, and forms with their return addresses.
    'Disallow: /*?*panels=',
    'Disallow: /*?*back=',
    'Disallow: /*?*preview=',
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

const HOUR = 'public, max-age=3600';
/** Private: another country may get other stories. */
const OWN_HOUR = 'private, max-age=3600';
const ID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const hidden = { schema: { hide: true } as object };

export type CrawlersOptions = { deps: Deps; isPublic(path: FixedPath): boolean };

export const crawlersPlugin = fastifyPlugin(
  (app: FastifyInstance, { deps, isPublic }: CrawlersOptions, done: () => void) => {
    const robots = robotsText(deps.config.BASE_URL);
    app.get('/robots.txt', hidden, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', HOUR).send(robots),
    );
    app.get(PAGES_PATH, hidden, async ({ country }, reply) => {
      const pages = await fromReplica(deps, (from) => writePages(from, { country, isPublic }));
      return reply.type(SITEMAP_TYPE).header('cache-control', OWN_HOUR).send(pages);
    });
    for (const kind of ['stories', 'profiles'] satisfies Kind[]) {
      app.get<{ Params: { from: string } }>(partPath(kind, `:from(${ID})`), hidden, (request, reply) => {
        const { params, country, headers } = request;
        const encoding = chooseEncoding(headers['accept-encoding']);
        reply.type(SITEMAP_TYPE).headers({ 'cache-control': OWN_HOUR, vary: 'accept-encoding' });
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        if (request.method === 'HEAD') return reply.send();
        const out = compressor(encoding);
        pipeline(
          owned(Readable.from(writePart(deps, kind, { from: params.from, country }))),
          out,
          (error) => {
            // A client that leaves early is not an error.
            if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
              deps.log.error({ err: error, url: request.url }, 'a sitemap was cut off');
          },
        );
        return reply.send(out);
      });
    }
    done();
  },
  { name: 'crawlers' },
);
