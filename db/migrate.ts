/** Migrations: applied in order under an advisory lock, so that any number of processes may start at once. */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const MIGRATION_LOCK = 7_263_501;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

export const OLDEST_POSTGRES = 140_000;

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
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
