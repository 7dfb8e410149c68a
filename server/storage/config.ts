import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { StorageConfig } from './storage.ts';

export function storageConfig(config: Config): StorageConfig {
  if (config.S3_ENDPOINT === undefined) return { kind: 'files', folder: join(config.DATA_DIR, 'media') };
  return {
    kind: 's3',
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    bucket: config.S3_BUCKET ?? '',
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
  };
}
