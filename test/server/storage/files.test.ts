import { chmod, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import t from 'tap';
import { createStorage } from '../../../server/storage/create.ts';
import { checkStorageContract, collect } from '../../support/storage.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'tsuzuki-files-'));
const storage = createStorage({ kind: 'files', folder });

await t.test('a folder keeps the storage contract', (t) => checkStorageContract(t, storage));

await t.test(
  'a put that breaks off leaves neither object nor draft, and the old object stands',
  async (t) => {
    await storage.put('media/aa/1/original', Buffer.from('old'), { contentType: 'text/plain' });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000, 1);
        throw new Error('connection lost');
      })(),
    );
    await t.rejects(
      storage.put('media/aa/1/original', () => broken, { contentType: 'text/plain' }),
      /connection lost/,
    );
    t.equal(String(await storage.read('media/aa/1/original')), 'old');
    t.strictSame(await readdir(path.join(folder, '.temporary')), []);
  },
);

await t.test('a reader that began before a replacement reads the old object to its end', async (t) => {
  const old = Buffer.alloc(300_000, 'a');
  await storage.put('replaced', old, { contentType: 'text/plain' });
  const stream = await storage.get('replaced');
  await storage.put('replaced', Buffer.from('new'), { contentType: 'text/plain' });
  t.ok((await collect(stream)).equals(old));
  t.equal(String(await storage.read('replaced')), 'new');
});

await t.test('sweeping removes old drafts and keeps the ones being written', async (t) => {
  const temporary = path.join(folder, '.temporary');
  await writeFile(path.join(temporary, 'old'), 'x');
  await utimes(path.join(temporary, 'old'), new Date(0), new Date(0));
  await writeFile(path.join(temporary, 'young'), 'x');
  t.strictSame(await storage.sweepTemporary(), { removed: 1 });
  t.strictSame(await readdir(temporary), ['young']);
  t.strictSame(await createStorage({ kind: 'files', folder: `${folder}-absent` }).sweepTemporary(), {
    removed: 0,
  });
});

await t.test('drafts are not listed', async (t) => {
  for await (const { key } of storage.list('')) t.notMatch(key, 'temporary');
});

await chmod(folder, 0o700);
await rm(folder, { recursive: true });
