import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { createTestDatabase } from '../support/postgres.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** Applies only the migrations before `name`. */
export async function databaseBefore(name: string) {
  const { url, drop } = await createTestDatabase({ template: false });
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-migrations-'));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] };
    const at = journal.entries.findIndex(({ tag }) => tag === name);
    if (at < 0) throw new Error(`there is no migration ${name}`);
    await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    url,
    client,
    async close() {
      await client.end();
      await drop();
    },
  };
}
