/** Restores the stored files of a backup, except files that are already there. */
import { open } from 'node:fs/promises';
import { sniffPicture } from '../../lib/sniff-picture.ts';
import { isKey, type Storage } from '../../storage/storage.ts';
import { fromFile, hashOf } from './flow.ts';
import { type Backup, type MediaEntry, objectPath } from './format.ts';
import { createKeySet, type KeySet } from './key-set.ts';
import { TakenPlace } from './load.ts';
import { inOrder } from './media-out.ts';
import { readMediaList } from './objects.ts';

const HEAD_BYTES = 512;
const SERVED = new Set(['jpeg', 'png', 'webp', 'avif', 'gif']);

export async function keysOf({ path }: Pick<Backup, 'path'>): Promise<KeySet> {
  const keys = createKeySet();
  for await (const { key } of readMediaList(path)) keys.add(key);
  return keys;
}

/** Files of an interrupted restore are in the backup too, so the restore may be repeated. */
export async function refuseForeignObjects(storage: Storage, keys: KeySet): Promise<void> {
  for await (const { key } of storage.list('')) {
    if (!keys.has(key))
      throw new TakenPlace(
        `The storage is not empty (${key}): use another, or pass --replace to delete its contents`,
      );
  }
}

/** Each object is written, read back and compared. */
export async function putMedia(storage: Storage, { folder, path }: Backup): Promise<{ written: number }> {
  let written = 0;
  const put = async (entry: MediaEntry): Promise<void> => {
    const { key, bytes, sha256 } = entry;
    const isThere = async (): Promise<boolean> =>
      (await storage.stat(key))?.bytes === bytes && (await hashOf(() => storage.get(key))).sha256 === sha256;
    if (await isThere()) return;
    const file = objectPath(folder, sha256);
    await storage.put(key, fromFile(file), { contentType: await typeOf(key, file) });
    if (!(await isThere())) throw new Error(`${key}: the storage does not give back what was put there`);
    written += 1;
  };
  for await (const _done of inOrder(readMediaList(path), put));
  return { written };
}

export async function removeForeignObjects(storage: Storage, keys: KeySet): Promise<{ removed: number }> {
  let removed = 0;
  for await (const { key } of storage.list('')) {
    if (keys.has(key) || !isKey(key)) continue;
    await storage.delete(key);
    removed += 1;
  }
  return { removed };
}

/** A bucket that readers access directly sends this type. */
async function typeOf(key: string, file: string): Promise<string> {
  if (key.startsWith('epub/')) return 'application/epub+zip';
  if (key.endsWith('.csv')) return 'text/csv';
  if (key.endsWith('.zip')) return 'application/zip';
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const type = sniffPicture(buffer.subarray(0, bytesRead));
    return type !== undefined && SERVED.has(type) ? `image/${type}` : 'application/octet-stream';
  } finally {
    await handle.close();
  }
}
