/**
 * Imports a month of revenue by the command that cron runs. Measures time and peak memory, and checks the result after
 * repeated kills. The database runs with fsync and shares this machine.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { migrateDatabase } from '../../db/migrate.ts';
import { addMonths, monthOf } from '../../server/lib/months.ts';
import { dataFolder, query, start } from '../support/embedded.ts';
import { csvOf } from '../support/imports-of-revenue.ts';
import { startProgram } from '../support/processes.ts';
import { atMost, figure, type Row } from './row.ts';

const ROWS = 100_000;
/** A tenth of the rows, which must need about as much memory. */
const FEW_ROWS = 10_000;
const CREATORS = 20_000;
const KILLS = 20;
const IMPORT_MAX_SECONDS = 60;
const GROWTH_MAX_MIB = 64;

/** Every fifth creator is a founder. Ids are the same in every database. */
const WORLD = `
  insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at)
    select md5('u' || n)::uuid, 'c' || n || '@example.org', 'c-' || n, 'C', '1990-01-01', now()
    from generate_series(0, ${CREATORS - 1}) n;
  insert into founder_terms (user_id, since) select md5('u' || n)::uuid, '2024-01-01'
    from generate_series(0, ${CREATORS - 1}, 5) n;
  insert into stories (id, slug, owner_id, title, publication_type, format, genre, language)
    select md5('s' || n)::uuid, 's-' || n, md5('u' || n % ${CREATORS})::uuid, 'S', 'comics', 'page_ltr', 'drama', 'en'
    from generate_series(0, ${ROWS - 1}) n;
  analyze`;

/** Checksum of everything an import leaves, except times and ids. */
const CHECKSUM = `
  select md5(string_agg(said, '|' order by said)) as sum from (
    select 'account ' || kind || ' ' || coalesce(user_id::text, '') || ' ' || balance_micros as said from ledger_accounts
    union all select 'credit ' || concat_ws(' ', user_id, period, impressions, net_micros, share_micros, rest_before_micros,
      credit_micros, rest_after_micros) from revenue_credits
    union all select 'line ' || concat_ws(' ', line, story_id, owner_id, impressions, net_micros, share_basis_points, share_micros)
      from revenue_lines
    union all select 'import ' || concat_ws(' ', period, sha256, lines_count, net_micros) from revenue_imports
      where state = 'credited'
    union all select 'transfers ' || count(*) from ledger_transfers
    union all select 'told ' || count(*) from outbox where name = 'revenue.credited'
  ) everything`;

type End = { seconds: number; peakMib: number; code: number | null };

async function importFile(
  environment: Record<string, string>,
  words: string[],
  killAfterMs = Number.POSITIVE_INFINITY,
): Promise<End> {
  const startedAt = performance.now();
  const program = startProgram('workers/revenue-cli.ts', environment, ['import', ...words]);
  let isOver = false;
  const ended = program.ended.finally(() => {
    isOver = true;
  });
  let peakMib = 0;
  while (!isOver) {
    peakMib = Math.max(peakMib, await peakOf(program.pid));
    const leftMs = killAfterMs - (performance.now() - startedAt);
    await Promise.race([ended, later(Math.max(1, Math.min(100, leftMs)))]);
    if (leftMs <= 0) program.send('SIGKILL');
  }
  const { code } = await ended;
  if (code !== 0 && code !== null) throw new Error(program.err() + program.out());
  return { seconds: (performance.now() - startedAt) / 1000, peakMib, code };
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

export async function benchRevenueImport(): Promise<Row[]> {
  const folder = await dataFolder();
  const database = await start(folder.dataDir, { durable: true });
  try {
    const month = addMonths(monthOf(new Date()), -1);
    const before = addMonths(month, -1);
    await migrateDatabase(database.url);
    await query(database.url, WORLD);
    const killedUrl = await copyOf(database.url);
    const ids = (
      await query<{ id: string }>(
        database.url,
        `select md5('s' || n)::uuid as id from generate_series(0, ${ROWS - 1}) n`,
      )
    ).map(({ id }) => id);
    const lines = ids.map((story, n) => ({
      story,
      impressions: n % 5000,
      amount: `${n % 97}.${String((n * 7919) % 1_000_000).padStart(6, '0')}`,
    }));
    const [many, few] = [join(folder.dataDir, 'many.csv'), join(folder.dataDir, 'few.csv')];
    await writeFile(many, csvOf(lines, month));
    await writeFile(few, csvOf(lines.slice(0, FEW_ROWS), before));
    const at = (url: string) => ({ DATABASE_URL: url, DATA_DIR: folder.dataDir, NODE_ENV: 'production' });
    const [clean, killed] = [at(database.url), at(killedUrl)];

    const small = await importFile(clean, [before, few]);
    await importFile(killed, [before, few]);
    const first = await importFile(clean, [month, many]);
    const second = await importFile(clean, [month, many]);

    const startedAt = performance.now();
    for (let kill = 0; kill < KILLS; kill += 1)
      await importFile(killed, [month, many], Math.random() * first.seconds * 1000);
    for (const _ of [1, 2]) await importFile(killed, [month, many]);
    const killedSeconds = (performance.now() - startedAt) / 1000;

    const [wanted] = await query<{ sum: string }>(database.url, CHECKSUM);
    const [found] = await query<{ sum: string }>(killedUrl, CHECKSUM);
    return [
      atMost(
        'revenue of 100,000 lines, imported twice',
        first.seconds + second.seconds,
        IMPORT_MAX_SECONDS,
        's',
      ),
      figure('the second time alone: the same, nothing changes', second.seconds, 's'),
      figure('the same with 20 kills between', killedSeconds, 's'),
      atMost('checksums that differ from a clean run', Number(wanted?.sum !== found?.sum), 0),
      figure('most memory with 10,000 lines (RSS)', small.peakMib, 'MiB'),
      atMost('more with 100,000', first.peakMib - small.peakMib, GROWTH_MAX_MIB, 'MiB'),
    ];
  } finally {
    await database.stop();
    await folder.end();
  }
}

/** Nobody may be connected while PostgreSQL copies. */
async function copyOf(url: string): Promise<string> {
  const [copy, server] = [new URL(url), new URL(url)];
  const name = copy.pathname.slice(1);
  copy.pathname = `/${name}_killed`;
  server.pathname = '/postgres';
  await query(server.href, `create database "${name}_killed" template "${name}"`);
  return copy.href;
}
