/** Composition root of the web process: config → deps → app → listen → drain. */

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { startWorkersBesideWeb } from '../workers/start.ts';
import { buildApp } from './app.ts';
import { startPurgeListener } from './cache/listener.ts';
import type { Config } from './config/config.ts';
import { jobQueue } from './domains/administration/jobs/job-queue.ts';
import { removeLeftovers } from './domains/media/leftovers.ts';
import { warnOfWaitingMails } from './domains/platform/mail/mailer.ts';
import { StartError } from './embedded/start-error.ts';
import { refuseSharedAddress } from './http/country.ts';
import { product } from './lib/product.ts';
import { newsFrom } from './live/news.ts';
import { listenForMetrics, metricsOf } from './ops/metrics/endpoint.ts';
import { roomCheck } from './ops/room.ts';
import { createDeps } from './process/create-deps.ts';
import { startDemo } from './process/demo.ts';
import { type Life, runProcess } from './process/lifecycle.ts';
import { startQueue } from './queue/queue.ts';
import { createPages } from './rendering/plugin.ts';

/** Without its database, the process cannot finish any work. */
const WITHOUT_DATABASE_MS = 2_000;
/**
 * Queue of unaccepted connections; the system allows 4,096 (`net.core.somaxconn`). Beyond the usual 511, clients would
 * retry after 1, 3, 7 … s and give up, although a 503 is cheap.
 */
const BACKLOG = 4_096;

await runProcess('server', async ({ config, log, trail, onEnd, giveUp }: Life) => {
  refuseSharedAddress(config);
  const running = await createDeps(config, { log, trail, name: 'tsuzuki-server', reads: true });
  onEnd(running.close);
  void running.lost.then(() => giveUp('the embedded database ended', { withinMs: WITHOUT_DATABASE_MS }));
  const { caches, databaseUrl } = running;
  // Nobody else uses an embedded database and its folder, so all leftover files are abandoned.
  await removeLeftovers(running.deps, { isAlone: config.embeddedDatabase });

  const queue = await startQueue({ config, databaseUrl, log });
  onEnd(queue.close);
  const { deps } = running;
  jobQueue.provide(deps, queue);
  const listener = startPurgeListener({
    databaseUrl,
    log,
    others: caches.others,
    onPurge: (tags) => caches.purge(tags),
    onLost: () => caches.disable(),
    onReady: () => {
      caches.enable();
      deps.live.hearAll();
    },
    onNews: (payload) => {
      const news = newsFrom(payload, deps.live.name);
      if (news !== null) deps.live.hear(news);
    },
  });
  onEnd(listener.stop);
  const pages =
    config.NODE_ENV === 'development'
      ? await createPages(deps, { mode: 'development' })
      : await createPages(deps, { mode: 'production' }).catch(refuseUnbuilt);
  const readiness = {
    database: () => deps.pool.query('select 1'),
    queue: () => queue.ping(),
    disk: roomCheck(deps, running.folders),
  };
  const metricsText = metricsOf(config, { deps, caches, queue, checks: readiness });
  const metrics = await listenForMetrics(config, metricsText);
  onEnd(() => metrics?.close());
  const app = await buildApp(deps, { caches, pages, readiness, metricsText });
  const demo = await startDemo(deps);
  onEnd(() => demo?.ended);
  const workers = config.runWorkers ? await startWorkersBesideWeb(deps, queue) : null;
  // In parallel, since each of them waits for its running work.
  onEnd(() => Promise.all([app.close(), workers?.close()]));
  onEnd(() => demo?.stop());
  onEnd(({ isBroken }) => app.leave(isBroken ? 0 : config.DRAIN_SECONDS * 1000));

  await listener.ready;
  const port = await listen(app, config);
  const url = config.PORT === 0 ? `http://localhost:${port}` : config.BASE_URL;
  process.stdout.write(`${product.name} is at ${url}${demo?.accounts ?? ''}\n`);
  warnOfWaitingMails(config, log);
  demo?.begin();
});

async function listen(app: FastifyInstance, { PORT, HOST }: Config): Promise<number> {
  // Fastify logs each address of the machine. We print one line instead.
  const { level } = app.log;
  app.log.level = 'silent';
  try {
    await app.listen({ port: PORT, host: HOST, backlog: BACKLOG });
  } catch (error) {
    throw whyNotListening(error as NodeJS.ErrnoException, PORT, HOST);
  } finally {
    app.log.level = level;
  }
  return (app.server.address() as AddressInfo).port;
}

function whyNotListening(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`PORT: ${port} is in use by another program`);
    case 'EACCES':
      return new StartError(`PORT: this user is not allowed to listen on ${port}`);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new StartError(`HOST: ${host} is not an address of this machine`);
    default:
      return error;
  }
}

/** A missing or damaged build needs a new build: everything it loads is part of the program. */
function refuseUnbuilt(error: NodeJS.ErrnoException): never {
  const isUnbuilt = /^Cannot find module '[^']*dist\/server\/entry\.mjs'/.test(error.message);
  const how = isUnbuilt ? 'yet' : `completely (${error.message.split('\n', 1)[0]})`;
  throw new StartError(`The pages are not built ${how}: run npm run build`, { cause: error });
}
