import { createPostgresBackend, type Job, type Processor, Queue, runMigrations, Worker } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import pg from 'pg';
import { withTimeout } from '../lib/timeout.ts';
import {
  COMMAND_TIMEOUT_MS,
  connectRedis,
  queuePrefix,
  type RedisClient,
  type RedisConfig,
} from './redis.ts';

const SCHEMA = 'bullmq';
const SETTINGS = `set search_path = ${SCHEMA}; set statement_timeout = 30000`;
const POOL_SIZE = 8;
const PING_TIMEOUT_MS = 2_000;
const REFUSED_WAIT_MS = 500;

export type QueueHandle = Pick<
  Queue,
  | 'addBulk'
  | 'getCountsPerPriority'
  | 'getFailed'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobs'
  | 'getJobState'
  | 'getRanges'
  | 'isPaused'
  | 'pause'
  | 'resume'
  | 'close'
>;
export type WorkerHandle = Pick<Worker, 'close'>;

export type WorkerSettings = {
  concurrency: number;
  lockDuration: number;
  stalledInterval: number;
  maxStalledCount: number;
  runRetryDelay: number;
};

export type WorkerEvents = {
  failed(job: Job | undefined, error: Error): void;
  stalled(id: string): void;
};

export type Backend = {
  kind: 'redis' | 'postgres';
  openQueue(name: string): Promise<QueueHandle>;
  openWorker(
    name: string,
    run: Processor,
    settings: WorkerSettings,
    events: WorkerEvents,
  ): Promise<WorkerHandle>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

// The event stream only serves live dashboards. By default it would keep 10,000 events per queue.
const streams = { events: { maxLen: 500 } };

/** Redis may be offline at the call. Commands fail at once until it is back, and workers wait. */
export function openRedisBackend(config: RedisConfig, onError: (error: Error) => void): Backend {
  const prefix = queuePrefix(config);
  const connect = (options: RedisOptions) => {
    const client = connectRedis(config, options, (times) => Math.min(times * 100, 2_000));
    client.on('error', onError);
    return client;
  };
  // A producer that buffered commands would keep the relay's transaction open while Redis is offline.
  const producer = connect({
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  let consumer: RedisClient | null = null;
  return {
    kind: 'redis',
    async openQueue(name) {
      // The start checked the version. BullMQ would remember forever that the server was offline during its own check.
      const queue = new Queue(name, { connection: producer, prefix, streams, skipVersionCheck: true });
      queue.on('error', onError);
      return queue;
    },
    async openWorker(name, run, settings, events) {
      consumer ??= connect({ maxRetriesPerRequest: null, enableOfflineQueue: true });
      const worker = new Worker(name, run, { ...settings, connection: consumer, prefix });
      worker.on('error', onError).on('failed', events.failed).on('stalled', events.stalled);
      return worker;
    },
    async ping() {
      await withTimeout(producer.ping(), PING_TIMEOUT_MS, 'Redis');
    },
    async close() {
      for (const client of [producer, consumer]) client?.disconnect();
    },
  };
}

/** Migrates the schema first, since BullMQ refuses an unknown schema. */
export async function openPostgresBackend(url: string, onError: (error: Error) => void): Promise<Backend> {
  await migrate(url, onError);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    Client: QueueClient,
    application_name: 'tsuzuki-queue',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // Workers wait on one connection for hours. Keep-alive reveals a silent break.
    keepAlive: true,
  });
  pool.on('error', onError);
  // Each queue and worker adds a listener to this pool.
  pool.setMaxListeners(30);
  return {
    kind: 'postgres',
    async openQueue(name) {
      const queue = new Queue(name, { connection: pool, streams }, createPostgresBackend);
      queue.on('error', onError);
      await queue.waitUntilReady();
      return queue;
    },
    async openWorker(name, run, settings, events) {
      const options = { ...settings, connection: pool, autorun: false };
      const worker = new Worker(name, run, options, createPostgresBackend);
      worker.on('error', onError).on('failed', events.failed).on('stalled', events.stalled);
      // BullMQ never recovers from a failed first connection, so a worker that cannot start must throw.
      await worker.waitUntilReady();
      worker.run().catch(onError);
      return worker;
    },
    async ping() {
      await withTimeout(pool.query('select 1'), PING_TIMEOUT_MS, 'PostgreSQL');
    },
    close: () => pool.end(),
  };
}

/**
 * Sets the search path for BullMQ's functions by a statement, since poolers in session mode drop startup options.
 * BullMQ reconnects without a pause: delaying the refusal keeps it from using a full core.
 */
class QueueClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A broken connection reports to its user and also emits. Without a listener, that would end the process.
    this.on('error', () => {});
  }
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined) return super.connect();
    const end = (error: Error): void => {
      if (error) setTimeout(callback, REFUSED_WAIT_MS, error);
      else callback(error);
    };
    super.connect((error: Error) => (error ? end(error) : this.query(SETTINGS, end)));
    return undefined;
  }
}

async function migrate(url: string, onError: (error: Error) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'tsuzuki-migrate' });
  client.on('error', onError);
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
