import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../lib/durations.ts';
import { asAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { readPidFile } from './cluster.ts';
import type { Home } from './home.ts';
import { signal } from './processes.ts';
import { StartError } from './start-error.ts';

const pollMs = 20;
const recoveryMs = 600_000;
const fastStopMs = MINUTE_MS;

/**
 * `exec` turns the shell into the postmaster, so we know its process number and see its exit. The shell first forks a
 * watcher, blocked on a pipe whose other end only we hold. A line on the pipe means all is well. End of file without a
 * line means we were killed, and the watcher shuts the postmaster down. The double parentheses keep the watcher from
 * being the postmaster's child, whose exit would look like a crash.
 */
const launchScript = `
exec 3<&0 </dev/null
( (
  trap '' HUP INT TERM
  IFS= read -r farewell <&3 && exit 0
  kill -INT $$ || exit 0
  seconds=0
  while read -r pid <"$0/postmaster.pid" && [ "$pid" = $$ ]; do
    sleep 1; seconds=$((seconds + 1))
    [ $seconds -lt 60 ] || { kill -QUIT $$; exit 0; }
  done
) 2>/dev/null & )
exec 3<&-
exec "$@"
`;

export type Postmaster = { pid: number; port: number; ended: Promise<string>; stop(): Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const fleeting = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '128MB',
};

const IO_METHOD_MAJOR = 18;

function settings(port: number, durable: boolean, major: number): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // No socket file, which could clash, have too long a path or be left behind.
    unix_socket_directories: '',
    max_connections: durable ? 100 : 300,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // One machine, no replicas, few processes: disable what serves those.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    ...(major < IO_METHOD_MAJOR ? {} : { io_method: 'sync' }),
    ...(durable ? {} : fleeting),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function launch(
  home: Home,
  binaries: Binaries,
  options: { port: number; durable: boolean; out: FileHandle },
) {
  const args = [
    binaries.postgres,
    '-D',
    home.clusterDir,
    ...settings(options.port, options.durable, binaries.major),
  ];
  return spawn('/bin/sh', ['-c', launchScript, home.clusterDir, ...args], {
    ...asAccount(home.account),
    // Own session: Ctrl-C in the terminal reaches only us, and we stop PostgreSQL after the last query.
    detached: true,
    stdio: ['pipe', options.out.fd, options.out.fd],
  });
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, byName) => resolve(byName === null ? `exit code ${code}` : `signal ${byName}`));
  });
}

async function reasonIn(logFile: string): Promise<string | null> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).split('\n').reverse();
  const line = lines.find((each) => /\b(PANIC|FATAL|ERROR):|^sh: |error while loading/.test(each));
  return line?.replace(/^.*?\b(PANIC|FATAL|ERROR):\s*/, '') ?? null;
}

/** Waits until the postmaster accepts connections. `failure` gives the reason why it ended instead. */
async function attempt(
  home: Home,
  binaries: Binaries,
  options: { port: number; durable: boolean },
): Promise<Postmaster | { failure: string }> {
  const logFile = join(home.folder, 'postgres.log');
  // Always a new file: the last one may belong to another user.
  await rm(logFile, { force: true });
  const out = await open(logFile, 'w', 0o600);
  const child = launch(home, binaries, { ...options, out });
  await out.close();
  child.stdin?.on('error', () => undefined);
  let end: string | null = null;
  const ended = whenEnded(child).then((how) => {
    end = how;
    // The number may go to another process now, so the watcher must no longer use it.
    child.stdin?.end('farewell\n');
    return how;
  });
  const pid = child.pid ?? 0;

  let stopping: Promise<void> | null = null;
  const shutDown = async () => {
    child.ref();
    if (end === null) signal(pid, 'SIGINT');
    const patience = setTimeout(() => end === null && signal(pid, 'SIGQUIT'), fastStopMs);
    await ended;
    clearTimeout(patience);
  };
  const stop = () => {
    stopping ??= shutDown();
    return stopping;
  };

  for (let waitedMs = 0; end === null; waitedMs += pollMs) {
    const state = await readPidFile(home.clusterDir);
    if (state?.pid === pid && state.state === 'ready') {
      // Lets an otherwise idle program exit. The watcher then stops PostgreSQL.
      child.unref();
      if (child.stdin !== null && 'unref' in child.stdin)
        (child.stdin as unknown as { unref(): void }).unref();
      return { pid, port: options.port, ended, stop };
    }
    if (waitedMs > recoveryMs) {
      await stop();
      return { failure: `it took longer than ${recoveryMs / MINUTE_MS} minutes to recover` };
    }
    await sleep(pollMs);
  }
  return { failure: (await reasonIn(logFile)) ?? end };
}

export async function startPostmaster(
  home: Home,
  binaries: Binaries,
  options: { port: number; durable: boolean },
): Promise<Postmaster> {
  let failure = '';
  // Another process may take the free port before we bind it.
  for (let tries = options.port === 0 ? 10 : 1; tries > 0; tries -= 1) {
    const port = options.port || (await freePort());
    const result = await attempt(home, binaries, { ...options, port });
    if (!('failure' in result)) return result;
    failure = result.failure;
    if (!/TCP\/IP sockets|could not bind/.test(failure)) break;
    if (options.port !== 0) throw new StartError(`Port ${port} for PostgreSQL is in use: choose another`);
  }
  throw new StartError(
    `PostgreSQL did not start: ${failure} (details in ${join(home.folder, 'postgres.log')})`,
  );
}
