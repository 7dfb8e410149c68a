/** Serves documents for machines when the page cache has not answered: in development, and for unusual requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { localizedPath } from '../../locales/index.ts';
import { notFound } from '../lib/errors.ts';
import { LOCALES } from '../lib/locale.ts';
import { machineDocuments } from './list.ts';
import type { Documents } from './render.ts';

export const documentsPlugin = fastifyPlugin(
  (app: FastifyInstance, { documents }: { documents: Documents }, done: () => void) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const address = documents.addressOf(request.raw.url ?? '/');
      const page = address && (await documents.render({ ...address, country: request.country }));
      if (page === null) throw notFound('not_found');
      return reply
        .code(page.status)
        .headers({ ...page.headers, 'cache-control': 'private, no-cache' })
        .send(page.body);
    };
    for (const { path } of machineDocuments) {
      for (const locale of LOCALES)
        app.get(
          localizedPath(locale, path.replaceAll('@', ':')),
          { schema: { hide: true } as object },
          answer,
        );
    }
    done();
  },
  { name: 'documents' },
);
