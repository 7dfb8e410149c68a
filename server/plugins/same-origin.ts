/** Refuses cross-site requests: a change by cookie must be same-origin (decisions.md §1). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { forbidden } from '../lib/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    crossSite?: boolean;
  }
}

export const sameOriginPlugin = fastifyPlugin(
  (app: FastifyInstance, { origin }: { origin: string }, done: () => void) => {
    app.addHook('onRequest', async (request) => {
      if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
      if (request.headers.authorization !== undefined) return;
      if (request.routeOptions.config.crossSite === true) return;
      if (!isSameOrigin(request, origin)) throw forbidden('cross_site_refused');
    });
    done();
  },
);

/** `Sec-Fetch-Site`, else `Origin`. Without both, only requests without session cookie pass (an app, a script). */
function isSameOrigin(request: FastifyRequest, origin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const from = request.headers.origin;
  if (from !== undefined) return from === origin || from === `${request.protocol}://${request.host}`;
  return request.cookies.auth_token === undefined;
}
