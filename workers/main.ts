/** Composition root of a worker process. Any number of them may run per database. */

import { removeLeftovers } from '../server/domains/media/leftovers.ts';
import { warnOfWaitingMails } from '../server/domains/platform/mail/mailer.ts';
import { StartError } from '../server/embedded/start-error.ts';
import { listenForMetrics, metricsOf } from '../server/ops/metrics/endpoint.ts';
import { createDeps } from '../server/process/create-deps.ts';
import { runProcess } from '../server/process/lifecycle.ts';
import { standBack } from '../server/process/priority.ts';
import { startQueue } from '../server/queue/queue.ts';
import { startWorkers } from './start.ts';

await runProcess('workers', async ({ config, log, trail, onEnd }) => {
  if (config.embeddedDatabase) {
    throw new StartError(
      'DATABASE_URL: is required for separate workers; the embedded database belongs to the server process',
    );
  }
  // Before any threads start: on a shared machine, readers have priority.
  if (!standBack(config.WORKER_NICE)) log.warn('workers: could not lower the process priority');
  const running = await createDeps(config, { log, trail, name: 'tsuzuki-workers' });
  onEnd(running.close);
  // A worker killed while reading a book leaves the unpacked book on disk.
  await removeLeftovers(running.deps, { isAlone: false });
  const queue = await startQueue({ config, databaseUrl: running.databaseUrl, log });
  onEnd(queue.close);
  const { deps } = running;
  const checks = { database: () => deps.pool.query('select 1'), queue: () => queue.ping() };
  const metrics = await listenForMetrics(config, metricsOf(config, { deps, queue, checks }));
  onEnd(() => metrics?.close());
  const workers = await startWorkers(running.deps, queue);
  onEnd(workers.close);
  log.info({ queue: queue.backend }, 'workers: ready');
  warnOfWaitingMails(config, log);
});
