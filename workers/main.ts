/** Composition root of a worker process; any number of them may run beside the servers of one database. */
import pino from 'pino';
import { type Config, ConfigError, loadConfig } from '../server/config.ts';
import { createDeps } from '../server/create-deps.ts';
import { StartError } from '../server/embedded/start-error.ts';
import { withTimeout } from '../server/lib/timeout.ts';
import { createQueue } from '../server/queue/queue.ts';
import { startWorkers } from './start.ts';

// The workers wait 25 s for their jobs; what is left is for closing connections.
const STOP_MS = 29_000;

function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function readConfig(): Config {
  try {
    const config = loadConfig(process.env);
    if (config.embeddedDatabase) {
      refuse(
        'DATABASE_URL: is needed by separate workers; the embedded database belongs to the server process',
      );
    }
    return config;
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.message);
    throw error;
  }
}

const config = readConfig();
const log = pino({ level: config.LOG_LEVEL, base: { process: 'workers', pid: process.pid } });

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => {
    log.fatal({ err: error }, event);
    process.exit(1);
  });
}

let stop = async (): Promise<void> => {};
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'workers: finishing running jobs');
    withTimeout(stop(), STOP_MS, 'stopping')
      .catch((error) => log.warn({ err: error }, 'workers: stopped before everything was closed'))
      .finally(() => process.exit(0));
  });
}

try {
  const running = await createDeps(config, { log, name: 'tsuzuki-workers' });
  const queue = await createQueue({ config, databaseUrl: running.databaseUrl, log });
  const workers = await startWorkers(running.deps, queue);
  stop = async () => {
    await workers.close();
    await queue.close();
    await running.close();
  };
  log.info({ queue: queue.backend }, 'workers: ready');
} catch (error) {
  if (error instanceof StartError) refuse(error.message);
  throw error;
}
