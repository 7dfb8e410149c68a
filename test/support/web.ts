/** The web frame with test pages: the real folders, copied, with a few small pages, built and served. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createPages,
  type Pages,
  type PagesPluginOptions,
  pagesPlugin,
} from '../../server/rendering/plugin.ts';

// Otherwise react and react-dom would come from different builds.
process.env.NODE_ENV = 'production';

const run = promisify(execFile);
const REPO = join(import.meta.dirname, '../..');

export type WebOptions = {
  files: Record<string, string>;
  baseUrl?: string;
  setup?(app: FastifyInstance): void;
} & Pick<PagesPluginOptions, 'viewerOf' | 'countryOf'>;

export type Web = {
  app: FastifyInstance;
  pages: Pages;
  root: string;
  origin: string;
  errors: unknown[];
  close(): Promise<void>;
};

/** A process can serve only one build (Vike stores it globally), so each test file calls this once. */
export async function startWeb({
  files,
  baseUrl = 'https://tsuzuki.example',
  setup,
  ...options
}: WebOptions): Promise<Web> {
  const root = await copyFrame(files);
  // Runs in a separate process, since Vike takes its start folder as the root.
  const vite = join(REPO, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build'], { cwd: root });
  const errors: unknown[] = [];
  const deps = {
    config: { BASE_URL: baseUrl },
    log: { error: (entry: unknown) => errors.push(entry) },
  } as never;
  const pages = await createPages(deps, { mode: 'production', root });
  const app = Fastify({ forceCloseConnections: true });
  setup?.(app);
  await app.register(pagesPlugin, { pages, ...options });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    pages,
    root,
    origin,
    errors,
    async close() {
      await app.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Copies only the frame, since the product's pages would need a database. */
async function copyFrame(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tsuzuki-web-'));
  for (const folder of ['islands', 'locales', 'server', 'db'])
    await cp(join(REPO, folder), join(root, folder), { recursive: true });
  for (const entry of await readdir(join(REPO, 'pages'), { withFileTypes: true })) {
    const isFrame = entry.isFile() || ['_error', 'layout', 'ui', 'fonts', 'public'].includes(entry.name);
    if (isFrame)
      await cp(join(REPO, 'pages', entry.name), join(root, 'pages', entry.name), { recursive: true });
  }
  for (const file of ['vite.config.ts', 'package.json', 'tsconfig.json'])
    await cp(join(REPO, file), join(root, file));
  await symlink(join(REPO, 'node_modules'), join(root, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
