/** The whole product for benches and photographs: pages built from copied sources, with its own database and port. */
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

// Otherwise react and react-dom would come from different builds.
process.env.NODE_ENV = 'production';

const run = promisify(execFile);
const REPO = join(import.meta.dirname, '../..');
const FOLDERS = ['db', 'islands', 'locales', 'pages', 'server', 'workers'];
const FILES = ['package.json', 'tsconfig.json', 'vite.config.ts'];

export type House = TestApp & { pages: Pages; port: number; origin: string; root: string };

/** Uses its own build, so that other builds do not remove files during a measurement. */
export async function startHouse(): Promise<House> {
  return startHouses({}, (open) => open());
}

type HouseOptions = Pick<TestAppOptions, 'environment'>;

/** Several servers of one build, each with its own database. Closing the first removes the folder. */
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

/** Creates a folder from which `node server/main.ts` starts like from a built checkout. */
async function buildCopy(root: string): Promise<void> {
  for (const folder of FOLDERS) await cp(join(REPO, folder), join(root, folder), { recursive: true });
  for (const file of FILES) await cp(join(REPO, file), join(root, file));
  await symlink(join(REPO, 'node_modules'), join(root, 'node_modules'));
  // Runs in a separate process, since Vike takes its start folder as the root.
  await run(process.execPath, [join(REPO, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: root,
  });
}

/** Runs `work` with its own database cluster, then `end`, and exits. Cleans up after failures and Ctrl-C. */
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
  // Pending work fails during the shutdown. The first error has been printed.
  process.on('unhandledRejection', () => undefined);
  await end().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  await cluster.stop();
  process.exit(code);
}
