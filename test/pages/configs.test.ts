/** Each page's `+config.ts` says whether it is public. A public page also lists the parameters it reads. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import type { Publicity } from '../../pages/layout/types.ts';

const ROOT = join(import.meta.dirname, '../..');
const folders = globSync('pages/**/+Page.tsx', { cwd: ROOT }).map((file) => dirname(file));

/** Looks in the page's folder and its parents. The root config does not count. */
async function saidOf(folder: string): Promise<Publicity | undefined> {
  for (let at = folder; at !== 'pages'; at = dirname(at)) {
    const file = join(ROOT, at, '+config.ts');
    if (!existsSync(file)) continue;
    const { default: config } = (await import(pathToFileURL(file).href)) as {
      default: { public?: Publicity };
    };
    if (config.public !== undefined) return config.public;
  }
  return undefined;
}

const said = await Promise.all(folders.map(async (folder) => [folder, await saidOf(folder)] as const));

t.test('every page says whether it is public', async (t) => {
  t.ok(said.length > 20);
  t.same(
    said.filter(([, publicity]) => publicity === undefined).map(([folder]) => folder),
    [],
  );
});

t.test('a public page reads the parameters that it lists, and nothing of who asks', async (t) => {
  for (const [folder, publicity] of said) {
    if (!publicity) continue;
    const data = readFileSync(join(ROOT, folder, '+data.ts'), 'utf8');
    const read = [...data.matchAll(/\bquery\.(?:get|getAll|has)\('(\w+)'\)/g)].map(([, name]) => name);
    t.same([...new Set(read)].sort(), Object.keys(publicity.query).sort(), folder);
    t.equal(
      data.match(/\bquery\b/g)?.length ?? 0,
      read.length + (read.length > 0 ? 1 : 0),
      `${folder}: hands it on`,
    );
    t.notMatch(data, /\b(viewer|browser)\b/, folder);
    const parts = folder.split('/').filter((part) => part.startsWith('@'));
    t.same(
      parts.map((part) => part.slice(1)),
      Object.keys(publicity.params ?? {}),
      folder,
    );
  }
});
