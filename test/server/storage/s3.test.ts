import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { STORAGE_AWAY } from '../../../server/lib/away.ts';
import { createStorage } from '../../../server/storage/create.ts';
import type { Storage } from '../../../server/storage/storage.ts';
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

await t.test('OPS-05 a service that is silent is given up for away, and not asked again', async (t) => {
  const quick = { answerMs: 100, answerToBodyMs: 100, silenceMs: 100 };
  const given = { kind: 's3', endpoint: s3.endpoint, bucket: 'media', ...credentials } as const;
  const hasty = createStorage({ ...given, patience: quick });
  await storage.put('known', Buffer.alloc(64, 7), { contentType: 'x/y' });
  const many = () => Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(MiB)));
  const asked: Record<string, (from: Storage) => Promise<unknown>> = {
    get: async (from) => buffer(await from.get('known')),
    read: (from) => from.read('known'),
    stat: (from) => from.stat('known'),
    put: (from) => from.put('quiet', Buffer.from('x'), { contentType: 'x/y' }),
    'put in parts': (from) => from.put('quiet', many, { contentType: 'x/y' }),
    delete: (from) => from.delete('known'),
    list: async (from) => {
      for await (const _object of from.list(''));
    },
  };
  s3.line.is = 'silent';
  for (const [name, ask] of Object.entries(asked)) {
    const before = s3.seen.requests;
    await t.rejects(ask(hasty), { code: STORAGE_AWAY }, name);
    t.ok(s3.seen.requests <= before + 1, `${name} asks once`);
  }
  // The response begins and then stalls.
  s3.line.is = 'stuck';
  const patient = createStorage({ ...given, patience: { ...quick, answerMs: 60_000 } });
  const stream = await patient.get('known');
  await t.rejects(buffer(stream), { code: STORAGE_AWAY }, 'a stream that stops');
  await t.rejects(patient.read('known'), { code: STORAGE_AWAY }, 'a whole that stops');
  s3.line.is = 'whole';
  t.equal((await storage.read('known')).length, 64);
  t.equal(s3.objects.has('quiet'), false);
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
