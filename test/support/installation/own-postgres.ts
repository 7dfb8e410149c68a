/** An installation's own durable PostgreSQL, which can be killed, frozen and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { asAccount, chooseAccount, run } from '../../../server/embedded/account.ts';
import { findBinaries } from '../../../server/embedded/binaries.ts';
import { clusterProcesses, signal } from '../../../server/embedded/processes.ts';
import { query } from '../embedded.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { boundToUs } from './bound.ts';

const PASSWORD = 'installation';
const SHARED_CACHE = '/var/cache/tsuzuki';
const FAREWELL_MS = 20_000;

export type OwnPostgres = {
  url: string;
  port: number;
  start(): Promise<void>;
  /** Kills all processes at once with SIGKILL, like a power failure. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Removes everything. It cannot be used afterwards. */
  end(): Promise<void>;
};

const urlOf = (user: string, port: number, database: string): string =>
  `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`;

/** `tables`: folder on another disk for the tables. */
export async function startOwnPostgres(
  settings: Record<string, string> = {},
  tables?: string,
): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-installation-postgres-'));
  await chmod(folder, 0o755);
  const cluster = join(folder, 'cluster');
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const all = (name: NodeJS.Signals): void => {
    for (const pid of clusterProcesses(cluster)) signal(pid, name);
  };
  const atExit = (): void => {
    all('SIGKILL');
    remove();
  };
  process.once('exit', atExit);
  const account = await chooseAccount(cluster);
  const binaries = await findBinaries(account, { cacheDir: account.ids === null ? folder : SHARED_CACHE });
  const port = await freePort();
  await makeCluster();
  const log = await open(join(folder, 'postgres.log'), 'a');
  let child: ChildProcess | null = null;

  async function makeCluster(): Promise<void> {
    const password = join(folder, 'password');
    await writeFile(password, `${PASSWORD}\n`);
    await mkdir(cluster, { mode: 0o700 });
    if (account.ids !== null) await chown(cluster, account.ids.uid, account.ids.gid);
    const made = await run(account, binaries.initdb, [
      ...[`--pgdata=${cluster}`, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--lc-ctype=C.UTF-8', '--no-instructions'],
    ]);
    if (!made.ok) throw new Error(made.output);
  }

  async function start(): Promise<void> {
    const values = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 100,
      timezone: 'UTC',
      // Durable, as on a customer's machine.
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      io_method: 'sync',
      ...settings,
    };
    const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [program, args] = boundToUs(binaries.postgres, ['-D', cluster, ...flags]);
    child = spawn(program, args, { ...asAccount(account), stdio: ['ignore', log.fd, log.fd] });
    await eventually('PostgreSQL takes connections', () => answers(urlOf('postgres', port, 'postgres')));
  }

  async function gone(): Promise<void> {
    if (child !== null && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    child = null;
    await eventually('no process of PostgreSQL is left', () => clusterProcesses(cluster).length === 0);
  }

  const postgres: OwnPostgres = {
    url: urlOf('tsuzuki', port, 'tsuzuki'),
    port,
    start,
    async kill() {
      all('SIGKILL');
      await gone();
    },
    async stop() {
      const stubborn = setTimeout(() => all('SIGKILL'), FAREWELL_MS);
      child?.kill('SIGINT');
      await gone();
      clearTimeout(stubborn);
    },
    freeze: () => all('SIGSTOP'),
    thaw: () => all('SIGCONT'),
    async end() {
      await postgres.kill();
      await log.close();
      remove();
      process.off('exit', atExit);
    },
  };
  await start();
  const admin = urlOf('postgres', port, 'postgres');
  await query(admin, `create role tsuzuki login createdb password '${PASSWORD}'`);
  await query(admin, 'create database tsuzuki owner tsuzuki');
  if (tables !== undefined) {
    if (account.ids !== null) await chown(tables, account.ids.uid, account.ids.gid);
    await query(admin, `create tablespace small location '${tables}'`);
    await query(admin, 'grant create on tablespace small to tsuzuki');
    await query(admin, 'alter role tsuzuki set default_tablespace = small');
  }
  return postgres;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
