import { createFileStorage } from './files.ts';
import { createS3Storage } from './s3.ts';
import type { Storage, StorageConfig } from './storage.ts';

export function createStorage(config: StorageConfig): Storage {
  return config.kind === 'files' ? createFileStorage(config) : createS3Storage(config);
}
