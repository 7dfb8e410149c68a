/** The API on a host of its own, for the apps: the same calls at its root and nothing else (OPS-13). */
import type { FastifyInstance } from 'fastify';
import { routeSets } from '../api.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../lib/errors.ts';
import { mountRoutes } from '../lib/mount.ts';

export async function apiHostPlugin(
  app: FastifyInstance,
  { deps, host }: { deps: Deps; host: string },
): Promise<void> {
  mountRoutes(app, routeSets, { deps, host, hidden: true });
  apiNotFound(app, host);
}

/** API-63: an unknown path, or a known one with another method, answers JSON in the caller's language. */
export function apiNotFound(app: FastifyInstance, host?: string): void {
  for (const url of host === undefined ? ['/', '/*'] : ['/*']) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      schema: { hide: true } as object,
      ...(host === undefined ? {} : { constraints: { host } }),
      handler: async () => {
        throw notFound('not_found');
      },
    });
  }
}
