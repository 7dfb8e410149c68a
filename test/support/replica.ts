/** A real database with a streaming replica. Both start from one folder, so no base backup program is needed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '../../db/migrate.ts';
import { type Account, asAccount, chooseAccount, run } from '../../server/embedded/account.ts';
import { type Binaries, findBinaries } from '../../server/embedded/binaries.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary.ts';

const CACHE = '/var/cache/tsuzuki';

export type TestServer = { url: string; start(): Promise<void>; stop(): Promise<void> };

export type Replicated = {
  primary: TestServer;
  replica: TestServer;
  /** Later changes of the primary stay invisible on the replica. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
};

const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  wal_level: 'replica',
  shared_buffers: '32MB',
  io_method: 'sync',
};

export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function serverIn(folder: string, account: Account, { postgres }: Binaries): Promise<TestServer> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/tsuzuki`;
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  let child: ChildProcess | null = null;
  process.on('exit', () => void child?.kill('SIGQUIT'));
  return {
    url,
    async start() {
      child = spawn(postgres, ['-D', folder, ...options], { ...asAccount(account), stdio: 'ignore' });
      await once(child, 'spawn');
      const anyDatabase = url.replace(/tsuzuki$/, 'postgres');
      const own = child;
      await eventually('PostgreSQL answers', () => {
        if (own.exitCode !== null) throw new Error('PostgreSQL did not start');
        return ask(anyDatabase, 'select true').catch(() => false);
      });
    },
    async stop() {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      child = null;
    },
  };
}

export async function startReplicated(): Promise<Replicated> {
  const folder = await temporaryFolder();
  const account = await chooseAccount(join(folder, 'primary'));
  const binaries = await findBinaries(account, { cacheDir: account.ids === null ? folder : CACHE });
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
  for (const each of [first, second]) {
    await mkdir(each, { mode: 0o700 });
    if (account.ids !== null) await chown(each, account.ids.uid, account.ids.gid);
  }
  const made = await run(account, binaries.initdb, [
    ...['-D', first, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
  ]);
  if (!made.ok) throw new Error(made.output);
  const primary = await serverIn(first, account, binaries);
  const replica = await serverIn(second, account, binaries);
  // No server runs yet, so copying the folder gives a base backup.
  const copied = await run(account, '/bin/cp', ['-a', `${first}/.`, second]);
  if (!copied.ok) throw new Error(copied.output);
  const { port } = new URL(primary.url);
  await run(account, '/bin/sh', [
    '-c',
    `touch "$1/standby.signal" && printf "primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\\nhot_standby_feedback = on\\nwal_retrieve_retry_interval = 100ms\\n" >> "$1/postgresql.conf"`,
    'sh',
    second,
  ]);
  await Promise.all([primary.start(), replica.start()]);
  await ask(primary.url.replace(/tsuzuki$/, 'postgres'), 'create database tsuzuki');
  await migrateDatabase(primary.url);
  const replicated: Replicated = {
    primary,
    replica,
    pause: async () => void (await ask(replica.url, 'select pg_wal_replay_pause()')),
    resume: async () => void (await ask(replica.url, 'select pg_wal_replay_resume()')),
    async caughtUp() {
      const at = await ask(primary.url, 'select pg_current_wal_flush_lsn()::text');
      await eventually('the replica follows', () =>
        ask(replica.url, `select pg_last_wal_replay_lsn() >= '${at}'`).catch(() => false),
      );
    },
    async stop() {
      await Promise.all([primary.stop(), replica.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await replicated.caughtUp();
  return replicated;
}
