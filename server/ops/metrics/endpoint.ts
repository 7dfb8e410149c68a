/** `GET /metrics`: with a token on the web server, or on a separate internal port in any process. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { StartError } from '../../embedded/start-error.ts';
import { notFound } from '../../lib/errors.ts';
import { registerGauges, type Watched } from './gauges.ts';

export type MetricsText = () => Promise<{ type: string; text: string }>;

/** Repeated requests within this time share one look at the database. */
const HOLDS_MS = 1_000;

/** Undefined when metrics are off: then nothing is collected. */
export function metricsOf(
  { METRICS_TOKEN, METRICS_PORT }: Pick<Config, 'METRICS_TOKEN' | 'METRICS_PORT'>,
  watched: Watched,
): MetricsText | undefined {
  if (METRICS_TOKEN === undefined && METRICS_PORT === undefined) return undefined;
  const { metrics } = watched.deps;
  metrics.watchProcess();
  const look = registerGauges(watched);
  let latest: ReturnType<MetricsText> | null = null;
  let askedAtMs = 0;
  const tell = async () => {
    await look();
    return { type: metrics.registry.contentType, text: await metrics.registry.metrics() };
  };
  return () => {
    const nowMs = performance.now();
    if (latest !== null && nowMs - askedAtMs < HOLDS_MS) return latest;
    askedAtMs = nowMs;
    latest = tell();
    return latest;
  };
}

export type MetricsPluginOptions = { text: MetricsText | undefined; token: string | undefined };

/** Without the token, the address does not seem to exist. */
export async function metricsPlugin(
  app: FastifyInstance,
  { text, token }: MetricsPluginOptions,
): Promise<void> {
  if (text === undefined || token === undefined) return;
  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    if (!bears(request.raw, token)) throw notFound('not_found');
    const told = await text();
    return reply.header('cache-control', 'no-store').type(told.type).send(told.text);
  });
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function bears({ headers }: IncomingMessage, token: string): boolean {
  const given = /^Bearer (\S{1,512})$/i.exec(headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const CONNECTIONS_MAX_COUNT = 20;
const WAIT_MS = 5_000;

export type MetricsListener = { port: number; close(): Promise<void> };

/** Internal port. It also requires the token, if one is set. */
export async function listenForMetrics(
  { METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Config,
  text: MetricsText | undefined,
): Promise<MetricsListener | null> {
  if (METRICS_PORT === undefined || text === undefined) return null;
  const options = { headersTimeout: WAIT_MS, requestTimeout: WAIT_MS, keepAliveTimeout: WAIT_MS };
  const server = createServer(options, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const isAllowed = METRICS_TOKEN === undefined || bears(request, METRICS_TOKEN);
    if (request.method !== 'GET' || path !== '/metrics' || !isAllowed)
      return void response.writeHead(404).end();
    text().then(
      (told) => response.writeHead(200, { 'content-type': told.type }).end(told.text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = CONNECTIONS_MAX_COUNT;
  await begin(server, METRICS_PORT, METRICS_HOST);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function begin(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`METRICS_PORT: cannot listen on ${host}:${port} (${error.code})`)),
    );
    server.listen(port, host, resolve);
  });
}
