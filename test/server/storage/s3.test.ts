import { Readable } from 'node:stream';
import t from 'tap';
import { createStorage } from '../../../server/storage/create.ts';
import { startS3 } from '../../support/s3.ts';
import { checkStorageContract } from '../../support/storage.ts';

const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-central-1' };
const s3 = await startS3({ bucket: 'media', ...credentials });
const storage = createStorage({ kind: 's3', endpoint: s3.endpoint, bucket: 'media', ...credentials });
const MiB = 1024 * 1024;

await t.test('a bucket keeps the storage contract', (t) => checkStorageContract(t, storage));

await t.test('the content type is stored with the object', async (t) => {
  await storage.put('typed.webp', Buffer.from('x'), { contentType: 'image/webp' });
  t.equal(s3.objects.get('typed.webp')?.contentType, 'image/webp');
});

await t.test('a long stream goes up in parts, and no request carries more than one part', async (t) => {
  s3.seen.largestBodyBytes = 0;
  const chunk = Buffer.alloc(MiB, 7);
  const long = Readable.from(Array.from({ length: 21 }, () => chunk));
  t.strictSame(await storage.put('long', () => long, { contentType: 'video/none' }), { bytes: 21 * MiB });
  t.equal(s3.objects.get('long')?.body.length, 21 * MiB);
  t.equal(s3.objects.get('long')?.contentType, 'video/none');
  t.ok(s3.seen.largestBodyBytes <= 9 * MiB);
  t.strictSame(await storage.put('buffered', Buffer.alloc(20 * MiB), { contentType: 'x/y' }), {
    bytes: 20 * MiB,
  });
  t.ok(s3.seen.largestBodyBytes <= 9 * MiB);
});

await t.test('a stream that breaks off never becomes an object and its upload is aborted', async (t) => {
  const broken = Readable.from(
    (async function* () {
      for (let sent = 0; sent < 20; sent += 1) yield Buffer.alloc(MiB);
      throw new Error('connection lost');
    })(),
  );
  await t.rejects(
    storage.put('broken', () => broken, { contentType: 'x/y' }),
    /connection lost/,
  );
  t.equal(s3.objects.has('broken'), false);
  t.equal(s3.uploads.size, 0);
});

await t.test('an answer of "slow down" is tried again, a refusal is not', async (t) => {
  s3.failNext(2);
  await storage.put('patient', Buffer.from('x'), { contentType: 'x/y' });
  s3.failNext(2);
  t.equal(String(await storage.read('patient')), 'x');
  const wrong = createStorage({
    kind: 's3',
    endpoint: s3.endpoint,
    bucket: 'media',
    ...credentials,
    secretAccessKey: 'wrong',
  });
  const before = s3.seen.requests;
  await t.rejects(wrong.read('patient'), /403/);
  t.equal(s3.seen.requests, before + 1);
});

await t.test('a listing longer than one page is read to its end', async (t) => {
  for (let index = 0; index < 5; index += 1) {
    await storage.put(`many/${index}`, Buffer.from('x'), { contentType: 'x/y' });
  }
  s3.listPageSize.value = 2;
  const found: string[] = [];
  for await (const object of storage.list('many/')) {
    found.push(object.key);
    t.equal(object.bytes, 1);
    t.ok(object.modifiedAt.getTime() > 0);
  }
  t.strictSame(found, ['many/0', 'many/1', 'many/2', 'many/3', 'many/4']);
});

await s3.close();
