/** The whole product for figures and photographs: its pages built from a copy of the sources, its own database, a port. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPages, type Pages } from '../../server/pages.ts';
import { startTestApp, type TestApp } from './app.ts';

// Else react and react-dom would be of different builds.
process.env.NODE_ENV = 'production';

const run = promisify(execFile);
const REPO = join(import.meta.dirname, '../..');
const FOLDERS = ['db', 'islands', 'locales', 'pages', 'server', 'workers'];
const FILES = ['package.json', 'tsconfig.json', 'vite.config.ts'];

export type House = TestApp & { pages: Pages; port: number; origin: string; root: string };

/** A build of its own, so that nobody who builds meanwhile takes the files away from under a measurement. */
export async function startHouse({
  environment = {},
}: {
  environment?: Record<string, string>;
} = {}): Promise<House> {
  const root = await buildCopy();
  let pages: Pages | undefined;
  const app = await startTestApp({
    environment,
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
async function buildCopy(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tsuzuki-house-'));
  for (const folder of FOLDERS) await cp(join(REPO, folder), join(root, folder), { recursive: true });
  for (const file of FILES) await cp(join(REPO, file), join(root, file));
  await symlink(join(REPO, 'node_modules'), join(root, 'node_modules'));
  // In a process of its own: Vike takes the folder it was started in for the root.
  await run(process.execPath, [join(REPO, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: root,
  });
  return root;
}
