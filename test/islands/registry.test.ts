/** Texts travel with an island only when the registry names them; a missing one would show its key to readers. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { islands } from '../../islands/registry.ts';

const FOLDER = join(import.meta.dirname, '../../islands');

/** This file, and all that it imports of ours. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  const source = readFileSync(file, 'utf8');
  const imported = source.matchAll(
    /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  );
  for (const [, at, later] of imported) withImports(join(dirname(file), at ?? later ?? ''), found);
  return found;
}

/** `namespace.key` of every text that a file asks for by a name in full. */
function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/const (\w+) = useTranslations\('([\w.]+)'\)/g)].flatMap(
    ([, teller, namespace]) =>
      [...source.matchAll(new RegExp(`(?<![\\w.])${teller}\\(\\s*'([\\w.]+)'`, 'g'))].map(
        ([, key]) => `${namespace}.${key}`,
      ),
  );
}

for (const [name, { load, messages }] of Object.entries(islands)) {
  t.test(`all texts of ${name} travel with it`, async (t) => {
    const [, file = ''] = /import\('\.\/(.+?)'\)/.exec(load.toString()) ?? [];
    const files = withImports(join(FOLDER, file));
    t.ok(files.size > 0, 'its file is found');
    const texts = new Set([...files].flatMap(textsOf));
    const known = (text: string) => messages.some((path) => text === path || text.startsWith(`${path}.`));
    t.same(
      [...texts].filter((text) => !known(text)),
      [],
    );
  });
}
