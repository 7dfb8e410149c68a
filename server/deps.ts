/** What every domain function gets as its first argument. Made once by a composition root; nothing here knows a route. */

import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Replicas } from '../db/replicas.ts';
import type { AdCache } from './cache/caches.ts';
import type { PurgeTag } from './cache/purge.ts';
import type { PurgeAcks } from './cache/purge-acks.ts';
import type { Config } from './config/config.ts';
import type { ContentShelf } from './content/load.ts';
import type { PasswordHasher } from './domains/accounts/accounts/passwords.ts';
import type { Discovery } from './domains/accounts/providers/providers/discovery.ts';
import type { House } from './domains/define.ts';
import type { PushService } from './domains/notifications/notifications/push-service.ts';
import type { Mailer } from './domains/platform/mail/mailer.ts';
import type { ProseCleaner } from './domains/publishing/novels/cleaner.ts';
import type { ViewCounter } from './domains/reading/counts/counter.ts';
import type { Disk } from './lib/disk.ts';
import { isAppError } from './lib/errors.ts';
import { createNotices, type Notices } from './lib/notices.ts';
import type { Trail } from './lib/trail.ts';
import type { Hub } from './live/hub.ts';
import type { Metrics } from './ops/metrics/metrics.ts';
import type { Tracing } from './ops/tracing/tracing.ts';
import type { JobQueue } from './queue/queue.ts';
import type { Storage } from './storage/storage.ts';

export type Clock = { now(): Date };

/** Caches of this process that hold public content; purged by tag, at once here and by NOTIFY elsewhere. */
export type CachePurger = {
  purge(tags: readonly PurgeTag[]): void;
  /** Whose acknowledgements are waited for; without it this process speaks and does not listen. */
  others?: PurgeAcks;
};

export type Deps = {
  config: Config;
  db: Db;
  pool: pg.Pool;
  /** A connection of its own, past any pooler; whoever opens it ends it. */
  openSession(name: string): pg.Client;
  /** Copies of the database for what is the same for everybody; asked by `fromReplica` alone. */
  replicas: Replicas;
  storage: Storage;
  /** Where uploads lie while they are judged. */
  disk: Disk;
  mailer: Mailer;
  cache: CachePurger;
  clock: Clock;
  log: Logger;
  /** Which request or job the running code works for. */
  trail: Trail;
  /** What this process counts of itself. */
  metrics: Metrics;
  /** Null: nobody wants traces. */
  tracing: Tracing | null;
  passwords: PasswordHasher;
  /** Makes clean prose of HTML, in threads of its own. */
  prose: ProseCleaner;
  /** What OpenID providers say of themselves. */
  discovery: Discovery;
  /** Views on their way into the database. */
  views: ViewCounter;
  /** Our own advertisements, kept while none of them changes. */
  ads: AdCache;
  /** Pages that are open, and hear when what they show has changed. */
  live: Hub;
  /** Texts of whole pages: legal ones, questions, the blog. */
  content: ContentShelf;
  /** Sends to the devices of readers. */
  push: PushService;
  /** For who looks after it; jobs go in by `record`. Null in commands, and in tests that have none. */
  queue: JobQueue | null;
  /** What the domains have hung into the house for others to use. */
  house: House;
  /** Key that signs addresses of pictures that are not public. */
  signingKey: string;
};

export type TransactionDeps = Deps & {
  /** Runs when all work is done, and is still part of the transaction. */
  beforeCommit(task: () => Promise<unknown>): void;
  /** Runs only when it was committed, and is waited for. */
  afterCommit(task: () => unknown): void;
  /** What other processes hear with the commit. */
  notices: Notices;
  /** What is purged with the commit; `purge` adds to it. */
  purges: Set<PurgeTag>;
};

/** Runs `work` in one transaction; an error rolls everything back, and nothing registered for after the commit runs. */
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
 * Reads from a replica that has seen everything that was purged, or from the primary where there is none. For what is shown
 * to everybody alike: nobody's own, nothing that is written. What a replica cannot do, and what it does not find, the
 * primary is asked for: it may be too new. `isFound` says so of an answer that throws nothing.
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
