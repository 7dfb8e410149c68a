/** `npm run storage`: writes and shows the bucket's rules, and leaves foreign rules alone. */
import t from 'tap';
import {
  corsRules,
  foreignRules,
  lifecycleRules,
  readRules,
  writeRules,
} from '#server/storage/bucket-rules.ts';
import type { StorageConfig } from '#server/storage/storage.ts';
import { startS3 } from '../../support/s3.ts';

const keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-central-1' };

t.test('OPS-05 the rules of a bucket', async (t) => {
  const s3 = await startS3({ bucket: 'media', ...keys });
  t.teardown(() => s3.close());
  const config: Extract<StorageConfig, { kind: 's3' }> = {
    kind: 's3',
    endpoint: s3.endpoint,
    bucket: 'media',
    ...keys,
  };
  t.equal(await readRules(config, 'lifecycle'), null);
  await writeRules(config, 'lifecycle', lifecycleRules());
  t.match(await readRules(config, 'lifecycle'), /uploads\/incoming\/[\s\S]*AbortIncompleteMultipartUpload/);
  await writeRules(config, 'cors', corsRules('https://tsuzuki.example'));
  t.match(s3.rules.cors, '<AllowedOrigin>https://tsuzuki.example</AllowedOrigin>');
  t.same(foreignRules(s3.rules.cors ?? ''), []);
  t.same(foreignRules(s3.rules.lifecycle ?? ''), []);
  t.same(foreignRules('<X><Rule><ID>glacier</ID></Rule><Rule></Rule></X>'), [
    'glacier',
    'one without a name',
  ]);
  const wrong = { ...config, secretAccessKey: 'another' };
  await t.rejects(readRules(wrong, 'cors'), /SignatureDoesNotMatch/);
  await t.rejects(writeRules(wrong, 'cors', '<x/>'), /403/);
  const nobody = { ...config, endpoint: 'http://127.0.0.1:1' };
  await t.rejects(readRules(nobody, 'cors'), /^http:\/\/127\.0\.0\.1:1 does not answer: /);
});
