import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { pack } from '../../islands/build/packing.ts';
import { islands } from '../../islands/registry.ts';
import { assetsOf } from '../../islands/runtime/assets.ts';
import { textFileOf } from '../../islands/runtime/textFiles.ts';
import { LOCALES } from '../../server/lib/locale.ts';

const DIST = join(import.meta.dirname, '../../dist');
const REQUESTS_MAX_COUNT = 6;
/** Limits for islands on public pages, compressed, including React. */
const MAX_BYTES = { UserMenu: 71_000 };

const part = (names: string, bytes: number) => ({
  islands: new Set(names.split('')),
  bytes,
  modules: [names],
});
/** Modules of each file, except for the common file, which comes first. */
const filesOf = ([, ...packs]: ReturnType<typeof pack>) =>
  packs.map((parts) => parts.flatMap(({ modules }) => modules).sort()).sort();

t.test('what few islands share is put together where that costs least', async (t) => {
  const options = { most: 2, weights: {} };
  t.same(filesOf(pack([part('ab', 90_000), part('cd', 90_000)], options)), [['ab'], ['cd']]);
  const sets = [part('ab', 50_000), part('abc', 20_000), part('abd', 90_000)];
  t.same(filesOf(pack(sets, options)), [['ab'], ['abd']], 'what most need comes with what all have');
  const paid = pack(sets, { most: 2, weights: { d: 20 } });
  t.same(filesOf(paid), [['ab', 'abc'], ['abd']], 'but not where that is dear');
});

t.test('a file brings those that it imports, and that counts', async (t) => {
  const far = part('abd', 9_000);
  const sets = [far, part('bc', 100), { ...part('ab', 100), imports: [far] }];
  const options = { most: 3, weights: { d: 50 } };
  t.same(filesOf(pack(sets, options)), [['ab', 'abd'], ['bc']], 'else abd would come to c');
  const alone = sets.map(({ islands, bytes, modules }) => ({ islands, bytes, modules }));
  t.same(filesOf(pack(alone, options)), [['ab', 'bc'], ['abd']]);
});

t.test('no two files wait for each other', async (t) => {
  const manifest: Record<string, { imports?: string[] }> = JSON.parse(
    await readFile(join(DIST, 'assets.json'), 'utf8'),
  );
  const circles: string[][] = [];
  const done = new Set<string>();
  const follow = (key: string, way: string[]): void => {
    if (way.includes(key)) circles.push([...way, key]);
    if (way.includes(key) || done.has(key)) return;
    for (const next of manifest[key]?.imports ?? []) follow(next, [...way, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) follow(key, []);
  t.same(circles, []);
});

/** Scripts of a reader's page. They work on slow phones, before React has come or without it. */
const PLAIN =
  /^islands\/reading\/(continuous|footnotes|notes|prose|read-aloud|selection|stage|typography)\/.*\.ts$/;

t.test('the scripts of a reader’s page do not load React', async (t) => {
  const manifest: Record<string, { src?: string; imports?: string[] }> = JSON.parse(
    await readFile(join(DIST, 'assets.json'), 'utf8'),
  );
  const loads = (key: string): Set<string> => {
    const found = new Set([key]);
    for (const each of found) for (const next of manifest[each]?.imports ?? []) found.add(next);
    return found;
  };
  const plain = Object.keys(manifest).filter((key) => manifest[key]?.src && PLAIN.test(key));
  t.ok(plain.includes('islands/reading/notes/novel/margin.ts') && plain.length > 10, plain.join(' '));
  t.same(
    plain.filter((key) => loads(key).has('islands/runtime/hydrate.tsx')),
    [],
  );
});

const assets = assetsOf(JSON.parse(await readFile(join(DIST, 'assets.json'), 'utf8')));
const sizeOf = async (address: string): Promise<number> => {
  const path = join(DIST, 'client', address);
  return (await stat(`${path}.br`).catch(() => stat(path))).size;
};

for (const name of Object.keys(islands)) {
  t.test(`${name} needs ${REQUESTS_MAX_COUNT} files at most, its texts among them`, async (t) => {
    const textFile = textFileOf(name);
    for (const locale of LOCALES) {
      const files = [...assets.islandChunks(name)];
      if (textFile !== null) files.push(assets.textFile(textFile, locale));
      t.equal(new Set(files).size, files.length);
      t.ok(files.length <= REQUESTS_MAX_COUNT, `${files.length} files: ${files.join(' ')}`);
      const sizes = await Promise.all(files.map(sizeOf));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      const most = MAX_BYTES[name as keyof typeof MAX_BYTES] ?? Number.POSITIVE_INFINITY;
      t.ok(bytes <= most, `${bytes} B of ${sizes.join(', ')}`);
    }
  });
}

/** Limit for the panel, compressed, with its texts. Files that a reader's page has already loaded do not count. */
const PANEL_MAX_BYTES = 12_000;

t.test('the panel of comments brings little to a reader’s page', async (t) => {
  const there = new Set([...assets.islandChunks('UserMenu'), ...assets.islandChunks('Report')]);
  for (const locale of LOCALES) {
    const files = [...assets.islandChunks('Comments'), assets.textFile('comments', locale)];
    const sizes = await Promise.all(files.filter((file) => !there.has(file)).map(sizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    t.ok(bytes <= PANEL_MAX_BYTES, `${bytes} B of ${sizes.join(', ')}`);
  }
});
