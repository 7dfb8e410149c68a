/** Migrations: applied in order under an advisory lock, so that any number of processes may start at once. */
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** A backup holds it shared, so that no migration changes what it reads; a restore holds it alone. */
export const MIGRATION_LOCK = 7_263_501;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

export const OLDEST_POSTGRES = 140_000;

/** A migration by its content, and the time (ms) by which the migrations are ordered. */
export type Migration = { hash: string; when: number };

export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tsuzuki-migrate',
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection also rejects the running query; without a listener it would end the process.
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
    // Any other cannot keep what people write, or keeps it as bytes of no meaning.
    if (encoding !== 'UTF8') {
      throw new Error(`DATABASE_URL: the database is kept in ${encoding}, and has to be in UTF8`);
    }
    // Where there is nothing to do nobody waits: a backup may hold the lock for as long as it takes.
    if (await isNewest(client)) return;
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** Oldest first; none in a database that was never migrated. */
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

/**
 * Makes the schema as it was after these migrations, in the transaction of the caller. Answers the first of them that
 * this program does not know, and has then done nothing.
 */
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
  // As drizzle itself makes it.
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
