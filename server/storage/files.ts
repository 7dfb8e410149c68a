import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { type Disk, disk as nodeDisk, writeAll } from '../lib/disk.ts';
import { DAY_MS } from '../lib/durations.ts';
import { owned, type Source } from '../lib/streams.ts';
import {
  checkKey,
  checkPrefix,
  checkRange,
  objectMissing,
  type Storage,
  type StoredObject,
} from './storage.ts';

// Stores objects as files below one folder. A put writes to `.temporary` first and renames the file once it is on disk.

const temporaryFolder = '.temporary';
const dayMs = DAY_MS;

export function createFileStorage({ folder }: { folder: string }, disk: Disk = nodeDisk): Storage {
  const root = path.resolve(folder);
  const temporary = path.join(root, temporaryFolder);
  const fileOf = (key: string) => path.join(root, checkKey(key));

  return {
    async put(key, body) {
      const target = fileOf(key);
      await disk.mkdir(temporary, { recursive: true });
      const draft = path.join(temporary, randomUUID());
      try {
        const bytes = await writeDraft(disk, draft, body);
        await disk.mkdir(path.dirname(target), { recursive: true });
        await disk.rename(draft, target);
        await syncFolder(disk, path.dirname(target));
        return { bytes };
      } catch (error) {
        await disk.rm(draft, { force: true });
        throw error;
      }
    },

    async get(key, range) {
      if (range) checkRange(range);
      const file = await openObject(disk, fileOf(key), key);
      return owned(file.createReadStream(range));
    },

    async read(key) {
      try {
        return await disk.readFile(fileOf(key));
      } catch (error) {
        throw isAbsent(error) ? objectMissing(key, error) : error;
      }
    },

    async stat(key) {
      try {
        const found = await disk.stat(fileOf(key));
        return found.isFile() ? { bytes: found.size } : null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    async delete(key) {
      try {
        await disk.rm(fileOf(key), { force: true });
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    },

    async *list(prefix) {
      checkPrefix(prefix);
      const slash = prefix.lastIndexOf('/');
      yield* walk(disk, root, slash < 0 ? '' : prefix.slice(0, slash), prefix);
    },

    async sweepTemporary({ olderThanMs = dayMs } = {}) {
      const limit = Date.now() - olderThanMs;
      let removed = 0;
      for (const name of await namesIn(disk, temporary)) {
        const file = path.join(temporary, name);
        const found = await disk.stat(file).catch(() => null);
        if (found && found.mtimeMs <= limit) {
          await disk.rm(file, { force: true });
          removed += 1;
        }
      }
      return { removed };
    },
  };
}

async function writeDraft(disk: Disk, draft: string, body: Source | Uint8Array): Promise<number> {
  const file = await disk.open(draft, 'wx');
  try {
    let bytes = 0;
    for await (const chunk of body instanceof Uint8Array ? [body] : await body()) {
      await writeAll(file, chunk);
      bytes += chunk.byteLength;
    }
    // Without this, a power cut after the rename can leave an empty file.
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

// The new name is part of the folder's data, which must reach the disk too.
async function syncFolder(disk: Disk, folder: string): Promise<void> {
  const handle = await disk.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openObject(disk: Disk, file: string, key: string): Promise<FileHandle> {
  try {
    const handle = await disk.open(file, 'r');
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    throw isAbsent(error) ? objectMissing(key, error) : error;
  }
  throw objectMissing(key);
}

async function* walk(disk: Disk, root: string, folder: string, prefix: string): AsyncGenerator<StoredObject> {
  for (const name of (await namesIn(disk, path.join(root, folder))).sort()) {
    if (name === temporaryFolder) continue;
    const key = folder ? `${folder}/${name}` : name;
    if (!key.startsWith(prefix) && !prefix.startsWith(`${key}/`)) continue;
    const found = await disk.stat(path.join(root, key)).catch(() => null);
    if (found?.isDirectory()) yield* walk(disk, root, key, prefix);
    else if (found?.isFile()) yield { key, bytes: found.size, modifiedAt: found.mtime };
  }
}

async function namesIn(disk: Disk, folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await disk.opendir(folder)) names.push(entry.name);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  return names;
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
