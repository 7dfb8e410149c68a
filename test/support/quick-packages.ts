/** Bundles packages of hundreds of small files into a few, for test processes only. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PACKAGES } from './quick-start.ts';

const ROOT = join(import.meta.dirname, '../..');

/** All imported entry points: a class in two bundles would be two classes. */
const SPECIFIERS = [
  'drizzle-orm',
  'drizzle-orm/node-postgres',
  'drizzle-orm/migrator',
  'drizzle-orm/node-postgres/migrator',
  'drizzle-orm/pg-core',
  'typebox',
  'typebox/compile',
  'typebox/value',
];

const fileOf = (specifier: string): string => `${specifier.replaceAll('/', '-')}.mjs`;

async function build(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: [/^(drizzle-orm|typebox)$/] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(SPECIFIERS.map((specifier) => [fileOf(specifier).slice(0, -4), specifier])),
        treeshake: false,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}

/** Builds the packages unless they exist. A second process uses those of the first. */
export async function makeQuickPackages(): Promise<void> {
  const place = join(ROOT, PACKAGES);
  if (existsSync(place)) return;
  await mkdir(dirname(place), { recursive: true });
  const draft = await mkdtemp(`${place}-`);
  await build(draft);
  const files = Object.fromEntries(SPECIFIERS.map((specifier) => [specifier, fileOf(specifier)]));
  await writeFile(join(draft, 'packages.json'), JSON.stringify(files));
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }));
}
