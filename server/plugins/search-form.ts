/** The header's search without JavaScript: redirects `/search?q=…` to the results (SRC-13, SRC-14). */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { localizedPath, splitUrl } from '../../locales/index.ts';
import { address, resultsAddress, searchForm } from '../../pages/addresses.ts';
import { RESOURCES, readPhrase } from '../domains/discovery/search/rules.ts';
import { LOCALES } from '../lib/locale.ts';

export const searchFormPlugin = fastifyPlugin(
  (app: FastifyInstance, _options: object, done: () => void) => {
    for (const locale of LOCALES) {
      app.get(localizedPath(locale, searchForm), { schema: { hide: true } as object }, (request, reply) => {
        const { query } = splitUrl(request.raw.url ?? '');
        const phrase = readPhrase(query.get('q') ?? '');
        const resource = RESOURCES.find((known) => known === query.get('resource'));
        // An empty search leads to the landing page.
        const path = phrase === '' ? address('/') : resultsAddress(phrase, resource);
        return reply
          .header('cache-control', 'public, max-age=3600')
          .redirect(localizedPath(locale, path), 302);
      });
    }
    done();
  },
  { name: 'search-form' },
);
