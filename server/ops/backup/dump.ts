/** Dumps one snapshot through several readers. Only a process that starts with new migrations has to wait. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigrations, MIGRATION_LOCK } from '../../../db/migrate.ts';
import { StartError } from '../../embedded/start-error.ts';
import { owned } from '../../lib/streams.ts';
import { copyOut, findPartitions, findSequences, findTables, SETTINGS, type Table } from './catalog.ts';
import { createDigest } from './digest.ts';
import { writeFile } from './flow.ts';
import { FOLDER_MODE, type Manifest, TABLES, type TableEntry } from './format.ts';
import { writeNeeded } from './needed.ts';

const READERS = 2;

export type Dumped = Pick<
  Manifest,
  'snapshot_at' | 'postgres' | 'migrations' | 'tables' | 'partitions' | 'sequences'
> & {
  sums: Map<string, string>;
};

export async function connect(url: string, name = 'backup'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `tsuzuki-${name}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Writes the tables into a folder, and the keys of all stored files into `neededFile`. */
export async function dumpDatabase(
  url: string,
  folder: string,
  { neededFile }: { neededFile?: string } = {},
): Promise<Dumped> {
  await mkdir(join(folder, TABLES), { recursive: true, mode: FOLDER_MODE });
  const clients: pg.Client[] = [];
  const open = async (): Promise<pg.Client> => {
    const client = await connect(url);
    clients.push(client);
    return client;
  };
  try {
    const guard = await open();
    await holdStill(guard);
    const [leader, ...others] = await openReaders(open);
    if (leader === undefined) throw new Error('a dump has no reader');
    const { rows } = await leader.query<{ at: Date; version: number }>(
      `select now() as at, current_setting('server_version_num')::int as version`,
    );
    const migrations = await appliedMigrations(leader);
    if (migrations.length === 0) throw new StartError('The database contains no data of this program yet');
    const tables = await findTables(leader);
    const partitions = await findPartitions(leader);
    if (neededFile !== undefined) await writeNeeded(leader, neededFile);
    const { entries, sums } = await writeTables([leader, ...others], tables, folder);
    // Sequences are not part of a snapshot. Read last, they are ahead of all rows read before.
    const sequences = await findSequences(guard);
    return {
      snapshot_at: (rows[0]?.at ?? new Date()).toISOString(),
      postgres: rows[0]?.version ?? 0,
      migrations,
      tables: entries,
      partitions,
      sequences,
      sums,
    };
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** Until this connection ends, no migration runs and no table is dropped. */
async function holdStill(guard: pg.Client): Promise<void> {
  await guard.query(`begin read only; ${SETTINGS}`);
  await guard.query('select pg_advisory_xact_lock_shared($1)', [MIGRATION_LOCK]);
  const names = (await findTables(guard)).map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
  if (names.length > 0) await guard.query(`lock table ${names.join(', ')} in access share mode`);
}

async function openReaders(open: () => Promise<pg.Client>): Promise<pg.Client[]> {
  const leader = await open();
  await leader.query(`begin isolation level repeatable read read only; ${SETTINGS}`);
  const exported = await leader.query<{ id: string }>('select pg_export_snapshot() as id');
  const readers = [leader];
  while (readers.length < READERS) {
    const reader = await open();
    await reader.query(
      `begin isolation level repeatable read read only;
       set transaction snapshot ${pg.escapeLiteral(exported.rows[0]?.id ?? '')}; ${SETTINGS}`,
    );
    readers.push(reader);
  }
  return readers;
}

async function writeTables(
  readers: readonly pg.Client[],
  tables: readonly Table[],
  folder: string,
): Promise<{ entries: TableEntry[]; sums: Map<string, string> }> {
  const waiting = [...tables];
  const entries: TableEntry[] = [];
  const sums = new Map<string, string>();
  const work = async (reader: pg.Client): Promise<void> => {
    for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
      const file = `${TABLES}/${table.name.replaceAll(/[^\w-]/g, '_')}.tsv.zst`;
      const { entry, sha256 } = await writeTable(reader, table, folder, file);
      entries.push(entry);
      sums.set(file, sha256);
    }
  };
  try {
    await Promise.all(readers.map(work));
  } catch (error) {
    waiting.length = 0;
    throw error;
  }
  return { entries, sums };
}

async function writeTable(
  reader: pg.Client,
  table: Table,
  folder: string,
  file: string,
): Promise<{ entry: TableEntry; sha256: string }> {
  const digest = createDigest();
  const rows = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of owned(reader.query(copyTo(copyOut(table))))) {
      digest.add(chunk);
      yield chunk;
    }
  };
  const { sha256 } = await writeFile(join(folder, file), rows, { isCompressed: true });
  const { name, columns } = table;
  return { entry: { name, columns, file, ...digest.end() }, sha256 };
}
