/**
 * Backup format: one folder per backup, named after its time, and `objects` with each stored file once, by SHA-256. A
 * folder with a final name is always complete.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { StartError } from '../../embedded/start-error.ts';

export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';
/** In the format of `sha256sum --check`, so that a backup can be verified without this program. */
export const CHECKSUMS = 'SHA256SUMS';
export const MEDIA_LIST = 'media.jsonl.zst';
export const TABLES = 'tables';
export const OBJECTS = 'objects';
export const UNFINISHED = '.unfinished-';
export const REMOVED = '.removed-';
/** Backups contain personal data and the key that signs and encrypts. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

const NAME = /^\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;
const Count = Type.Integer({ minimum: 0 });

const Table = Type.Object({
  name: Type.String({ minLength: 1 }),
  columns: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), type: Type.String() })),
  file: Type.String({ pattern: '^tables/[\\w.-]+$' }),
  rows: Count,
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Count,
});

const Manifest = Type.Object({
  format: Type.Literal('tsuzuki-backup'),
  version: Type.Literal(FORMAT_VERSION),
  snapshot_at: Type.String(),
  finished_at: Type.String(),
  postgres: Count,
  migrations: Type.Array(Type.Object({ hash: Type.String(), when: Type.Integer() }), { minItems: 1 }),
  tables: Type.Array(Table),
  partitions: Type.Array(
    Type.Object({ parent: Type.String(), name: Type.String(), bound: Type.String(), options: Type.String() }),
  ),
  sequences: Type.Array(
    Type.Object({ name: Type.String(), last_value: Type.String(), is_called: Type.Boolean() }),
  ),
  media: Type.Union([
    Type.Null(),
    Type.Object({
      objects: Count,
      bytes: Count,
      /** Kind of storage it was listed from: files and S3 sort keys differently. */
      place: Type.Union([Type.Literal('files'), Type.Literal('s3')]),
      /** Files that the database names but the storage lacks. */
      missing: Count,
    }),
  ]),
});

export type Manifest = Static<typeof Manifest>;
export type TableEntry = Static<typeof Table>;
export type MediaEntry = { key: string; bytes: number; sha256: string; modified: number };

const check = Compile(Manifest);

/** The backup changed after it was made. Nothing was written. */
export class DamagedBackup extends StartError {
  override name = 'DamagedBackup';
}

export const nameAt = (moment: Date): string =>
  moment.toISOString().replace(/T(\d\d):(\d\d):(\d\d)/, 'T$1$2$3');

export const objectPath = (folder: string, sha256: string): string =>
  join(folder, OBJECTS, sha256.slice(0, 2), sha256);

export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name)).sort();
}

export type Backup = { folder: string; name: string; path: string; manifest: Manifest };

/** Opens a backup by its path, or the newest one in a folder of backups. */
export async function openBackup(given: string): Promise<Backup> {
  const single = /^(.*?)\/?([^/]+)\/*$/.exec(given);
  const isSingle = single !== null && NAME.test(single[2] ?? '');
  const folder = isSingle ? single[1] || '.' : given;
  const name = isSingle ? (single[2] ?? '') : (await backupsIn(folder)).at(-1);
  const path = join(folder, name ?? '');
  if (name === undefined || !(await stat(path).catch(() => null))?.isDirectory())
    throw new StartError(`No backup in ${given}`);
  return { folder, name, path, manifest: await readManifest(path) };
}

export async function readManifest(path: string): Promise<Manifest> {
  const file = join(path, MANIFEST);
  try {
    const given: unknown = JSON.parse(await readFile(file, 'utf8'));
    const version = (given as { version?: unknown } | null)?.version;
    if (typeof version === 'number' && version > FORMAT_VERSION)
      throw new StartError(`${file}: a newer release created this backup, and this one cannot read it`);
    if (check.Check(given)) return given;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new DamagedBackup(`${file}: cannot be read (${(error as Error).message})`);
  }
  throw new DamagedBackup(`${file}: is not a backup manifest`);
}
