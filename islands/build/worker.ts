/** Builds the service worker: one file with a fixed name that contains the build's name. */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

export const WORKER_FILE = 'sw.js';

export function serviceWorker(root: string): Plugin {
  return {
    name: 'tsuzuki:service-worker',
    apply: 'build',
    buildApp: {
      order: 'post',
      async handler(builder) {
        const outDir = builder.environments.client?.config.build.outDir ?? 'dist/client';
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          define: { BUILD: JSON.stringify(await nameOf(join(root, outDir, '..'))) },
          build: {
            outDir,
            emptyOutDir: false,
            target: 'es2022',
            rollupOptions: {
              input: join(root, 'islands/reading/offline/worker.ts'),
              output: { format: 'iife', entryFileNames: WORKER_FILE },
            },
          },
        });
      },
    },
  };
}

/** Hash of the whole build. Browser files count by their hashed names, pages by their content. */
async function nameOf(dist: string): Promise<string> {
  const server = await readdir(join(dist, 'server'), { recursive: true, withFileTypes: true });
  const files = server
    .filter((file) => file.isFile() && file.name.endsWith('.mjs'))
    .map((file) => join(file.parentPath, file.name))
    .sort();
  const texts = await Promise.all([join(dist, 'assets.json'), ...files].map((file) => readFile(file)));
  return hash('sha256', Buffer.concat(texts), 'base64url').slice(0, 12);
}
