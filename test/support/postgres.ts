import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../server/embedded/postgres.ts';
import { sweepTemporaryFolders, temporaryFolder } from './temporary.ts';

const variable = 'TEST_DATABASE_ADMIN_URL';
const silent = { info() {}, warn() {}, error: (line: string) => console.error(line) };

export type TestCluster = { adminUrl: string; stop(): Promise<void> };

/** One PostgreSQL for a whole test run. Its role may create databases. */
export async function startTestCluster(): Promise<TestCluster> {
  await sweepTemporaryFolders();
  const dataDir = await temporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  return {
    adminUrl: server.url,
    async stop() {
      await server.stop();
      await rm(dirname(server.clusterDir), { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let own: Promise<TestCluster> | null = null;

/** The run's cluster, or for a single file one that ends with this process. */
async function adminUrl(): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  if (own === null) {
    own = startTestCluster();
    process.once('beforeExit', () => void own?.then((cluster) => cluster.stop()));
  }
  return (await own).adminUrl;
}

async function asAdmin<T>(work: (client: Client, url: string) => Promise<T>): Promise<T> {
  const url = await adminUrl();
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client, url);
  } finally {
    await client.end();
  }
}

function databaseUrl(admin: string, name: string): string {
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return url.href;
}

let template: Promise<string> | undefined;

/** The template's name is a hash of its sources, so that a long-lived server never offers an old schema. */
async function nameTemplate(): Promise<string> {
  const db = fileURLToPath(new URL('../../db', import.meta.url));
  const hash = createHash('sha256').update(await readFile(join(db, 'migrate.ts')));
  const files = await readdir(join(db, 'migrations'), { recursive: true, withFileTypes: true });
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) hash.update(path.slice(db.length)).update(await readFile(path));
  return `tsuzuki_template_${hash.digest('hex').slice(0, 12)}`;
}

/** Creates the template once, by the first test file. Its final name always means a complete one. */
async function ensureTemplate(client: Client, url: string): Promise<string> {
  template ??= nameTemplate().then((name) => makeTemplate(client, url, name));
  return template;
}

async function makeTemplate(client: Client, url: string, name: string): Promise<string> {
  const exists = async () =>
    (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;
  if (await exists()) return name;
  await client.query(`select pg_advisory_lock(hashtext('tsuzuki test template'))`);
  try {
    if (await exists()) return name;
    const { migrateDatabase } = await import('../../db/migrate.ts');
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} encoding 'UTF8' template template0`);
    await migrateDatabase(databaseUrl(url, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('tsuzuki test template'))`);
  }
}

/** A separate database for a test file: migrated, or empty without the template. */
export async function createTestDatabase(
  options: { template?: boolean } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const url = await asAdmin(async (client, admin) => {
    const template =
      (options.template ?? true) ? await ensureTemplate(client, admin) : `template0 encoding 'UTF8'`;
    // Copies files, which takes a third of the time of logging all pages.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    return databaseUrl(admin, name);
  });
  return {
    url,
    drop: () =>
      asAdmin(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

export const breakOff = (url: string): Promise<void> =>
  asAdmin(async (client) => {
    // A connection that never ends fails here after two minutes, not later.
    await client.query('select pg_terminate_backend(pid, 120000) from pg_stat_activity where datname = $1', [
      new URL(url).pathname.slice(1),
    ]);
  });

/** Makes a database unreachable, as if its server were gone. Call the result to restore it. */
export async function takeAway(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  const allow = (yes: boolean) =>
    asAdmin((client) => client.query(`alter database ${name} allow_connections ${yes}`));
  await allow(false);
  await breakOff(url);
  return async () => void (await allow(true));
}
