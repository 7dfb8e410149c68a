import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Test } from 'tap';
import { isObjectMissing, type Storage } from '../../server/storage/storage.ts';

export async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Requirements for every kind of storage. */
export async function checkStorageContract(t: Test, storage: Storage): Promise<void> {
  const contentType = 'application/octet-stream';
  const small = randomBytes(70_000);
  t.strictSame(await storage.put('media/ab/1/original', small, { contentType }), { bytes: small.length });
  t.ok((await storage.read('media/ab/1/original')).equals(small), 'a buffer comes back as it was');
  t.ok((await collect(await storage.get('media/ab/1/original'))).equals(small), 'and as a stream');
  t.strictSame(await storage.stat('media/ab/1/original'), { bytes: small.length });

  const chunks = Array.from({ length: 200 }, () => randomBytes(1000));
  const streamed = await storage.put('media/ab/1/streamed', () => Readable.from(chunks), { contentType });
  t.strictSame(streamed, { bytes: 200_000 });
  t.ok(
    (await storage.read('media/ab/1/streamed')).equals(Buffer.concat(chunks)),
    'a stream comes back as it was',
  );

  await storage.put('media/ab/1/empty', () => Readable.from([]), { contentType });
  t.strictSame(await storage.stat('media/ab/1/empty'), { bytes: 0 }, 'an empty object is an object');
  t.equal((await collect(await storage.get('media/ab/1/empty'))).length, 0);

  const ranged = async (range: { start: number; end?: number }) =>
    collect(await storage.get('media/ab/1/original', range));
  t.ok((await ranged({ start: 10, end: 19 })).equals(small.subarray(10, 20)), 'both ends belong to a range');
  t.ok(
    (await ranged({ start: 69_990 })).equals(small.subarray(69_990)),
    'an open range goes to the last byte',
  );
  t.ok((await ranged({ start: 0, end: 0 })).equals(small.subarray(0, 1)), 'the first byte alone');
  t.ok(await refuses(() => ranged({ start: 5, end: 4 })), 'a range that ends before it starts is refused');

  t.equal(await storage.stat('media/none'), null);
  t.ok(isObjectMissing(await failure(() => storage.get('media/none'))), 'get says that there is nothing');
  t.ok(isObjectMissing(await failure(() => storage.read('media/none'))), 'read says that there is nothing');
  t.ok(isObjectMissing(await failure(() => storage.get('media/ab'))), 'a folder is no object');
  t.ok(!isObjectMissing(new Error('other')));

  await storage.put('media/ab/10/original', Buffer.from('ten'), { contentType });
  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const object of storage.list(prefix)) found.push(object.key);
    return found;
  };
  t.strictSame(await keys('media/ab/1/'), ['media/ab/1/empty', 'media/ab/1/original', 'media/ab/1/streamed']);
  t.strictSame((await keys('media/ab/1')).length, 4, 'a prefix is of letters, not of folders');
  t.strictSame(await keys('other/'), []);

  await storage.delete('media/ab/1/streamed');
  await storage.delete('media/ab/1/streamed');
  t.equal(await storage.stat('media/ab/1/streamed'), null, 'deleting twice is deleting');

  const hostile = [
    '',
    '/',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    'a/.',
    '.temporary/x',
    'a\\b',
    'a\0b',
    'a/%2e',
    'é',
  ];
  for (const key of [...hostile, 'a'.repeat(513)]) {
    t.ok(await refuses(() => storage.put(key, small, { contentType })), `put refuses ${JSON.stringify(key)}`);
    t.ok(await refuses(() => storage.get(key)), `get refuses ${JSON.stringify(key)}`);
    t.ok(await refuses(() => storage.delete(key)), `delete refuses ${JSON.stringify(key)}`);
  }
  t.ok(await refuses(() => keys('../')), 'a prefix cannot climb');
}

async function failure(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

async function refuses(call: () => Promise<unknown>): Promise<boolean> {
  const error = await failure(call);
  return error instanceof TypeError || error instanceof RangeError;
}
