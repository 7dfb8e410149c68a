/** The whole product for figures and photographs: its pages built from a copy of the sources, its own database, a port. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPasswordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import { createPages, type Pages } from '../../server/rendering/plugin.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { startTestCluster } from './postgres.ts';

// Else react and react-dom would be of different builds.
process.env.NODE_ENV = 'production';

const run = promisify(execFile);
const REPO = join(import.meta.dirname, '../..');
const FOLDERS = ['db', 'islands', 'locales', 'pages', 'server', 'workers'];
const FILES = ['package.json', 'tsconfig.json', 'vite.config.ts'];

export type House = TestApp & { pages: Pages; port: number; origin: string; root: string };

/** A build of its own, so that nobody who builds meanwhile takes the files away from under a measurement. */
export async function startHouse(): Promise<House> {
  return startHouses({}, (open) => open());
}

type HouseOptions = Pick<TestAppOptions, 'environment'>;

/** Several of one build, each with its own database; the folder goes with the first that closes. */
export async function startHouses<T>(
  options: HouseOptions,
  work: (open: () => Promise<House>) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'tsuzuki-house-'));
  try {
    await buildCopy(root);
    return await work(() => openHouse(root, options));
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

async function openHouse(root: string, { environment = {} }: HouseOptions): Promise<House> {
  let pages: Pages | undefined;
  const app = await startTestApp({
    environment,
    passwords: createPasswordHasher(),
    app: async (deps) => {
      pages = await createPages(deps, { mode: 'production', root });
      return { pages };
    },
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  return {
    ...app,
    pages: pages as Pages,
    port,
    origin: `http://127.0.0.1:${port}`,
    root,
    async close() {
      await app.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A folder from which `node server/main.ts` starts as from a checkout that has been built. */
async function buildCopy(root: string): Promise<void> {
  for (const folder of FOLDERS) await cp(join(REPO, folder), join(root, folder), { recursive: true });
  for (const file of FILES) await cp(join(REPO, file), join(root, file));
  await symlink(join(REPO, 'node_modules'), join(root, 'node_modules'));
  // In a process of its own: Vike takes the folder it was started in for the root.
  await run(process.execPath, [join(REPO, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: root,
  });
}

/**
 * For a program that is no test: runs `work` on a database cluster of its own, then `end`, also when it fails or is
 * stopped by Ctrl-C, so that nothing is left running; then the process is over.
 */
export async function runAlone(work: () => Promise<void>, end: () => Promise<void>): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
  });
  const cluster = await startTestCluster();
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
  let code = 0;
  try {
    await Promise.race([work(), stopped]);
  } catch (error) {
    code = 1;
    process.stderr.write(`${(error as Error).stack ?? error}\n`);
  }
  // What was under way fails now that everything under it goes; the first error has been told.
  process.on('unhandledRejection', () => undefined);
  await end().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  await cluster.stop();
  process.exit(code);
}
