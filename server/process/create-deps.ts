/** Creates the dependencies of a process from its configuration. Only composition roots use it. */

import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type DatabaseOptions, type Db, openDatabase, openSession } from '../../db/client.ts';
import { type Heartbeat, SILENCE_MS, watchHeartbeat } from '../../db/heartbeat.ts';
import { noReplicas, openReplicas, type Replicas, type ReplicasOptions } from '../../db/replicas.ts';
import { createWaitLimit } from '../../db/timeouts.ts';
import { type Caches, createCaches } from '../cache/caches.ts';
import type { Config } from '../config/config.ts';
import { poolerOf, replicaUrls } from '../config/database.ts';
import { ownContent } from '../content/load.ts';
import { type ContentShelf, contentShelf } from '../content/shelf.ts';
import type { Deps } from '../deps.ts';
import {
  createPasswordHasher,
  type PasswordHasher,
  passwordHasher,
} from '../domains/accounts/accounts/passwords.ts';
import { createDiscovery, providerDiscovery } from '../domains/accounts/providers/providers/discovery.ts';
import { jobQueue } from '../domains/administration/jobs/job-queue.ts';
import { houseParts } from '../domains/define.ts';
import { adCache } from '../domains/income/interstitials/ad-cache.ts';
import { house } from '../domains/index.ts';
import {
  createPushService,
  makePushKeys,
  type PushKeys,
  type PushService,
  pushService,
} from '../domains/notifications/notifications/push-service.ts';
import { createMailer, type Mailer, mailer } from '../domains/platform/mail/mailer.ts';
import { findSetting, keepSetting } from '../domains/platform/tables/settings.ts';
import { createProseCleaner, type ProseCleaner, proseCleaner } from '../domains/publishing/novels/cleaner.ts';
import { createViewCounter } from '../domains/reading/counts/counter.ts';
import { type ViewCounter, viewCounter } from '../domains/reading/counts/view-counter.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { type Disk, disk as nodeDisk } from '../lib/disk.ts';
import { createTrail, type Trail } from '../lib/trail.ts';
import { createHub } from '../live/hub.ts';
import { createMetrics } from '../ops/metrics/metrics.ts';
import type { Tracing } from '../ops/tracing/spans.ts';
import { tracedClient } from '../ops/tracing/statements.ts';
import { openTracing, tracer } from '../ops/tracing/tracing.ts';
import { storageConfig } from '../storage/config.ts';
import { createStorage } from '../storage/create.ts';
import { createHouseClock, type HouseClock } from './house-clock.ts';
import { checkPooler } from './pooler.ts';
import { prepareDatabase, whyNoDatabase } from './start-database.ts';

/** Leaves time for the work itself before the client gives up. */
const REQUEST_WAITS_MS = 6_000;

export type Running = {
  deps: Deps;
  caches: Caches;
  /** URL of PostgreSQL itself, bypassing any pooler. */
  databaseUrl: string;
  /** Resolves only when the embedded database ends unasked. */
  lost: Promise<unknown>;
  folders: readonly string[];
  close(): Promise<void>;
};

export type HowToRun = {
  log: Logger;
  name: string;
  disk?: Disk;
  passwords?: PasswordHasher;
  trail?: Trail;
  /** True for processes that render pages and can use replicas. */
  reads?: boolean;
  /** Factor for the database timeouts of requests. */
  patience?: number;
};

/** Opens the database, migrates it and opens the storage. Throws `StartError` for errors the operator can fix. */
export async function createDeps(
  config: Config,
  {
    log,
    name,
    disk = nodeDisk,
    passwords = createPasswordHasher(),
    trail = createTrail(),
    reads = false,
    patience = 1,
  }: HowToRun,
): Promise<Running> {
  const content = ownContent();
  // First: once the embedded database runs, every failure has to stop it.
  const tracing = await openTracing(config, name);
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded(config, log) : null;
  const databaseUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? embedded?.url ?? '';
  const database = openDatabase(
    config.DATABASE_URL ?? databaseUrl,
    databaseOptions(config, { name, log, trail, tracing, patience }),
  );
  const mails = createMailer(config);
  let counter: ViewCounter | null = null;
  let push: PushService | null = null;
  let replicas: Replicas = noReplicas;
  const live = createHub();
  const prose = createProseCleaner({
    onError: (error) => log.error({ err: error }, 'a chapter cleaning thread ended'),
  });
  const clock = houseClock(log);
  const pulse = pulseOf(database.pool, { clock, log, patience });
  const close = async (): Promise<void> => {
    mails.close();
    push?.close();
    live.close();
    await prose.close();
    await counter?.close();
    await replicas.close();
    await pulse.stop();
    await database.close();
    await embedded?.stop();
    await tracing?.close();
  };
  try {
    await prepareDatabase(databaseUrl);
    // Before anything reads the clock.
    await hearTime(database.pool, clock);
    if (embedded === null) await checkPooler(config, database.pool, log);
    if (reads) replicas = openReplicas(replicaOptions(config, { primaryUrl: databaseUrl, name, log }));
    const caches = createCaches({
      pageMib: config.PAGE_CACHE_MIB,
      pictureMib: config.MEDIA_CACHE_MIB,
      followers: [replicas],
    });
    push = createPushService(await pushKeys(config, database.db));
    const deps: Deps = {
      config,
      db: database.db,
      pool: database.pool,
      openSession: (name) => openSession(databaseUrl, name),
      replicas,
      storage: createStorage(storageConfig(config), disk),
      disk,
      cache: caches,
      clock,
      log,
      trail,
      metrics: createMetrics(),
      live,
      signingKey: config.SECRET ?? (await sharedSecret(database.db, 'signing')),
      services: new Map(),
    };
    counter = createViewCounter(() => deps, caches.episodes);
    provideServices(deps, { caches, mails, passwords, prose, push, tracing, views: counter, content });
    pulse.begin();
    const lost = embedded?.lost ?? new Promise(() => {});
    return { deps, caches, databaseUrl, lost, folders: foldersOf(config, embedded), close };
  } catch (error) {
    await close();
    throw whyNoDatabase(error);
  }
}

type Provided = {
  caches: Caches;
  mails: Mailer;
  passwords: PasswordHasher;
  prose: ProseCleaner;
  push: PushService;
  tracing: Tracing | null;
  views: ViewCounter;
  content: ContentShelf;
};

function provideServices(deps: Deps, provided: Provided): void {
  adCache.provide(deps, provided.caches.ads);
  contentShelf.provide(deps, provided.content);
  houseParts.provide(deps, house);
  jobQueue.provide(deps, null);
  mailer.provide(deps, provided.mails);
  passwordHasher.provide(deps, provided.passwords);
  proseCleaner.provide(deps, provided.prose);
  providerDiscovery.provide(deps, createDiscovery());
  pushService.provide(deps, provided.push);
  tracer.provide(deps, provided.tracing);
  viewCounter.provide(deps, provided.views);
}

async function hearTime(pool: pg.Pool, clock: HouseClock): Promise<void> {
  const askedAt = performance.now();
  const { rows } = await pool.query<{ time: Date }>('select clock_timestamp() as time');
  if (rows[0] !== undefined) clock.hear(rows[0].time, performance.now() - askedAt);
}

const pulseOf = (
  pool: pg.Pool,
  { clock, log, patience }: { clock: HouseClock; log: Logger; patience: number },
): Heartbeat =>
  watchHeartbeat(pool, {
    patienceMs: SILENCE_MS * patience,
    onBeat: clock.hear,
    onSilent: (connections) =>
      log.warn({ connections }, 'the database does not answer: connections were closed'),
  });

const houseClock = (log: Logger): HouseClock =>
  createHouseClock({
    onMoved: (aheadMs) =>
      log.warn({ aheadMs }, "this machine's clock differs from the database's: using database time"),
  });

const databaseOptions = (
  config: Config,
  {
    name,
    log,
    trail,
    tracing,
    patience,
  }: Pick<Deps, 'log' | 'trail'> & { name: string; patience: number; tracing: Tracing | null },
): DatabaseOptions => ({
  size: config.DATABASE_POOL_SIZE,
  name,
  Client: tracing === null ? undefined : tracedClient({ tracing, trail }),
  onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  pooler: poolerOf(config),
  // Jobs are exempt: nobody waits for their answer.
  patience: createWaitLimit({
    whom() {
      const origin = trail.current();
      return origin?.job === undefined ? origin : undefined;
    },
    mostMs: REQUEST_WAITS_MS * patience,
  }),
});

const startEmbedded = ({ DATA_DIR }: Config, log: Logger): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir: DATA_DIR,
    log: {
      // The folder also records where programs and data are, so a start only logs warnings.
      info: (line) => log.debug(line),
      warn: (line) => log.warn(line),
      error: (line) => log.error(line),
    },
  });

const replicaOptions = (
  config: Config,
  rest: Pick<ReplicasOptions, 'primaryUrl' | 'name' | 'log'>,
): ReplicasOptions => ({
  urls: replicaUrls(config),
  size: config.DATABASE_POOL_SIZE,
  maxLagMs: config.DATABASE_REPLICA_MAX_LAG_SECONDS * 1000,
  ...rest,
});

function foldersOf(config: Config, embedded: EmbeddedPostgres | null): string[] {
  const isDataKept = embedded !== null || config.S3_ENDPOINT === undefined || config.mailbox;
  return [
    // Uploads are received here.
    tmpdir(),
    ...(isDataKept ? [config.DATA_DIR] : []),
    // It may be outside the data folder.
    ...(embedded === null ? [] : [dirname(embedded.clusterDir)]),
  ];
}

const sharedSecret = (db: Db, name: string): Promise<string> =>
  shared(db, `secret.${name}`, () => randomBytes(32).toString('base64url'));

/** Shared by all processes on one database. The first one creates it. */
async function shared(db: Db, name: string, make: () => string): Promise<string> {
  const known = await findSetting({ db }, name);
  if (known !== null) return known;
  await keepSetting({ db }, name, make());
  const value = await findSetting({ db }, name);
  if (value === null) throw new Error(`${name} is missing`);
  return value;
}

async function pushKeys(config: Config, db: Db): Promise<PushKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config;
  if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
  return JSON.parse(await shared(db, 'secret.push', () => JSON.stringify(makePushKeys())));
}
