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
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(rows[0]?.server_version_num) < OLDEST_POSTGRES) {
      throw new Error('DATABASE_URL: PostgreSQL 14 or newer is needed');
    }
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
