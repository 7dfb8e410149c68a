import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/embedded/postgres.ts';
import { clusterProcesses, processMark } from '../../server/embedded/processes.ts';
import { quickStart } from './quick-start.ts';
import { temporaryFolder } from './temporary.ts';

export const isRoot = process.getuid?.() === 0;
export const silent = { info() {}, warn() {}, error() {} };

/** A data folder inside its own parent. `end` removes it, whatever the test left there. */
export async function dataFolder(mode = 0o755): Promise<{ dataDir: string; end(): Promise<void> }> {
  const parent = await temporaryFolder(mode);
  return {
    dataDir: join(parent, 'data'),
    async end() {
      const location = join(parent, 'data', 'postgres', 'location');
      const elsewhere = tryRead(location);
      if (elsewhere.startsWith('/')) await rm(elsewhere.trim(), { recursive: true, force: true });
      await rm(parent, { recursive: true, force: true });
    },
  };
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: silent, durable: false, ...options });
}

export async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

type Answer = { url: string; pid: number; clusterDir: string; failure?: string; lines: string[] };

export type OwnerProcess = Answer & { owner: ChildProcess; stop(): Promise<void>; kill(): Promise<void> };

export async function startOwner(options: {
  dataDir: string;
  durable?: boolean;
  packageDir?: string;
  uid?: number;
}): Promise<OwnerProcess> {
  const script = fileURLToPath(new URL('./embedded-owner.ts', import.meta.url));
  const owner = spawn(process.execPath, [script, JSON.stringify({ durable: false, ...options })], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...quickStart },
  });
  const exited = once(owner, 'exit');
  const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
  return {
    ...(JSON.parse(line) as Answer),
    owner,
    async stop() {
      owner.stdin.end();
      await exited;
    },
    async kill() {
      owner.kill('SIGKILL');
      await exited;
    },
  };
}

/** Watchers of a cluster: shells that wait for their owner's end. */
export function watchers(clusterDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const args = tryRead(`/proc/${pid}/cmdline`).split('\0');
      return args[0] === '/bin/sh' && args.includes(clusterDir);
    })
    .map(Number)
    .filter((pid) => processMark(pid) !== null);
}

/** Waits without a time limit. The runner's own limit applies. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

export function isQuiet(clusterDir: string): boolean {
  return clusterProcesses(clusterDir).length === 0 && watchers(clusterDir).length === 0;
}

export function packageOf(postgresProgram: string): string {
  return dirname(dirname(dirname(postgresProgram)));
}
