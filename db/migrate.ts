/** Migrations run in order under an advisory lock, so that any number of processes may start at once. */
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** A backup takes this lock shared, so that no migration changes what it reads. A restore takes it exclusively. */
export const MIGRATION_LOCK = 7_263_501;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

export const OLDEST_POSTGRES = 140_000;

/** `hash` identifies the content; `when` (ms) gives the order. */
export type Migration = { hash: string; when: number };

export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tsuzuki-migrate',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const show = async (name: string): Promise<string> =>
      (await client.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]?.value ??
      '';
    if (Number(await show('server_version_num')) < OLDEST_POSTGRES) {
      throw new Error('DATABASE_URL: PostgreSQL 14 or newer is needed');
    }
    const encoding = await show('server_encoding');
    // Other encodings cannot store all text, or store it as meaningless bytes.
    if (encoding !== 'UTF8') {
      throw new Error(`DATABASE_URL: the database is kept in ${encoding}, and has to be in UTF8`);
    }
    // Skips the lock when nothing is to do: a backup may hold it for a long time.
    if (await isNewest(client)) return;
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** Oldest first. Empty for a database that was never migrated. */
export async function appliedMigrations(client: pg.ClientBase): Promise<Migration[]> {
  const known = await client.query<{ known: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  );
  if (!known.rows[0]?.known) return [];
  const { rows } = await client.query<{ hash: string; when: string }>(
    'select hash, created_at as when from drizzle.__drizzle_migrations order by created_at, id',
  );
  return rows.map(({ hash, when }) => ({ hash, when: Number(when) }));
}

async function isNewest(client: pg.ClientBase): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder: folder }).at(-1)?.folderMillis ?? 0;
  return ((await appliedMigrations(client)).at(-1)?.when ?? -1) >= newest;
}

/** Runs in the caller's transaction. Returns the first unknown migration, and then changes nothing. */
export async function makeSchemaAfter(
  client: pg.ClientBase,
  applied: readonly Migration[],
): Promise<{ unknown: Migration | null }> {
  const own = new Map(
    readMigrationFiles({ migrationsFolder: folder }).map((each) => [each.folderMillis, each]),
  );
  const unknown = applied.find(({ when }) => !own.has(when));
  if (unknown !== undefined) return { unknown };
  await client.query('create schema if not exists drizzle');
  // The same table that drizzle creates.
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { when, hash } of applied) {
    for (const statement of own.get(when)?.sql ?? []) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      when,
    ]);
  }
  return { unknown: null };
}
