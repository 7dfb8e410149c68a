/** Makes what a process needs from its configuration; used by the composition roots of server and workers alone. */
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
import type { Deps } from '../deps.ts';
import { createPasswordHasher, type PasswordHasher } from '../domains/accounts/accounts/passwords.ts';
import { createDiscovery } from '../domains/accounts/providers/providers/discovery.ts';
import { house } from '../domains/index.ts';
import {
  createPushService,
  makePushKeys,
  type PushKeys,
  type PushService,
} from '../domains/notifications/notifications/push-service.ts';
import { createMailer } from '../domains/platform/mail/mailer.ts';
import { findSetting, keepSetting } from '../domains/platform/tables/settings.ts';
import { createProseCleaner } from '../domains/publishing/novels/cleaner.ts';
import { createViewCounter, type ViewCounter } from '../domains/reading/counts/counter.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { type Disk, disk as nodeDisk } from '../lib/disk.ts';
import { createTrail, type Trail } from '../lib/trail.ts';
import { createHub } from '../live/hub.ts';
import { createMetrics } from '../ops/metrics/metrics.ts';
import { tracedClient } from '../ops/tracing/statements.ts';
import { openTracing } from '../ops/tracing/tracing.ts';
import { storageConfig } from '../storage/config.ts';
import { createStorage } from '../storage/create.ts';
import { createHouseClock, type HouseClock } from './house-clock.ts';
import { checkPooler } from './pooler.ts';
import { prepareDatabase, whyNoDatabase } from './start-database.ts';

/** With the work itself less than anybody waits for an answer. */
const REQUEST_WAITS_MS = 6_000;

export type Running = {
  deps: Deps;
  caches: Caches;
  /** Of PostgreSQL itself, past any pooler. */
  databaseUrl: string;
  /** Settles only when the embedded database ends without being asked to. */
  lost: Promise<unknown>;
  /** Where this process and its embedded database write. */
  folders: readonly string[];
  close(): Promise<void>;
};

export type HowToRun = {
  log: Logger;
  name: string;
  disk?: Disk;
  passwords?: PasswordHasher;
  trail?: Trail;
  /** Pages are made here, so replicas are of use. */
  reads?: boolean;
  /** How many times longer than usual the database may take to answer a request. */
  patience?: number;
};

/** Starts or reaches the database, migrates it and opens the storage. Throws `StartError` for what the caller can mend. */
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
  // First: from the embedded database on, whatever fails has something to stop.
  const tracing = await openTracing(config, name);
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded(config, log) : null;
  const databaseUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? embedded?.url ?? '';
  const database = openDatabase(
    config.DATABASE_URL ?? databaseUrl,
    databaseOptions(config, { name, log, trail, tracing, patience }),
  );
  const mailer = createMailer(config);
  let counter: ViewCounter | null = null;
  let push: PushService | null = null;
  let replicas: Replicas = noReplicas;
  const live = createHub();
  const prose = createProseCleaner({
    onError: (error) => log.error({ err: error }, 'a thread that cleans chapters ended'),
  });
  const clock = houseClock(log);
  const pulse = pulseOf(database.pool, { clock, log, patience });
  const close = async (): Promise<void> => {
    mailer.close();
    push?.close();
    live.close();
    await prose.close();
    // While the database is still there.
    await counter?.close();
    await replicas.close();
    await pulse.stop();
    await database.close();
    await embedded?.stop();
    await tracing?.close();
  };
  try {
    await prepareDatabase(databaseUrl);
    // Before anything is done by the clock.
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
      mailer,
      cache: caches,
      clock,
      log,
      trail,
      metrics: createMetrics(),
      tracing,
      passwords,
      prose,
      discovery: createDiscovery(),
      views: createViewCounter(() => deps, caches.episodes),
      ads: caches.ads,
      live,
      content,
      push,
      house,
      queue: null,
      signingKey: config.SECRET ?? (await sharedSecret(database.db, 'signing')),
    };
    counter = deps.views;
    pulse.begin();
    const lost = embedded?.lost ?? new Promise(() => {});
    return { deps, caches, databaseUrl, lost, folders: foldersOf(config, embedded), close };
  } catch (error) {
    await close();
    throw whyNoDatabase(error);
  }
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
      log.warn({ connections }, 'the database does not answer: connections were hung up'),
  });

const houseClock = (log: Logger): HouseClock =>
  createHouseClock({
    onMoved: (aheadMs) =>
      log.warn({ aheadMs }, "this machine's clock is not the database's, whose time holds"),
  });

const databaseOptions = (
  config: Config,
  {
    name,
    log,
    trail,
    tracing,
    patience,
  }: Pick<Deps, 'log' | 'trail' | 'tracing'> & { name: string; patience: number },
): DatabaseOptions => ({
  size: config.DATABASE_POOL_SIZE,
  name,
  Client: tracing === null ? undefined : tracedClient({ tracing, trail }),
  onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  pooler: poolerOf(config),
  // A job takes the time that it takes, and nobody waits for its answer.
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
      // Where its programs and data lie is written in the folder too; a start tells only what is amiss.
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
    // Uploads are received there.
    tmpdir(),
    ...(isDataKept ? [config.DATA_DIR] : []),
    // It may lie elsewhere than the data folder.
    ...(embedded === null ? [] : [dirname(embedded.clusterDir)]),
  ];
}

const sharedSecret = (db: Db, name: string): Promise<string> =>
  shared(db, `secret.${name}`, () => randomBytes(32).toString('base64url'));

/** What all processes on one database share; whoever comes first makes it. */
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
