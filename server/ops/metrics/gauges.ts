/** Gauges collected on each request: local ones at once, shared ones with a timeout. */

import { Counter, Gauge } from 'prom-client';
import type { Caches } from '../../cache/caches.ts';
import type { Deps } from '../../deps.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { JobQueue } from '../../ports.ts';
import type { ReadinessCheck } from '../health.ts';
import { findBacklog } from './backlog.ts';

/** Prometheus waits 10 s by default. */
const PATIENCE_MS = 2_500;

const RESULTS = ['hits', 'misses', 'joined', 'stale'] as const;

export type Watched = {
  deps: Deps;
  /** Workers have no page caches. */
  caches?: Pick<Caches, 'pages' | 'pictures' | 'episodes'> | undefined;
  queue?: Pick<JobQueue, 'counts' | 'oldestWaiting'> | undefined;
  checks?: Readonly<Record<string, ReadinessCheck>> | undefined;
};

export function registerGauges(watched: Watched): () => Promise<void> {
  const looks = [watchPool(watched), watchStreams(watched), watchCaches(watched)];
  const asks = [watchBacklog(watched), watchQueue(watched), watchServices(watched)];
  return async () => {
    for (const look of looks) look();
    await Promise.all(asks.map((ask) => ask()));
  };
}

const gaugeIn =
  ({ deps }: Watched) =>
  <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `tsuzuki_${name}`, help, labelNames, registers: [deps.metrics.registry] });

function watchPool(watched: Watched): () => void {
  const gauge = gaugeIn(watched);
  const { pool, config } = watched.deps;
  const connections = gauge('pool_connections', 'Connections to the database that are open.', ['state']);
  const waiting = gauge('pool_waiting', 'Who waits for a connection of the pool.');
  const most = gauge('pool_connections_max', 'The most connections that the pool opens.');
  return () => {
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
    waiting.set(pool.waitingCount);
    most.set(config.DATABASE_POOL_SIZE);
  };
}

function watchStreams(watched: Watched): () => void {
  const open = gaugeIn(watched)('event_streams_open', 'Open event streams.');
  return () => open.set(watched.deps.live.count);
}

function watchCaches(watched: Watched): () => void {
  const { caches } = watched;
  if (caches === undefined) return () => {};
  const gauge = gaugeIn(watched);
  const all = { pages: caches.pages, pictures: caches.pictures, episodes: caches.episodes };
  const bytes = gauge('cache_bytes', 'Memory that a cache uses.', ['cache']);
  const most = gauge('cache_bytes_max', 'Memory that a cache may use.', ['cache']);
  const entries = gauge('cache_entries', 'Entries of a cache.', ['cache']);
  const enabled = gauge('cache_enabled', '0: purges cannot be heard, so nothing is kept.', ['cache']);
  new Counter({
    name: 'tsuzuki_cache_lookups_total',
    help: 'Look-ups in a cache, by their result.',
    labelNames: ['cache', 'result'],
    registers: [watched.deps.metrics.registry],
    collect() {
      this.reset();
      for (const [cache, one] of Object.entries(all)) {
        const found = one.statistics();
        for (const result of RESULTS) this.inc({ cache, result }, found[result]);
      }
    },
  });
  return () => {
    for (const [cache, one] of Object.entries(all)) {
      const found = one.statistics();
      bytes.set({ cache }, found.bytes);
      most.set({ cache }, found.maxBytes);
      entries.set({ cache }, found.entries);
      enabled.set({ cache }, Number(found.enabled));
    }
  };
}

function watchBacklog(watched: Watched): () => Promise<void> {
  const gauge = gaugeIn(watched);
  const { deps } = watched;
  const outbox = gauge('outbox_waiting', 'Events that wait to be handed to the queue, 10,000 at most.');
  const outboxAge = gauge('outbox_oldest_seconds', 'How long the oldest of them waits.');
  const failed = gauge('failed_jobs', 'Jobs that failed for good and were not tried again, 10,000 at most.');
  const mails = gauge('mails_waiting', 'Mails that wait to be sent, 10,000 at most.');
  const mailAge = gauge('mails_oldest_seconds', 'How long the oldest of them waits.');
  const overdue = gauge('release_overdue_seconds', 'How long the longest due release waits.');
  const all = [outbox, outboxAge, failed, mails, mailAge, overdue];
  const sweeps = gauge('sweep_failed', '1: the latest round of this sweep failed.', ['sweep']);
  return patiently('backlog', watched, async () => {
    // `reset` would report 0 for unknown values.
    for (const one of all) one.remove();
    sweeps.reset();
    const found = await findBacklog(deps);
    outbox.set(found.outbox.count);
    outboxAge.set(found.outbox.oldestSeconds);
    failed.set(found.failedJobs);
    mails.set(found.mails.count);
    mailAge.set(found.mails.oldestSeconds);
    overdue.set(found.overdueSeconds);
    for (const sweep of found.failedSweeps) sweeps.set({ sweep }, 1);
  });
}

function watchQueue(watched: Watched): () => Promise<void> {
  const { queue } = watched;
  if (queue === undefined) return async () => {};
  const gauge = gaugeIn(watched);
  const jobs = gauge('queue_jobs', 'Jobs in the queue.', ['group', 'state']);
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest job that could run waits.', ['group']);
  return patiently('queue', watched, async () => {
    jobs.reset();
    oldest.reset();
    const [counts, moments] = await Promise.all([queue.counts(), queue.oldestWaiting()]);
    const nowMs = watched.deps.clock.now().getTime();
    for (const [group, states] of Object.entries(counts))
      for (const [state, count] of Object.entries(states)) jobs.set({ group, state }, count);
    for (const [group, moment] of Object.entries(moments))
      oldest.set({ group }, moment === null ? 0 : Math.max(0, (nowMs - moment.getTime()) / 1000));
  });
}

function watchServices(watched: Watched): () => Promise<void> {
  const up = gaugeIn(watched)('service_up', 'Whether a service answers.', ['service']);
  return async () => {
    const asked = Object.entries(watched.checks ?? {}).map(async ([service, check]) => {
      const isUp = await withTimeout(check(), PATIENCE_MS, service).then(
        () => true,
        () => false,
      );
      up.set({ service }, Number(isUp));
    });
    await Promise.all(asked);
  };
}

/** At most one look per part runs at a time. A look that hangs omits its figures instead of repeating old ones. */
function patiently(part: string, watched: Watched, look: () => Promise<void>): () => Promise<void> {
  const failed = lookFailures(watched);
  let running: Promise<void> | null = null;
  return async () => {
    running ??= look().finally(() => {
      running = null;
    });
    await withTimeout(running, PATIENCE_MS, part).then(
      () => failed.set({ part }, 0),
      (error) => {
        failed.set({ part }, 1);
        watched.deps.log.debug({ err: error, part }, 'could not look up metrics');
      },
    );
  };
}

function lookFailures(watched: Watched): Gauge<'part'> {
  const { registry } = watched.deps.metrics;
  const known = registry.getSingleMetric('tsuzuki_signals_missing') as Gauge<'part'> | undefined;
  return known ?? gaugeIn(watched)('signals_missing', '1: these could not look up metrics.', ['part']);
}
