/** The API on its own host, for the apps: the same calls at its root and nothing else (OPS-13). */

import type { FastifyInstance } from 'fastify';
import { mending } from '../../pages/addresses.ts';
import { formPlaces } from '../../pages/forms.ts';
import { routeSets } from '../api.ts';
import type { Deps } from '../deps.ts';
import { answerKeeper } from '../domains/platform/tables/answers.ts';
import { notFound } from '../lib/errors.ts';
import { hostPattern } from '../lib/host.ts';
import { mountRoutes } from '../lib/mount.ts';

export async function apiHostPlugin(
  app: FastifyInstance,
  { deps, host }: { deps: Deps; host: string },
): Promise<void> {
  const pattern = hostPattern(host);
  const places = formPlaces;
  mountRoutes(app, routeSets, { deps, places, mending, answers: answerKeeper, host: pattern, hidden: true });
  apiNotFound(app, pattern);
}

/** API-63: an unknown path, or a known one with another method, answers JSON in the caller's language. */
export function apiNotFound(app: FastifyInstance, host?: RegExp): void {
  for (const url of host === undefined ? ['/', '/*'] : ['/*']) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      schema: { hide: true } as object,
      ...(host === undefined ? {} : { constraints: { host } }),
      handler: async () => {
        throw notFound('not_found');
      },
    });
  }
}
