import { startTestApp, type TestAppOptions } from './app.ts';
import { startS3 } from './s3.ts';

const KEYS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-central-1' };

export const startBucket = () => startS3({ bucket: 'media', ...KEYS });
export type TestBucket = Awaited<ReturnType<typeof startBucket>>;

export const bucketEnvironment = ({ endpoint }: { endpoint: string }): Record<string, string> => ({
  S3_ENDPOINT: endpoint,
  S3_PUBLIC_ENDPOINT: endpoint,
  S3_BUCKET: 'media',
  S3_REGION: KEYS.region,
  S3_ACCESS_KEY_ID: KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
});

export async function startBucketApp({ environment, ...options }: TestAppOptions = {}) {
  const s3 = await startBucket();
  const app = await startTestApp({ ...options, environment: { ...bucketEnvironment(s3), ...environment } });
  return {
    app,
    s3,
    close: async () => {
      await app.close();
      await s3.close();
    },
  };
}
