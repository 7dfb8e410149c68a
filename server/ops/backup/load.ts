/**
 * Loads a dump in one transaction: either complete and verified row by row, or nothing changed. This program's own
 * migrations create the schema up to the backup's state. Constraints, indexes and triggers return after the rows, so
 * append-only tables and generated columns need no superuser.
 */
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { MIGRATION_LOCK, makeSchemaAfter } from '../../../db/migrate.ts';
import { StartError } from '../../embedded/start-error.ts';
import { owned } from '../../lib/streams.ts';
import { bareTables } from './bare.ts';
import { copyIn, copyOut, findPartitions, findTables, SETTINGS } from './catalog.ts';
import { createDigest } from './digest.ts';
import { connect } from './dump.ts';
import { chunksOf, unpacked } from './flow.ts';
import { type Backup, DamagedBackup, type Manifest, type TableEntry } from './format.ts';
import { dropAll, isEmptyDatabase } from './own-objects.ts';

const public_ = (name: string): string => `public.${escapeIdentifier(name)}`;

/** The target does not accept the backup. Nothing was written. */
export class TakenPlace extends StartError {
  override name = 'TakenPlace';
}

export async function refuseUnfit(
  client: pg.ClientBase,
  { isReplacing }: { isReplacing: boolean },
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tsuzuki-%'
       and application_name <> 'tsuzuki-backup'`,
  );
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(', ');
    throw new TakenPlace(`The database is in use (${names}): stop servers and workers first`);
  }
  if (!isReplacing && !(await isEmptyDatabase(client)))
    throw new TakenPlace('The database is not empty: use another, or pass --replace to delete its contents');
}

export async function loadDatabase(
  url: string,
  { path, manifest }: Pick<Backup, 'path' | 'manifest'>,
  { isReplacing }: { isReplacing: boolean },
): Promise<void> {
  const client = await connect(url, 'restore');
  try {
    await client.query(`begin; ${SETTINGS}`);
    const lock = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      MIGRATION_LOCK,
    ]);
    if (!lock.rows[0]?.mine)
      throw new TakenPlace('The database is in use: a start, a backup or a restore is running');
    await refuseUnfit(client, { isReplacing });
    if (isReplacing) await dropAll(client);
    await makeSchema(client, manifest);
    const { restore } = await bareTables(
      client,
      manifest.tables.map(({ name }) => name),
    );
    for (const table of manifest.tables) await loadTable(client, path, table);
    await restore();
    for (const { name, last_value, is_called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [public_(name), last_value, is_called]);
    for (const table of manifest.tables) await prove(client, table);
    await client.query('analyze');
    await client.query('commit');
  } finally {
    // Closing the connection rolls back an open transaction.
    await client.end();
  }
}

async function makeSchema(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const { unknown } = await makeSchemaAfter(client, manifest.migrations);
  if (unknown !== null)
    throw new TakenPlace('A newer release created this backup: restore it with that release or a later one');
  await makePartitions(client, manifest.partitions);
  const here = new Map((await findTables(client)).map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of manifest.tables) {
    const own = here.get(name);
    here.delete(name);
    const shown = (of: typeof columns | undefined) =>
      (of ?? [])
        .map((column) => `${column.name} ${column.type}`)
        .sort()
        .join(', ');
    if (shown(own) !== shown(columns))
      throw new TakenPlace(
        `The table ${name} of the backup does not match this release: restore with the release that created the backup`,
      );
  }
  const [missing] = here.keys();
  if (missing !== undefined)
    throw new TakenPlace(`The backup has no table ${missing}: restore with the release that created it`);
}

/** Migrations create only the partitions of the day they run. */
async function makePartitions(client: pg.ClientBase, wanted: Manifest['partitions']): Promise<void> {
  const shown = ({ parent, name, bound }: (typeof wanted)[number]) => `${parent} ${name} ${bound}`;
  const asked = new Set(wanted.map(shown));
  const kept = new Set<string>();
  for (const each of await findPartitions(client)) {
    if (asked.has(shown(each))) kept.add(shown(each));
    else await client.query(`drop table ${public_(each.name)}`);
  }
  for (const each of wanted) {
    const { parent, name, bound, options } = each;
    if (kept.has(shown(each))) continue;
    const storage = options === '' ? '' : ` with (${options})`;
    await client.query(`create table ${public_(name)} partition of ${public_(parent)} ${bound}${storage}`);
  }
}

async function loadTable(client: pg.ClientBase, path: string, table: TableEntry): Promise<void> {
  await pipeline(chunksOf(unpacked(`${path}/${table.file}`)), owned(client.query(copyFrom(copyIn(table)))));
}

async function prove(client: pg.ClientBase, table: TableEntry): Promise<void> {
  const digest = createDigest();
  for await (const chunk of owned(client.query(copyTo(copyOut(table))))) digest.add(chunk);
  const found = digest.end();
  if (found.rows === table.rows && found.digest === table.digest) return;
  throw new DamagedBackup(
    `The table ${table.name} differs after the restore (${found.rows} of ${table.rows} rows): nothing was changed`,
  );
}
