import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../lib/durations.ts';
import { run } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import { answersSignals, clusterProcesses, signal } from './processes.ts';
import { StartError } from './start-error.ts';

const pollMs = 25;
const gentleStopMs = MINUTE_MS;
const abandonedMs = 1000;

/** Creates the cluster as a draft and renames it, so that an interrupted first start leaves nothing half done. */
export async function ensureCluster(
  home: Home,
  binaries: Binaries,
  options: { passwordFile: string; durable: boolean; dataDir: string },
): Promise<{ created: boolean }> {
  const { ids } = home.account;
  for (const name of await readdir(home.folder)) {
    // An initdb whose parent was killed may still write to the draft. A later start removes the rest.
    if (name.startsWith('cluster.new-')) {
      await rm(join(home.folder, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }

  await finishUpgrade(home);
  const existing = await stat(home.clusterDir).catch(() => null);
  if (existing !== null) {
    await refuseOtherVersion(home, binaries, options.dataDir);
    // Data that root copied or restored belong to root, but PostgreSQL must own them and keep them private.
    if (ids !== null && existing.uid === 0) {
      await run({ name: 'root', ids: null }, 'chown', ['-R', `${ids.uid}:${ids.gid}`, home.clusterDir]);
    }
    await chmod(home.clusterDir, 0o700);
    return { created: false };
  }

  const draft = join(home.folder, `cluster.new-${randomUUID()}`);
  await mkdir(draft, { mode: 0o700 });
  if (ids !== null) await chown(draft, ids.uid, ids.gid);
  const made = await run(home.account, binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${options.passwordFile}`,
    '--encoding=UTF8',
    // PostgreSQL's own collation sorts and maps case alike on every machine, independent of system tables …
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // … but trigrams still ask the system which characters are letters.
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync', '--no-data-checksums']),
  ]);
  if (!made.ok) {
    await rm(draft, { recursive: true, force: true });
    const reason = made.output.split('\n').find((line) => /error|fatal/i.test(line)) ?? made.output;
    throw new StartError(`PostgreSQL could not create its data folder in ${home.folder}: ${reason}`);
  }
  await rename(draft, home.clusterDir);
  return { created: true };
}

export async function versionOf(clusterDir: string): Promise<number | null> {
  const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '');
  return /^[1-9]\d*$/.test(text.trim()) ? Number(text) : null;
}

async function refuseOtherVersion(home: Home, binaries: Binaries, dataDir: string): Promise<void> {
  const made = await versionOf(home.clusterDir);
  if (made === binaries.major) return;
  if (made === null) {
    throw new StartError(
      `The data folder ${dataDir} contains no PostgreSQL data in ${home.clusterDir}: restore it or move that folder away`,
    );
  }
  const [which, what] =
    made > binaries.major
      ? ['the newer ', 'use the release that created it, or a later one']
      : ['', 'run npm run upgrade-database, which keeps the old data beside it'];
  throw new StartError(
    `The data folder ${dataDir} was created by ${which}PostgreSQL ${made}, but this release contains ${binaries.major}: ${what}`,
  );
}

/** A cluster under this name is the complete, verified successor of the current cluster. */
export const upgradedDir = (home: Home): string => join(home.folder, 'cluster.upgraded');

/** Completes an upgrade interrupted before its last step, when the old cluster is already moved away. */
export async function finishUpgrade(home: Home): Promise<void> {
  if ((await stat(home.clusterDir).catch(() => null)) !== null) return;
  await rename(upgradedDir(home), home.clusterDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Reads postmaster.pid: number, folder, start, port, socket folder, address, memory, state. */
export async function readPidFile(clusterDir: string): Promise<{ pid: number; state: string } | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, state: (lines[7] ?? '').trim() } : null;
}

async function gone(clusterDir: string, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += pollMs) {
    if (clusterProcesses(clusterDir).length === 0) return true;
    await sleep(pollMs);
  }
  return clusterProcesses(clusterDir).length === 0;
}

/** Stops PostgreSQL processes left by a killed process of ours. Only the folder's owner may call this. */
export async function stopLeftovers(clusterDir: string, note: (line: string) => void): Promise<void> {
  const left = clusterProcesses(clusterDir);
  const recorded = await readPidFile(clusterDir);
  if (left.length > 0) {
    note(`Stopping a PostgreSQL that a killed process left behind (process ${recorded?.pid ?? left[0]})`);
    const hasPostmaster = recorded !== null && left.includes(recorded.pid);
    if (hasPostmaster) signal(recorded.pid, 'SIGINT');
    // Without a postmaster, its children exit by themselves, unless a long statement delays one of them.
    if (!(await gone(clusterDir, hasPostmaster ? gentleStopMs : abandonedMs))) {
      for (const pid of clusterProcesses(clusterDir)) signal(pid, 'SIGKILL');
      await gone(clusterDir, gentleStopMs);
    }
  }
  await unblockPidFile(clusterDir);
}

/**
 * A stale postmaster.pid blocks the start if its number belongs to another process or a zombie. We replace it by our
 * own number: PostgreSQL treats its parent's number as stale, and its other checks still apply.
 */
async function unblockPidFile(clusterDir: string): Promise<void> {
  const recorded = await readPidFile(clusterDir);
  if (recorded === null || !answersSignals(recorded.pid)) return;
  const path = join(clusterDir, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [process.pid, ...rest].join('\n'));
}
