/** Backs up database and media while the server runs. A backup gets its final name only once it is complete. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimFolder } from '../../embedded/owner.ts';
import { isStartError, StartError } from '../../embedded/start-error.ts';
import { isStorageFull } from '../../lib/disk.ts';
import { dumpDatabase } from './dump.ts';
import { fromFile, hashOf } from './flow.ts';
import {
  backupsIn,
  CHECKSUMS,
  FILE_MODE,
  FOLDER_MODE,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  MEDIA_LIST,
  nameAt,
  OBJECTS,
  REMOVED,
  readManifest,
  UNFINISHED,
} from './format.ts';
import { copyMedia, type Place } from './media-out.ts';
import { removeDrafts, sweepObjects, syncFolder, syncObjects } from './objects.ts';

export type BackupOptions = {
  url: string;
  /** Null backs up only the database. */
  media: Place | null;
  folder: string;
  /** Number of backups to keep, including this one. Null keeps all. */
  keep: number | null;
};

export type Made = { path: string; manifest: Manifest; firstMissing: string[] };

export async function makeBackup({ url, media, folder, keep }: BackupOptions): Promise<Made> {
  await mkdir(join(folder, OBJECTS), { recursive: true, mode: FOLDER_MODE });
  const claim = await claimFolder(folder, folder).catch((error: unknown) => {
    if (isStartError(error)) throw new StartError(`Another backup is running in ${folder}`, { cause: error });
    throw isStorageFull(error) ? noRoom(folder, error) : error;
  });
  let draft: string | null = null;
  try {
    await removeLeftovers(folder);
    const names = await backupsIn(folder);
    const name = nextName(names);
    draft = join(folder, `${UNFINISHED}${name}`);
    await mkdir(draft, { mode: FOLDER_MODE });
    const made = await writeBackup({ url, media, folder, draft, earlier: names.at(-1) });
    const path = join(folder, name);
    await rename(draft, path);
    await syncFolder(folder);
    if (keep !== null) await removeOldest(folder, keep);
    return { path, ...made };
  } catch (error) {
    if (draft !== null) await rm(draft, { recursive: true, force: true });
    if (!isStorageFull(error)) throw error;
    // Frees the space that this attempt used.
    await sweepObjects(folder).catch(() => undefined);
    throw noRoom(folder, error);
  } finally {
    await claim.release();
  }
}

const noRoom = (folder: string, cause: unknown): StartError =>
  new StartError(`Not enough space for a backup in ${folder}`, { cause });

/** Names sort in the order of the backups, even for two at once or a clock set back. */
function nextName(names: readonly string[]): string {
  const last = names.at(-1);
  const now = nameAt(new Date());
  if (last === undefined || now > last) return now;
  const at = last.replace(/T(\d\d)(\d\d)(\d\d)/, 'T$1:$2:$3');
  return nameAt(new Date(Date.parse(at) + 1));
}

async function writeBackup(options: {
  url: string;
  media: Place | null;
  folder: string;
  draft: string;
  earlier: string | undefined;
}): Promise<{ manifest: Manifest; firstMissing: string[] }> {
  const { url, media: place, folder, draft, earlier } = options;
  const neededFile = join(draft, 'needed.zst');
  // Database first: files are stored before the rows that name them.
  const dumped = await dumpDatabase(url, draft, place === null ? {} : { neededFile });
  const { sums, ...database } = dumped;
  let media: Manifest['media'] = null;
  let firstMissing: string[] = [];
  if (place !== null) {
    const to = { folder, path: draft, earlier: await readEarlier(folder, earlier) };
    const copied = await copyMedia(place, to, { url, file: neededFile });
    ({ media, firstMissing } = copied);
    sums.set(MEDIA_LIST, copied.sha256);
    await rm(neededFile);
    await syncObjects(folder);
  }
  const manifest: Manifest = {
    format: 'tsuzuki-backup',
    version: FORMAT_VERSION,
    ...database,
    finished_at: new Date().toISOString(),
    media,
  };
  await writeAside(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
  sums.set(MANIFEST, (await hashOf(fromFile(join(draft, MANIFEST)))).sha256);
  const lines = [...sums].sort().map(([file, sha256]) => `${sha256}  ${file}\n`);
  await writeAside(join(draft, CHECKSUMS), lines.join(''));
  await syncFolder(join(draft, 'tables'));
  await syncFolder(draft);
  return { manifest, firstMissing };
}

const writeAside = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { flag: 'wx', mode: FILE_MODE, flush: true });

/** An unreadable earlier backup saves no copying, but must not prevent this one. */
async function readEarlier(folder: string, name: string | undefined) {
  if (name === undefined) return null;
  const path = join(folder, name);
  const manifest = await readManifest(path).catch(() => null);
  return manifest === null ? null : { path, manifest };
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(UNFINISHED) || name.startsWith(REMOVED))
      await rm(join(folder, name), { recursive: true, force: true });
  await removeDrafts(folder);
}

async function removeOldest(folder: string, keep: number): Promise<void> {
  const names = await backupsIn(folder);
  const old = names.slice(0, Math.max(0, names.length - keep));
  if (old.length === 0) return;
  for (const name of old) {
    // A half-removed backup must not look like a backup.
    const aside = join(folder, `${REMOVED}${name}`);
    await rename(join(folder, name), aside);
    await rm(aside, { recursive: true, force: true });
  }
  await sweepObjects(folder);
}
