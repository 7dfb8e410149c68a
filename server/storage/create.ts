import type { Disk } from '../lib/disk.ts';
import { createFileStorage } from './files.ts';
import { createS3Storage } from './s3.ts';
import type { Storage, StorageConfig } from './storage.ts';

export function createStorage(config: StorageConfig, disk?: Disk): Storage {
  return config.kind === 'files' ? createFileStorage(config, disk) : createS3Storage(config);
}
