/** Composition root of the web process: config → deps → app → listen → drain. */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { startWorkers } from '../workers/start.ts';
import { buildApp } from './app.ts';
import { startPurgeListener } from './cache/listener.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { createDeps } from './create-deps.ts';
import { startDemo } from './demo.ts';
import { isStartError, StartError } from './embedded/start-error.ts';
import { product } from './lib/product.ts';
import { onStop } from './lifecycle.ts';
import { createPages } from './pages.ts';
import { createQueue } from './queue/queue.ts';

async function main(config: Config): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL, base: { process: 'server' } });
  const running = await createDeps(config, { log, name: 'tsuzuki-server' });
  const { deps, caches, databaseUrl } = running;
  const queue = await createQueue({ config, databaseUrl, log });
  const listener = startPurgeListener({
    databaseUrl,
    log,
    onPurge: (tags) => caches.purge(tags),
    onLost: () => caches.disable(),
    onReady: () => caches.enable(),
  });
  const workers = config.runWorkers ? await startWorkers(deps, queue) : null;
  const pages = await createPages(deps, {
    mode: config.NODE_ENV === 'development' ? 'development' : 'production',
  });
  const app = await buildApp(deps, {
    caches,
    pages,
    readiness: { database: () => deps.pool.query('select 1'), queue: () => queue.ping() },
  });
  const demo = await startDemo(deps);

  const { stop } = onStop(log, async () => {
    demo?.stop();
    await app.close();
    await workers?.close();
    await demo?.ended;
    await listener.stop();
    await queue.close();
    await running.close();
  });
  void running.lost.then(() => stop(1, 'the embedded database ended'));

  await listener.ready;
  await app.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new StartError(`PORT: ${config.PORT} is in use by another program`)
      : error;
  });
  const { port } = app.server.address() as AddressInfo;
  const url = config.PORT === 0 ? `http://localhost:${port}` : config.BASE_URL;
  process.stdout.write(`${product.name} is at ${url}${demo?.accounts ?? ''}\n`);
  demo?.begin();
}

/** What whoever starts the program can mend is told in one line; anything else with all that is known. */
function fail(error: unknown): void {
  const isPlain = error instanceof ConfigError || isStartError(error);
  process.stderr.write(isPlain ? `${(error as Error).message}\n` : `${(error as Error)?.stack ?? error}\n`);
  process.exit(1);
}

try {
  await main(loadConfig(process.env));
} catch (error) {
  fail(error);
}
