/** Builds the web application: plugins, the API (under /api and at API_HOST), pictures, pages. No port, no signals. */

import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { replicaStates } from '../db/replicas.ts';
import { mending } from '../pages/addresses.ts';
import { formPlaces } from '../pages/forms.ts';
import { routeSets } from './api.ts';
import type { Caches } from './cache/caches.ts';
import { cdnOptions } from './cache/cdn.ts';
import type { Config } from './config/config.ts';
import { type Deps, fromReplica } from './deps.ts';
import { crawlersPlugin } from './documents/crawlers.ts';
import { documentsPlugin } from './documents/plugin.ts';
import { createDocuments } from './documents/render.ts';
import { mailer } from './domains/platform/mail/mailer.ts';
import { answerKeeper } from './domains/platform/tables/answers.ts';
import { openCountries, proxiesOf } from './http/country.ts';
import { takeForms } from './http/form-bodies.ts';
import { onlyPlain } from './http/plain-requests.ts';
import { type ConnectionTimeouts, createServerWithTimeouts } from './http/timeouts.ts';
import { mountRoutes } from './lib/mount.ts';
import { isStorable } from './lib/text.ts';
import { createGate } from './limits/gate.ts';
import { mediaPlugin } from './media/plugin.ts';
import { healthPlugin, type ReadinessCheck } from './ops/health.ts';
import { type MetricsText, metricsPlugin } from './ops/metrics/endpoint.ts';
import { apiHostPlugin, apiNotFound } from './plugins/api-host.ts';
import {
  clearSessionCookies,
  setChoiceCookie,
  setSessionCookies,
  setTicketCookie,
} from './plugins/cookies.ts';
import { devMailPlugin } from './plugins/dev-mail.ts';
import { documentationPlugin } from './plugins/documentation.ts';
import { drainingPlugin } from './plugins/draining.ts';
import { overloadPlugin } from './plugins/overload.ts';
import { type AnswerFromMemory, pageCachePlugin } from './plugins/page-cache.ts';
import { requestsPlugin } from './plugins/requests.ts';
import { sameOriginPlugin } from './plugins/same-origin.ts';
import { searchFormPlugin } from './plugins/search-form.ts';
import { securityHeadersPlugin } from './plugins/security-headers.ts';
import { requestIds, signalsPlugin } from './plugins/signals.ts';
import { webAppPlugin } from './plugins/web-app.ts';
import { type Pages, type PagesPluginOptions, pagesPlugin } from './rendering/plugin.ts';

/** JSON bodies are small. Uploads are streamed and have their own limits. */
const BODY_MAX_BYTES = 256 * 1024;

export type AppOptions = {
  caches: Caches;
  /** Without pages, only the API and the pictures are served. */
  pages?: Pages | null;
  readiness?: Record<string, ReadinessCheck>;
  metricsText?: MetricsText | undefined;
  patience?: Partial<ConnectionTimeouts>;
};

export async function buildApp(
  deps: Deps,
  { caches, pages = null, readiness = {}, metricsText, patience }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps;
  const countries = await openCountries(config, deps.log);
  let answerFromMemory: AnswerFromMemory = () => false;
  const app = Fastify({
    serverFactory: (handler) =>
      createServerWithTimeouts(
        onlyPlain((request, response) => {
          // Answers cached pages before Fastify creates request and reply, which would cost more than the answer.
          if (!answerFromMemory(request, response)) handler(request, response);
        }),
        patience,
      ),
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request is a tenth of a cached page's cost. Log lines name the request instead.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(config),
    trustProxy: proxiesOf(config),
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    rewriteUrl: (request) => decodable(adoptFormMethod(request)),
  }) as unknown as FastifyInstance;

  await app.register(signalsPlugin, { deps });

  const documents = createDocuments(deps);
  const gate = createGate({ maxCount: config.REQUESTS_MAX_COUNT });
  if (pages?.mode !== 'development') {
    answerFromMemory = pageCachePlugin(app, {
      cache: caches.pages,
      addressOf: (url) => documents.addressOf(url) ?? pages?.publicAddress(url) ?? null,
      render: (page) =>
        app.began(
          gate.run(() =>
            fromReplica(
              deps,
              async (from) =>
                (await documents.render(page, from)) ?? (await pages?.renderPublic(page, from)) ?? null,
              isTold,
            ),
          ),
        ),
      stylesVersion: pages?.stylesVersion,
      ...cdnOptions(config),
      apiHost: config.API_HOST,
      country: countries?.of,
      countryHeaders: countries?.headers,
      metrics: deps.metrics,
    });
  }
  await app.register(securityHeadersPlugin, { baseUrl: config.BASE_URL });
  await app.register(requestsPlugin, { deps, countryOf: countries?.of });
  await app.register(drainingPlugin);
  await app.register(overloadPlugin, { gate });
  // Runs once the server is closing: a stream would never end by itself.
  app.addHook('preClose', async () => deps.live.close());
  app.addHook('onClose', async () => countries?.close());
  await app.register(mediaPlugin, {
    deps,
    cache: caches.pictures,
    ...cdnOptions(config),
    country: countries?.of,
  });
  await app.register(fastifyCookie);
  await readForms(app, config.BASE_URL);
  await app.register(documentationPlugin, { deps });
  await app.register(
    async (api) => {
      mountRoutes(api, routeSets, { deps, places: formPlaces, mending, answers: answerKeeper });
      apiNotFound(api);
    },
    { prefix: '/api' },
  );
  if (config.API_HOST !== undefined) await app.register(apiHostPlugin, { deps, host: config.API_HOST });
  const { mailbox } = mailer.of(deps);
  if (mailbox !== null) await app.register(devMailPlugin, { mailbox });
  await app.register(documentsPlugin, { documents });
  await app.register(crawlersPlugin, { deps, isPublic: (path) => Boolean(pages?.publicAddress(path)) });
  await app.register(healthPlugin, { checks: readiness, spare: () => replicaStates(deps.replicas) });
  await app.register(metricsPlugin, { text: metricsText, token: config.METRICS_TOKEN });
  if (pages !== null) {
    const worker = config.SERVICE_WORKER;
    await app.register(webAppPlugin, { worker });
    await app.register(searchFormPlugin);
    await app.register(pagesPlugin, {
      pages,
      worker,
      viewerOf,
      countryOf: (request) => request.country,
      ...cookiesOf(deps),
    });
  }
  return app;
}

/** A 404 or failure on a replica may only mean that the page is too new for it. */
const isTold = (page: { status: number } | null): boolean =>
  page === null || (page.status !== 404 && page.status < 500);

async function readForms(app: FastifyInstance, origin: string): Promise<void> {
  await app.register(sameOriginPlugin, { origin });
  takeForms(app);
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
}

async function viewerOf(request: FastifyRequest): Promise<FastifyRequest['viewer']> {
  await request.resolveViewer();
  return request.viewer;
}

const cookiesOf = (deps: Deps): Partial<PagesPluginOptions> => ({
  endSession: (request, reply) => endSession(request, reply, deps.config),
  signIn: (reply, session) => setSessionCookies(reply, deps, session),
  keepTicket: (reply, ticket) => setTicketCookie(reply, deps.config, ticket),
  remember: (reply, name, choice) => setChoiceCookie(reply, deps.config, { name, choice }),
});

/** ERR-02: a page requested with a locked or expired session clears its cookies. */
async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): Promise<'locked' | 'over' | null> {
  const isByCookie = request.headers.authorization === undefined && request.cookies.auth_token !== undefined;
  if (!isByCookie) return null;
  clearSessionCookies(reply, config);
  return (await request.resolveViewer()) === 'locked' ? 'locked' : 'over';
}

/** Browser forms know only GET and POST. `?_method=DELETE` on an API address gives the intended method. */
function adoptFormMethod(request: {
  url?: string;
  method?: string;
  headers: Record<string, unknown>;
}): string {
  const { url = '/' } = request;
  if (request.method !== 'POST' || !url.startsWith('/api/')) return url;
  const wished = /[?&]_method=(PUT|PATCH|DELETE)(?:&|$)/.exec(url)?.[1];
  const type = String(request.headers['content-type'] ?? '');
  if (wished !== undefined && type.startsWith('application/x-www-form-urlencoded')) request.method = wished;
  return url;
}

/** Escapes paths that do not decode to storable text. They then get the normal 404. */
function decodable(url: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!path.includes('%')) return url;
  try {
    if (isStorable(decodeURIComponent(path))) return url;
  } catch {
    // Stray percent signs or invalid UTF-8.
  }
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
