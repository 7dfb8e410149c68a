import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fromFile, hashOf, type Written } from './flow.ts';
import {
  type Backup,
  CHECKSUMS,
  DamagedBackup,
  MANIFEST,
  MEDIA_LIST,
  type MediaEntry,
  objectPath,
} from './format.ts';
import { inOrder } from './media-out.ts';
import { readMediaList } from './objects.ts';

export async function verifyBackup({ folder, path, manifest }: Backup): Promise<void> {
  const sums = await readSums(path);
  const wanted = [MANIFEST, ...manifest.tables.map(({ file }) => file)];
  for (const file of manifest.media === null ? wanted : [...wanted, MEDIA_LIST]) {
    const sha256 = sums.get(file);
    if (sha256 === undefined) throw new DamagedBackup(`${join(path, CHECKSUMS)}: does not list ${file}`);
    const found = await readBack(join(path, file));
    if (found?.sha256 !== sha256)
      throw new DamagedBackup(`${join(path, file)}: ${found === null ? 'is missing' : 'is damaged'}`);
  }
  if (manifest.media === null) return;
  const check = async (entry: MediaEntry): Promise<MediaEntry> => {
    const file = objectPath(folder, entry.sha256);
    const found = await readBack(file);
    if (found !== null && found.sha256 === entry.sha256 && found.bytes === entry.bytes) return entry;
    const what = found === null ? 'is missing' : 'is damaged: remove it, and the next backup copies it again';
    throw new DamagedBackup(`${file} (${entry.key}): ${what}`);
  };
  let objects = 0;
  for await (const _entry of inOrder(readMediaList(path), check)) objects += 1;
  if (objects !== manifest.media.objects)
    throw new DamagedBackup(`${join(path, MEDIA_LIST)}: lists ${objects} of ${manifest.media.objects} files`);
}

async function readSums(path: string): Promise<Map<string, string>> {
  const file = join(path, CHECKSUMS);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new DamagedBackup(`${file}: ${error.code === 'ENOENT' ? 'is missing' : error.message}`);
  });
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, sha256 = '', name = '']) => [name, sha256]),
  );
}

async function readBack(file: string): Promise<Written | null> {
  if ((await stat(file).catch(() => null)) === null) return null;
  return hashOf(fromFile(file));
}
