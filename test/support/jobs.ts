/** Shared by tests of queue and workers: deps with their own database, and handlers that record their runs. */

import pino from 'pino';
import { openDatabase, openSession } from '../../db/client.ts';
import { noReplicas } from '../../db/replicas.ts';
import { loadConfig } from '../../server/config/config.ts';
import type { Deps } from '../../server/deps.ts';
import { jobQueue } from '../../server/domains/administration/jobs/job-queue.ts';
import { newId } from '../../server/lib/ids.ts';
import { createTrail } from '../../server/lib/trail.ts';
import { createMetrics } from '../../server/ops/metrics/metrics.ts';
import { tracer } from '../../server/ops/tracing/tracing.ts';
import type { JobQueue, RunningJob } from '../../server/ports.ts';
import { type JobTable, jobSettings } from '../../server/queue/jobs.ts';
import { createQueue } from '../../server/queue/queue.ts';
import type { Handlers } from '../../workers/run-job.ts';
import { createTestDatabase } from './postgres.ts';

export type Bench = {
  databaseUrl: string;
  deps: Deps;
  openQueue(): Promise<JobQueue>;
  /** Another process's view of the same database. */
  openDeps(): { deps: Deps; close(): Promise<void> };
  close(): Promise<void>;
};

/** The real settings with few attempts and short pauses. */
export const hastySettings = Object.fromEntries(
  Object.entries(jobSettings).map(([name, settings]) => [
    name,
    { ...settings, attempts: name === 'media.process' || name === 'media.remake' ? 3 : 2, backoffMs: 10 },
  ]),
) as JobTable;

export function makeDeps(databaseUrl: string, redisUrl?: string): { deps: Deps; close(): Promise<void> } {
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const database = openDatabase(databaseUrl, { size: 5, name: 'test', onError: () => {} });
  const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  const deps = {
    config,
    db: database.db,
    pool: database.pool,
    openSession: (name) => openSession(databaseUrl, name),
    replicas: noReplicas,
    clock: { now: () => new Date() },
    cache: { purge() {} },
    log,
    trail: createTrail(),
    metrics: createMetrics(),
    signingKey: 'k'.repeat(32),
    // These jobs use neither storage nor sign-in. Only the sweeps touch storage.
    storage: { sweepTemporary: async () => ({ removed: 0 }) } as never,
    disk: null as never,
    live: null as never,
    services: new Map(),
  } satisfies Deps;
  jobQueue.provide(deps, null);
  tracer.provide(deps, null);
  return { deps, close: database.close };
}

export async function openBench({ redisUrl }: { redisUrl?: string } = {}): Promise<Bench> {
  const { url: databaseUrl, drop } = await createTestDatabase();
  const closers: (() => Promise<void>)[] = [];
  const openDeps = () => {
    const own = makeDeps(databaseUrl, redisUrl);
    closers.push(own.close);
    return own;
  };
  const { deps } = openDeps();
  return {
    databaseUrl,
    deps,
    openDeps,
    async openQueue() {
      const queue = await createQueue({
        config: deps.config,
        databaseUrl,
        log: deps.log,
        settings: hastySettings,
      });
      closers.unshift(queue.close);
      return queue;
    },
    async close() {
      for (const close of closers) await close();
      await drop();
    },
  };
}

/** Handlers that do nothing, except for the given `media.process`. */
export const handlersWith = (process: Handlers['media.process']): Handlers => ({
  'media.process': process,
  'operations.purge_cdn': async () => {},
  'account.tell_new_device': async () => {},
  'media.process_later': async () => {},
  'moderation.answer_reports': async () => {},
  'media.remake': async () => {},
  'media.delete_old_editions': async () => {},
  'media.make_avif': async () => {},
  'media.delete_files': async () => {},
  'novels.read_epub': async () => {},
  'novels.delete_epub_files': async () => {},
  'mail.send': async () => {},
  'purchases.acknowledge': async () => {},
  'revenue.check': async () => {},
  'account.make_export': async () => {},
  'episode.publish_due': async () => {},
  'publishing.restore_episodes': async () => {},
  'unlock.return_coins': async () => {},
  'notifications.hear_of_appeal': async () => {},
  'notifications.hear_of_lift': async () => {},
  'notifications.hear_of_called_off': async () => {},
  'notifications.hear_of_return': async () => {},
  'notifications.hear_of_comment': async () => {},
  'notifications.hear_of_factor_reset': async () => {},
  'notifications.hear_of_invitation': async () => {},
  'notifications.hear_of_member': async () => {},
  'notifications.hear_of_mention': async () => {},
  'notifications.hear_of_payout': async () => {},
  'notifications.hear_of_removal': async () => {},
  'notifications.hear_of_report': async () => {},
  'notifications.hear_of_revenue': async () => {},
  'notifications.hear_of_right': async () => {},
  'notifications.hear_of_role': async () => {},
  'notifications.hear_of_statement': async () => {},
  'notifications.hear_of_subscriber': async () => {},
  'notifications.send_pushes': async () => {},
  'notifications.tell_subscribers': async () => {},
});

export type Trace = { mediaId: string; job: RunningJob };

/** Handlers that record runs in order. */
export function tracingHandlers(): { handlers: Handlers; seen: Trace[] } {
  const seen: Trace[] = [];
  const handlers = handlersWith(async (_, { mediaId }, job) => void seen.push({ mediaId, job }));
  return { handlers, seen };
}

export const newIds = (count: number): string[] => Array.from({ length: count }, () => newId());
