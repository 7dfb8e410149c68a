import { appendFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { media } from '#db/schema/index.ts';
import { originalKey } from '#server/domains/media/addresses.ts';
import { makeBackup } from '#server/ops/backup/backup.ts';
import { DamagedBackup, type MediaEntry, objectPath, openBackup } from '#server/ops/backup/format.ts';
import type { Place } from '#server/ops/backup/media-out.ts';
import { readMediaList } from '#server/ops/backup/objects.ts';
import { restoreBackup } from '#server/ops/backup/restore.ts';
import { createStorage } from '#server/storage/create.ts';
import { INCOMING, objectMissing } from '#server/storage/storage.ts';
import { startTestApp } from '#test/support/app.ts';
import { filesOf, rowsOf } from '#test/support/backups.ts';
import { uploadCover } from '#test/support/console.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { startS3 } from '#test/support/s3.ts';
import { temporaryFolder } from '#test/support/temporary.ts';

const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-central-1' };
const app = await startTestApp();
const [source, other] = await Promise.all([
  startS3({ bucket: 'media', ...credentials }),
  startS3({ bucket: 'media', ...credentials }),
]);
// In memory where possible, since syncing thousands of small files to disk is slow.
const folder = await temporaryFolder();
const target = await createTestDatabase({ template: false });
t.teardown(async () => {
  await app.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
  await Promise.all([source.close(), other.close()]);
});
const bucketAt = (endpoint: string) =>
  createStorage({ kind: 's3', endpoint, bucket: 'media', ...credentials });
const place: Place = { storage: bucketAt(source.endpoint), kind: 's3' };
const destination = bucketAt(other.endpoint);
const backups = join(folder, 'backups');
const url = app.databaseUrl;
const options = { url, media: place, folder: backups, keep: null };
async function listOf(path: string): Promise<MediaEntry[]> {
  const entries: MediaEntry[] = [];
  for await (const entry of readMediaList(path)) entries.push(entry);
  return entries;
}
const restore = async (isReplacing = false) =>
  restoreBackup(await openBackup(backups), {
    url: async () => target.url,
    storage: destination,
    isReplacing,
    say: () => {},
  });

const creator = await app.signUp('Noor');
for (let count = 0; count < 2; count += 1) await uploadCover(app, creator);
await app.runJobs();
// The application stores its files in a folder. The bucket gets copies.
for await (const { key } of app.deps.storage.list(''))
  await place.storage.put(key, await app.deps.storage.read(key), { contentType: 'image/jpeg' });

const made = await makeBackup(options);

await t.test('nobody else may read a backup, and standard tools can prove it', async (t) => {
  t.same(made.firstMissing, []);
  for (const name of await readdir(backups, { recursive: true })) {
    const { mode } = await stat(join(backups, name));
    t.equal(mode & 0o077, 0, name);
  }
  const sums = await readFile(join(made.path, 'SHA256SUMS'), 'utf8');
  t.match(sums, /^[0-9a-f]{64} {2}manifest\.json$/m);
  t.match(sums, /^[0-9a-f]{64} {2}tables\/users\.tsv\.zst$/m);
});

await t.test('what was damaged is refused before anything is written', async (t) => {
  const [first] = await listOf(made.path);
  const object = objectPath(backups, first?.sha256 ?? '');
  const flip = (bytes: Buffer, at: number): Buffer => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const flipped = async (file: string) => writeFile(file, flip(await readFile(file), 40));
  const damages: [string, (file: string) => Promise<unknown>][] = [];
  for (const file of ['manifest.json', 'SHA256SUMS', 'media.jsonl.zst', 'tables/users.tsv.zst'])
    for (const damage of [flipped, (path: string) => truncate(path, 100), (path: string) => rm(path)])
      damages.push([join(made.path, file), damage]);
  for (const damage of [flipped, (path: string) => appendFile(path, 'x'), (path: string) => rm(path)])
    damages.push([object, damage]);
  for (const [file, damage] of damages) {
    const whole = await readFile(file);
    await damage(file);
    await t.rejects(restore(), DamagedBackup, file);
    await writeFile(file, whole);
  }
  t.same(await rowsOf(target.url), {});
  t.equal(other.objects.size, 0);
});

await t.test('from one bucket into another, with what browsers need to know of each file', async (t) => {
  await restore();
  t.strictSame(await rowsOf(target.url), await rowsOf(url));
  t.strictSame(await filesOf(destination), await filesOf(place.storage));
  const types = new Set(
    [...other.objects].map(([key, { contentType }]) => `${/\w+$/.exec(key)} ${contentType}`),
  );
  t.ok(types.has('webp image/webp') && types.has('original image/jpeg'), [...types].join());
  await t.rejects(restore(), /^The database is not empty/);
});

await t.test('another backup reads only what is new, and what no backup names goes', async (t) => {
  const before = source.seen.requests;
  await makeBackup(options);
  t.ok(source.seen.requests - before < source.objects.size, 'objects are listed, not read');
  const [picture] = await app.deps.db.select().from(media);
  const key = originalKey(picture?.id ?? '');
  const gone = await openBackup(backups);
  const entries = await listOf(gone.path);
  const entry = entries.find((each) => each.key === key);
  await place.storage.put('media/new', Buffer.from('new'), { contentType: 'text/plain' });
  await place.storage.put(`${INCOMING}one`, Buffer.from('anything'), { contentType: 'x/y' });
  const third = await makeBackup({ ...options, keep: 2 });
  t.equal(third.manifest.media?.objects, entries.length + 1, 'and nothing that nobody has judged');
  t.equal((await readdir(backups)).filter((name) => /^\d/.test(name)).length, 2);
  t.ok((await stat(objectPath(backups, entry?.sha256 ?? ''))).isFile());
  await place.storage.delete('media/new');
  const last = await makeBackup({ ...options, keep: 1 });
  const kept = (await readdir(join(backups, 'objects'), { recursive: true })).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  );
  const named = new Set((await listOf(last.path)).map(({ sha256 }) => sha256));
  t.equal(kept.length, named.size);
});

await t.test('beside a damaged backup a new one is made, and no object goes', async (t) => {
  const damaged = await openBackup(backups);
  const list = join(damaged.path, 'media.jsonl.zst');
  const objects = async () => (await readdir(join(backups, 'objects'), { recursive: true })).sort();
  const before = await objects();
  // The oldest backup is deleted. The damaged one is among those kept.
  await cp(damaged.path, join(backups, '2020-01-01T000000.000Z'), { recursive: true });
  await truncate(list, 40);
  await t.rejects(makeBackup({ ...options, keep: 2 }), { name: 'DamagedBackup', message: list });
  t.same(await objects(), before);
  const made = await openBackup(backups);
  t.ok(made.name > damaged.name, 'the new one is there');
  t.same((await listOf(made.path)).length, made.manifest.media?.objects);
});

await t.test('what goes during a backup may go with its row, and is told while the row stays', async (t) => {
  const [one, two] = await app.deps.db.select().from(media);
  const keys = [originalKey(one?.id ?? ''), originalKey(two?.id ?? '')];
  const storage: Place['storage'] = {
    ...place.storage,
    async get(key, range) {
      if (!keys.includes(key)) return place.storage.get(key, range);
      // Simulates a job after somebody has deleted a story.
      if (key === keys[0]) await app.deps.db.delete(media).where(eq(media.id, one?.id ?? ''));
      throw objectMissing(key);
    },
  };
  const { manifest, firstMissing } = await makeBackup({
    ...options,
    media: { storage, kind: 's3' },
    folder: join(folder, 'elsewhere'),
  });
  t.same(firstMissing, [keys[1]]);
  t.equal(manifest.media?.missing, 1);
});
t.end();
