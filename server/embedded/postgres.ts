import { resolve } from 'node:path';
import { Client } from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster, stopLeftovers } from './cluster.ts';
import { type Home, openHome, openPassword } from './home.ts';
import { claimFolder } from './owner.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { asStartError } from './start-error.ts';

type Log = { info(line: string): void; warn(line: string): void; error(line: string): void };

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** 0 or undefined chooses a free port. */
  port?: number;
  /** False skips fsync. For tests only. */
  durable?: boolean;
  packageDir?: string;
};

export type EmbeddedPostgres = {
  url: string;
  port: number;
  pid: number;
  clusterDir: string;
  /** Resolves with the exit reason only if PostgreSQL ends unasked. */
  lost: Promise<string>;
  stop(): Promise<void>;
};

const database = 'tsuzuki';
/** Programs for users who may not read the checkout. */
const sharedCache = '/var/cache/tsuzuki';

function address(user: string, password: string, port: number, name: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
}

/** Our role owns its database and may create others. It is no superuser: no access to files or programs. */
async function provision(port: number, password: string): Promise<void> {
  const client = new Client({ connectionString: address('postgres', password, port, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; db: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as db`,
      [database],
    );
    if (!rows[0]?.role) {
      const secret = client.escapeLiteral(password);
      await client.query(`create role ${database} login createdb password ${secret}`);
    }
    if (!rows[0]?.db) await client.query(`create database ${database} owner ${database}`);
  } finally {
    await client.end();
  }
}

export function findPrograms(
  home: Home,
  { packageDir, note }: { packageDir?: string | undefined; note?: (line: string) => void },
): Promise<Binaries> {
  const cacheDir = home.account.ids === null ? home.folder : sharedCache;
  return findBinaries(home.account, { cacheDir, packageDir, note });
}

export async function startCluster(
  home: Home,
  binaries: Binaries,
  { password, port = 0, durable = true }: { password: string; port?: number; durable?: boolean },
): Promise<Postmaster & { url: string }> {
  const postmaster = await startPostmaster(home, binaries, { port, durable });
  try {
    await provision(postmaster.port, password);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  return { ...postmaster, url: address(database, password, postmaster.port, database) };
}

async function startIn(home: Home, options: EmbeddedOptions, dataDir: string) {
  const durable = options.durable ?? true;
  const { packageDir, log } = options;
  const binaries = await findPrograms(home, { packageDir, note: (line) => log.info(line) });
  const { path: passwordFile, password } = await openPassword(home);
  await ensureCluster(home, binaries, { passwordFile, durable, dataDir });
  await stopLeftovers(home.clusterDir, (line) => log.warn(line));
  return startCluster(home, binaries, { password, port: options.port ?? 0, durable });
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const home = await openHome(dataDir, (line) => options.log.info(line));
  const claim = await claimFolder(home.folder, dataDir).catch((error: unknown) => {
    throw asStartError(error, dataDir);
  });
  try {
    const postmaster = await startIn(home, options, dataDir);
    let stopping: Promise<void> | null = null;
    const end = async () => {
      await postmaster.stop();
      await claim.release();
    };
    const lost = new Promise<string>((settle) => {
      void postmaster.ended.then((how) => {
        if (stopping !== null) return;
        options.log.error(`PostgreSQL has ended unexpectedly (${how})`);
        settle(how);
      });
    });
    return {
      url: postmaster.url,
      port: postmaster.port,
      pid: postmaster.pid,
      clusterDir: home.clusterDir,
      lost,
      stop() {
        stopping ??= end();
        return stopping;
      },
    };
  } catch (error) {
    await claim.release();
    throw asStartError(error, dataDir);
  }
}
