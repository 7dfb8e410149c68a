/** First argument of every domain function, created once by a composition root. Nothing here knows a route. */

import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Replicas } from '../db/replicas.ts';
import type { Config } from './config/config.ts';
import type { Disk } from './lib/disk.ts';
import { isAppError } from './lib/errors.ts';
import { createNotices, type Notices } from './lib/notices.ts';
import type { Trail } from './lib/trail.ts';
import type { Metrics } from './ops/metrics/metrics.ts';
import type { CachePurger, LiveStreams, PurgeTag } from './ports.ts';
import type { Storage } from './storage/storage.ts';

export type Clock = { now(): Date };

/** Things that one part uses alone, by name. Only `service` reads and writes them. */
export type Services = Map<string, unknown>;

export type Service<T> = {
  /** Throws when the process has not provided it. */
  of(deps: Pick<Deps, 'services'>): T;
  provide(deps: Pick<Deps, 'services'>, value: T): void;
};

/** Declares something that one part uses alone, and that a process provides once at its start. */
export const service = <T>(name: string): Service<T> => ({
  of({ services }) {
    if (!services.has(name)) throw new Error(`This process provides no ${name}`);
    return services.get(name) as T;
  },
  provide: ({ services }, value) => void services.set(name, value),
});

export type Deps = {
  config: Config;
  db: Db;
  pool: pg.Pool;
  /** Opens a separate connection that bypasses any pooler. The caller closes it. */
  openSession(name: string): pg.Client;
  /** Read replicas for content that is the same for everyone. Only `fromReplica` uses them. */
  replicas: Replicas;
  storage: Storage;
  /** Holds uploads during their checks. */
  disk: Disk;
  cache: CachePurger;
  clock: Clock;
  log: Logger;
  /** Request or job that the running code serves. */
  trail: Trail;
  metrics: Metrics;
  live: LiveStreams;
  signingKey: string;
  services: Services;
};

export type TransactionDeps = Deps & {
  /** Runs after all work, still inside the transaction. */
  beforeCommit(task: () => Promise<unknown>): void;
  /** Runs only after a commit. `inTransaction` waits for it. */
  afterCommit(task: () => unknown): void;
  notices: Notices;
  purges: Set<PurgeTag>;
};

/** Runs `work` in one transaction. An error rolls back everything, and no `afterCommit` task runs. */
export async function inTransaction<T>(
  deps: Deps,
  work: (tx: TransactionDeps) => T | Promise<T>,
): Promise<T> {
  const [last, after]: [(() => Promise<unknown>)[], (() => unknown)[]] = [[], []];
  const result = await deps.db.transaction(async (db) => {
    const notices = createNotices();
    const done = await work({
      ...{ ...deps, db, notices, purges: new Set() },
      beforeCommit: (task) => void last.push(task),
      afterCommit: (task) => void after.push(task),
    });
    for (const task of last) await task();
    await notices.send(db);
    return done;
  });
  await Promise.all(after.map((task) => task()));
  return result;
}

/**
 * Reads from a replica that has applied every purge, or else from the primary. Only for content that is the same for
 * everyone, never for writes. When the replica fails or finds nothing, the primary repeats the read. `isFound` tells
 * whether a result counts as found.
 */
export async function fromReplica<D extends Pick<Deps, 'db' | 'replicas'>, T>(
  deps: D,
  work: (deps: D) => Promise<T>,
  isFound: (result: T) => boolean = () => true,
): Promise<T> {
  const replica = await deps.replicas.choose();
  if (replica === null) return work(deps);
  try {
    const result = await work({ ...deps, db: replica.db });
    if (isFound(result)) return result;
  } catch (error) {
    if (!isAppError(error)) replica.failed(error);
    else if (error.status !== 404) throw error;
  }
  return work(deps);
}
