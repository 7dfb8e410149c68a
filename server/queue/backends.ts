/** The two stores of the queue: Redis, or the schema `bullmq` of the house's own PostgreSQL. */
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

// The stream of events serves live boards only; the default would keep 10,000 of them for each queue.
const streams = { events: { maxLen: 500 } };

/** Redis may be away when this is called: commands fail at once until it is there, and workers wait for it. */
export function openRedisBackend(config: RedisConfig, onError: (error: Error) => void): Backend {
  const prefix = queuePrefix(config);
  const connect = (options: RedisOptions) => {
    const client = connectRedis(config, options, (times) => Math.min(times * 100, 2_000));
    client.on('error', onError);
    return client;
  };
  // A producer that buffered commands would hold the relay's transaction open for as long as Redis is away.
  const producer = connect({
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  let consumer: RedisClient | null = null;
  return {
    kind: 'redis',
    async openQueue(name) {
      // The start has looked at the version. BullMQ would remember for ever that the server was away as it looked.
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

/** Creates or updates the schema first, since BullMQ refuses a schema that it does not know. */
export async function openPostgresBackend(url: string, onError: (error: Error) => void): Promise<Backend> {
  await migrate(url, onError);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    Client: QueueClient,
    application_name: 'tsuzuki-queue',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // A worker waits for news on one connection for hours; a silent break must show.
    keepAlive: true,
  });
  pool.on('error', onError);
  // Each queue and worker adds its own listener to the one pool.
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
      // BullMQ remembers a failed first connection for ever, so a worker that cannot begin has to say so.
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
 * Finds the functions of BullMQ. That is said by a statement, since a pooler in session mode drops the options of a start. BullMQ asks
 * again at once when it cannot connect; waiting before the refusal keeps that from eating a core.
 */
class QueueClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // One that breaks tells its user, and also emits. Without a listener that would end the process, even as it begins.
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
