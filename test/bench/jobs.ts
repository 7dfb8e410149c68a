/**
 * Jobs per second beside bare BullMQ: same store, no-op job, options and concurrency.
 * Three measures, each the median of alternating rounds:
 * - run: the jobs are already queued. Measures our wrapper, from the first job to the last.
 * - flow: adding and running. Bare adds batches by `addBulk`, ours relays events from the outbox.
 * - record: events per second in consecutive transactions. For information only, since the database decides it.
 */

import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { sql } from 'drizzle-orm';
import { Redis } from 'ioredis';
import pg from 'pg';
import { outbox } from '../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { pictureUploaded } from '../../server/domains/media/events.ts';
import { record } from '../../server/outbox/record.ts';
import { relayBatch } from '../../server/outbox/relay.ts';
import { jobSettings } from '../../server/queue/jobs.ts';
import { toJobs } from '../../workers/reactions.ts';
import { runWorkers, type Workers } from '../../workers/run-workers.ts';
import { type Bench, handlersWith, newIds, openBench } from '../support/jobs.ts';
import { startTestRedis } from '../support/redis.ts';
import { atLeast, median, type Row } from './row.ts';

type Times = { firstAt: number; lastAt: number };

type Side = {
  /** Adds `count` jobs at the stage where measuring begins. Only `run` is timed. */
  fill(count: number, stage: 'run' | 'flow'): Promise<{ run(): Promise<Times>; close(): Promise<void> }>;
};

const JOBS = { postgres: 2_000, redis: 15_000 };
const ROUNDS = 5;
const BATCH_SIZE = 500;
const CONCURRENCY = 5;
const TARGET = 0.8;

export async function benchJobs(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of ['postgres', 'redis'] as const) {
    const redis = kind === 'redis' ? await startTestRedis() : undefined;
    const bench = await openBench({ redisUrl: redis?.url });
    try {
      const ours = await openOurs(bench);
      const bare = await openBare(bench.databaseUrl, redis?.url);
      for (const stage of ['run', 'flow'] as const) {
        rows.push(
          ...(await compare(`jobs on ${kind}, ${stage}`, JOBS[kind], stage, { ours, bare: bare.side })),
        );
      }
      if (kind === 'postgres') rows.push(await measureRecording(bench.deps));
      await bare.close();
    } finally {
      await bench.close();
      await redis?.stop();
    }
  }
  return rows;
}

async function compare(
  name: string,
  count: number,
  stage: 'run' | 'flow',
  sides: { ours: Side; bare: Side },
): Promise<Row[]> {
  const pairs: { ours: number; bare: number }[] = [];
  // The first round is warm-up. After it, the sides alternate in going first.
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { ours: 0, bare: 0 };
    for (const side of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      pair[side] = await perSecond(sides[side], count, stage);
    }
    if (round > 0) pairs.push(pair);
  }
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return [
    {
      name: `${name}: bare BullMQ`,
      value: Math.round(median(pairs.map((pair) => pair.bare))),
      unit: 'jobs/s',
    },
    { name: `${name}: ours`, value: Math.round(median(pairs.map((pair) => pair.ours))), unit: 'jobs/s' },
    atLeast(`${name}: ours / bare`, ratio, TARGET),
  ];
}

async function perSecond(side: Side, count: number, stage: 'run' | 'flow'): Promise<number> {
  const { run, close } = await side.fill(count, stage);
  const startedAt = performance.now();
  const { firstAt, lastAt } = await run();
  await close();
  return (count / (lastAt - (stage === 'run' ? firstAt : startedAt))) * 1_000;
}

function watchJobs(count: number): { done: Promise<Times>; tick(): void } {
  let run = 0;
  let firstAt = 0;
  let finish = (_: Times) => {};
  const done = new Promise<Times>((resolve) => {
    finish = resolve;
  });
  return {
    done,
    tick() {
      run += 1;
      if (run === 1) firstAt = performance.now();
      if (run === count) finish({ firstAt, lastAt: performance.now() });
    },
  };
}

async function openOurs(bench: Bench): Promise<Side> {
  const { deps } = bench;
  const queue = await bench.openQueue();
  return {
    async fill(count, stage) {
      // Recorded in one statement. `measureRecording` measures recording per transaction.
      const rows = newIds(count).map((mediaId) => ({ name: 'media.process', payload: { mediaId } }));
      await deps.db.insert(outbox).values(rows);
      if (stage === 'run') while ((await relayBatch(deps, queue, { toJobs })) > 0);
      const { done, tick } = watchJobs(count);
      const handlers = handlersWith(async () => tick());
      let workers: Workers | undefined;
      return {
        async run() {
          workers = await runWorkers(deps, queue, { handlers, concurrency: CONCURRENCY });
          return done;
        },
        async close() {
          await workers?.close();
          await deps.db.execute(sql`truncate outbox`);
        },
      };
    },
  };
}

async function openBare(
  databaseUrl: string,
  redisUrl?: string,
): Promise<{ side: Side; close(): Promise<void> }> {
  const name = 'bare';
  const options = '-c search_path=bullmq';
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8, options, keepAlive: true });
  pool.on('error', () => {});
  pool.setMaxListeners(0);
  const redis = redisUrl === undefined ? null : new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = redis
    ? new Queue(name, { connection: redis })
    : new Queue(name, { connection: pool }, createPostgresBackend);
  queue.on('error', () => {});
  const concurrency = CONCURRENCY;
  const openWorker = (run: () => Promise<void>) =>
    redis
      ? new Worker(name, run, { connection: redis, concurrency })
      : new Worker(name, run, { connection: pool, concurrency }, createPostgresBackend);
  const { attempts, backoffMs: delay } = jobSettings['media.process'];
  const opts = { attempts, backoff: { type: 'exponential', delay, jitter: 0.5 }, removeOnComplete: true };
  const side: Side = {
    async fill(count, stage) {
      const jobs = newIds(count).map((mediaId) => ({
        name: 'media.process',
        data: { mediaId },
        opts: { ...opts, jobId: `b-${mediaId}` },
      }));
      const add = async () => {
        for (let at = 0; at < count; at += BATCH_SIZE) await queue.addBulk(jobs.slice(at, at + BATCH_SIZE));
      };
      if (stage === 'run') await add();
      const { done, tick } = watchJobs(count);
      let worker: { close(): Promise<void> } | undefined;
      return {
        async run() {
          worker = openWorker(async () => tick()).on('error', () => {});
          if (stage === 'flow') await add();
          return done;
        },
        close: async () => worker?.close(),
      };
    },
  };
  const close = async () => {
    await queue.close();
    redis?.disconnect();
    await pool.end();
  };
  return { side, close };
}

async function measureRecording(deps: Deps): Promise<Row> {
  const count = 500;
  const startedAt = performance.now();
  for (const mediaId of newIds(count)) {
    await inTransaction(deps, (tx) => record(tx, pictureUploaded, { mediaId }));
  }
  const value = Math.round((count / (performance.now() - startedAt)) * 1_000);
  await deps.db.execute(sql`truncate outbox`);
  return { name: 'events recorded, one transaction each', value, unit: 'events/s' };
}
