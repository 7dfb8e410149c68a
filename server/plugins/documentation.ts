/** `GET /openapi.json` and `/docs`: made from the contracts, so that they describe every call as it is. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { product } from '../lib/product.ts';

/** The viewer's own files, and the styles it writes into its page; what it ships would send every request to https. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const documentationPlugin = fastifyPlugin(async (app: FastifyInstance, { deps }: { deps: Deps }) => {
  await app.register(fastifySwagger, {
    // Pages, pictures and the like are no calls of the API.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${product.name} API`,
        version: '1',
        description:
          'Names are snake_case, ids opaque strings, times ISO 8601 in UTC. Coins are integers, dollars decimal strings. ' +
          'Every refusal is `{ message, code, fields?, notice }` in the language of `Accept-Language` (en, de): the code is ' +
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
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true },
    staticCSP: POLICY,
    theme: { title: `${product.name} API` },
  });
});
