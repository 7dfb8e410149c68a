import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type EncodedPage, encodePage, makeForm, shrinkForm } from '../cache/encoded-page.ts';
import { isNotModified } from '../cache/http.ts';
import { sendPrepared } from '../cache/send.ts';
import type { Deps } from '../deps.ts';
import { LOCALES } from '../lib/locale.ts';
import { chooseEncoding } from '../lib/negotiate.ts';
import { product } from '../lib/product.ts';
import { answerHeaders, viewerPolicy } from './security-headers.ts';

/** The viewer's own policy would send every request to https. */
const POLICY = viewerPolicy({ base: 'none' });

export const documentationPlugin = fastifyPlugin(async (app: FastifyInstance, { deps }: { deps: Deps }) => {
  await app.register(fastifySwagger, {
    // Pages, pictures and the like are not API calls.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${product.name} API`,
        version: '1',
        description:
          'Names are snake_case, ids opaque strings, times ISO 8601 in UTC. Coins are integers, dollars decimal strings. ' +
          'Every refusal is `{ message, code, fields?, notice }` in the language of `Accept-Language` ' +
          `(${LOCALES.join(', ')}): the code is ` +
          'stable and never reused; `fields`, with 422 only, are objects of one key, the field, and its messages.',
        contact: { email: product.supportEmail },
      },
      servers: [{ url: deps.config.BASE_URL }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'the auth_token of a sign-in' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'auth_token', description: 'same-origin only' },
        },
      },
    },
  });
  const description = describeOnce(app, answerHeaders(deps.config.BASE_URL));
  app.get('/openapi.json', { schema: { hide: true } }, description);
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true },
    staticCSP: POLICY,
    theme: { title: `${product.name} API` },
    // The viewer would write its own copy for every visit.
    uiHooks: {
      onRequest: async (request, reply) => {
        if (/^\/docs\/(?:json|yaml)\b/.test(request.url)) return description(request, reply);
      },
    },
  });
});

/** Written and compressed on the first request: half a megabyte that never changes while the process lives. */
function describeOnce(app: FastifyInstance, headers: Record<string, string>) {
  let made: EncodedPage | null = null;
  const make = (): EncodedPage => {
    const page = {
      status: 200,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(JSON.stringify(app.swagger())),
      tags: [],
    };
    const encoded = encodePage(page, {
      cacheControl: 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding',
      cacheTags: null,
      cdnSeconds: 0,
      country: null,
    });
    const asker = { holdsStyles: true, encoding: 'br' } as const;
    makeForm(encoded, asker)
      .then(() => shrinkForm(encoded, asker))
      .catch((err: unknown) => app.log.warn({ err }, 'could not compress the API description'));
    return encoded;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= make();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const form = await makeForm(made, { holdsStyles: true, encoding });
    const isKnown = isNotModified(request.headers['if-none-match'], form.etags);
    if (isKnown) sendPrepared(reply, 304, form.notModifiedHeaders);
    else sendPrepared(reply, 200, form.headers, form.body);
    return reply;
  };
}
