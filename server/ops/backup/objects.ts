import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Source } from '../../lib/streams.ts';
import { fromFile, hashOf, linesOf, unpacked, type Written, writeFile } from './flow.ts';
import {
  backupsIn,
  DamagedBackup,
  FOLDER_MODE,
  MEDIA_LIST,
  type MediaEntry,
  OBJECTS,
  objectPath,
} from './format.ts';
import { createKeySet } from './key-set.ts';

const DRAFT = '.new-';

/** Checks existence and size only. */
export async function hasObject(folder: string, { sha256, bytes }: Written): Promise<boolean> {
  const found = await stat(objectPath(folder, sha256)).catch(() => null);
  return found?.isFile() === true && found.size === bytes;
}

/** Writes an object, reads it back, and then gives it its name. */
export async function addObject(folder: string, body: Source): Promise<Written> {
  const draft = join(folder, OBJECTS, `${DRAFT}${randomUUID()}`);
  try {
    const written = await writeFile(draft, body, { isCompressed: false });
    if (await hasObject(folder, written)) return written;
    if ((await hashOf(fromFile(draft))).sha256 !== written.sha256)
      throw new Error(`${draft}: the disk does not give back what was written`);
    const path = objectPath(folder, written.sha256);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    await rename(draft, path);
    return written;
  } finally {
    await rm(draft, { force: true });
  }
}

/** File names are part of the folder's data, which must reach the disk too. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const foldersOf = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, OBJECTS), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, OBJECTS, name));

export async function syncObjects(folder: string): Promise<void> {
  for (const each of await foldersOf(folder)) await syncFolder(each);
  await syncFolder(join(folder, OBJECTS));
}

/** Removes unfinished objects of an interrupted backup. Complete objects stay for the next one. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(join(folder, OBJECTS)))
    if (name.startsWith(DRAFT)) await rm(join(folder, OBJECTS, name), { force: true });
}

export async function* readMediaList(path: string): AsyncGenerator<MediaEntry> {
  for await (const line of linesOf(unpacked(join(path, MEDIA_LIST)))) yield JSON.parse(line) as MediaEntry;
}

/** Removes objects that no backup names. An unreadable list aborts before anything is removed. */
export async function sweepObjects(folder: string): Promise<void> {
  const named = createKeySet();
  for (const name of await backupsIn(folder)) {
    const path = join(folder, name);
    if ((await stat(join(path, MEDIA_LIST)).catch(() => null)) === null) continue;
    try {
      for await (const { sha256 } of readMediaList(path)) named.add(sha256);
    } catch (error) {
      const reason = (error as Error).message;
      throw new DamagedBackup(
        `${join(path, MEDIA_LIST)}: cannot be read (${reason}): no stored files are deleted until that backup is removed`,
        { cause: error },
      );
    }
  }
  for (const each of await foldersOf(folder)) {
    for (const name of await readdir(each)) if (!named.has(name)) await rm(join(each, name), { force: true });
  }
}
