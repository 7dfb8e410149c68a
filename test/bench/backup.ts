/** Time, memory and disk space of backups and restores, beside many stories under load and with many files. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '../../db/migrate.ts';
import { query } from '../support/embedded.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/installation/own-postgres.ts';
import { addManyStories, storySlug } from '../support/many-stories.ts';
import { type Environment, type Server, startProgram, startServer } from '../support/processes.ts';
import { figure, type Row } from './row.ts';

/** `LARGEST=10000` skips the largest size, which takes minutes to create. */
const SIZES = [10_000, 100_000].filter((size) => size <= Number(process.env.LARGEST ?? 100_000));
const FILES = 20_000;
const FILE_BYTES = 50_000;
const READERS = 2;
const CALM_MS = 10_000;
const LOOK_MS = 50;
const MIB = 1024 * 1024;

type Ran = { seconds: number; peakMib: number };

/** Runs a program to its end and records its peak memory. */
async function measured(script: string, args: string[], environment: Environment): Promise<Ran> {
  const begun = performance.now();
  const program = startProgram(script, environment, args);
  let peakMib = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
      peakMib = Math.max(peakMib, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The program has just ended.
    }
  }, LOOK_MS);
  const { code } = await program.ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${program.err()}`);
  return { seconds: (performance.now() - begun) / 1000, peakMib };
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

const rowsOf = (name: string, { seconds, peakMib }: Ran): Row[] => [
  figure(`${name}: time`, seconds, 's'),
  figure(`${name}: most memory`, peakMib, 'MiB'),
];

/** Readers ask for uncached stories while the work runs. Returns sorted response times in ms. */
async function whileRead(server: Server, stories: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  let turn = 0;
  const read = async (): Promise<void> => {
    while (!isOver) {
      turn += 1;
      // Some stories are not published. Their 404 counts as an answer.
      const path = `/stories/${storySlug(1 + ((turn * 7919) % stories))}`;
      const begun = performance.now();
      const reply = await fetch(`${server.url}${path}`);
      await reply.arrayBuffer();
      if (reply.status >= 500) throw new Error(`${path}: ${reply.status}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all([
    work().finally(() => {
      isOver = true;
    }),
    ...Array.from({ length: READERS }, read),
  ]);
  return times.sort((one, other) => one - other);
}

const at = (times: readonly number[], share: number): number => times[Math.floor(times.length * share)] ?? 0;

const readingRows = (name: string, times: readonly number[]): Row[] => [
  figure(`${name}: story page p50`, at(times, 0.5), 'ms'),
  figure(`${name}: story page p99`, at(times, 0.99), 'ms'),
];

async function benchStories(postgres: OwnPostgres, folder: string, size: number): Promise<Row[]> {
  const name = `${size.toLocaleString('en-US')} stories`;
  const urls = await Promise.all(
    ['bench', 'restored'].map(async (word) => {
      await query(postgres.url, `create database ${word}_${size} encoding 'UTF8' template template0`);
      return postgres.url.replace(/[^/]*$/, `${word}_${size}`);
    }),
  );
  const [url = '', target = ''] = urls;
  await migrateDatabase(url);
  await addManyStories(url, { to: size });
  const backups = join(folder, `backups-${size}`);
  const environment = { NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' };
  const server = await startServer({
    ...{ ...environment, DATABASE_URL: url, WORKERS: 'off', BASE_URL: 'http://tsuzuki.test' },
    // The small cache sends every request to the database.
    PAGE_CACHE_MIB: '1',
  });
  const calm = await whileRead(server, size, () => new Promise((resolve) => setTimeout(resolve, CALM_MS)));
  let made: Ran = { seconds: 0, peakMib: 0 };
  const busy = await whileRead(server, size, async () => {
    made = await measured('test/bench/backup-process.ts', [url, backups], {});
  });
  await server.stop();
  const [{ bytes = 0 } = {}] = await query<{ bytes: number }>(
    url,
    'select pg_database_size(current_database())::float as bytes',
  );
  const restored = await measured('workers/restore-cli.ts', [backups], {
    ...environment,
    DATABASE_URL: target,
  });
  return [
    figure(`${name}: database`, bytes / MIB, 'MiB'),
    figure(`${name}: backup`, (await bytesIn(backups)) / MIB, 'MiB'),
    ...rowsOf(`${name}: backup while read`, made),
    ...readingRows(`${name}: before the backup`, calm),
    ...readingRows(`${name}: during the backup`, busy),
    ...rowsOf(`${name}: restore, every row compared`, restored),
  ];
}

async function benchFiles(postgres: OwnPostgres, folder: string): Promise<Row[]> {
  const name = `${FILES.toLocaleString('en-US')} files of ${FILE_BYTES / 1000} kB`;
  const [source, target, backups] = ['files', 'files-restored', 'files-backups'].map((each) =>
    join(folder, each),
  ) as [string, string, string];
  for (let n = 0; n < FILES; n += 1) {
    const place = join(source, 'media/bench', `${n % 100}`);
    if (n < 100) await mkdir(place, { recursive: true });
    await writeFile(join(place, `${n}.jpg`), randomBytes(FILE_BYTES));
  }
  await query(postgres.url, `create database files encoding 'UTF8' template template0`);
  await query(postgres.url, `create database files_restored encoding 'UTF8' template template0`);
  const environmentOf = (database: string, data: string): Environment => ({
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url.replace(/[^/]*$/, database),
    DATA_DIR: data,
  });
  const here = environmentOf('files', source);
  await migrateDatabase(here.DATABASE_URL ?? '');
  return [
    ...rowsOf(`${name}: first backup`, await measured('workers/backup-cli.ts', [backups], here)),
    ...rowsOf(`${name}: second backup`, await measured('workers/backup-cli.ts', [backups], here)),
    ...rowsOf(
      `${name}: restore, every byte compared`,
      await measured('workers/restore-cli.ts', [backups], environmentOf('files_restored', target)),
    ),
  ];
}

export async function benchBackup(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-bench-backup-'));
  const postgres = await startOwnPostgres();
  const rows: Row[] = [];
  try {
    rows.push(...(await benchFiles(postgres, folder)));
    for (const size of SIZES) rows.push(...(await benchStories(postgres, folder, size)));
  } finally {
    await postgres.end();
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
