/**
 * What a backup is made of. A folder of backups holds one folder for each, named after its moment, and `objects`, where
 * each stored file lies once under its SHA-256. A folder under its final name is always complete.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { StartError } from '../../embedded/start-error.ts';

export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';
/** As `sha256sum --check` reads it, so that a backup can be proven without this program. */
export const CHECKSUMS = 'SHA256SUMS';
export const MEDIA_LIST = 'media.jsonl.zst';
export const TABLES = 'tables';
export const OBJECTS = 'objects';
export const UNFINISHED = '.unfinished-';
export const REMOVED = '.removed-';
/** Backups hold personal data and the key that signs and seals. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

const NAME = /^\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;
const Count = Type.Integer({ minimum: 0 });

const Table = Type.Object({
  name: Type.String({ minLength: 1 }),
  columns: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), type: Type.String() })),
  file: Type.String({ pattern: '^tables/[\\w.-]+$' }),
  rows: Count,
  /** The sum over all rows of their SHA-256, whatever their order. */
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Count,
});

const Manifest = Type.Object({
  format: Type.Literal('tsuzuki-backup'),
  version: Type.Literal(FORMAT_VERSION),
  /** Of this moment is the database. */
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
  /** Null when only the database was asked for. */
  media: Type.Union([
    Type.Null(),
    Type.Object({
      objects: Count,
      bytes: Count,
      /** Which kind of place it was listed in, since they order keys differently. */
      place: Type.Union([Type.Literal('files'), Type.Literal('s3')]),
      /** Named by the database and stored nowhere. */
      missing: Count,
    }),
  ]),
});

export type Manifest = Static<typeof Manifest>;
export type TableEntry = Static<typeof Table>;
export type MediaEntry = { key: string; bytes: number; sha256: string; modified: number };

const check = Compile(Manifest);

/** A backup is not what it was when it was made; nothing was written. */
export class DamagedBackup extends StartError {
  override name = 'DamagedBackup';
}

export const nameAt = (moment: Date): string =>
  moment.toISOString().replace(/T(\d\d):(\d\d):(\d\d)/, 'T$1$2$3');

export const objectPath = (folder: string, sha256: string): string =>
  join(folder, OBJECTS, sha256.slice(0, 2), sha256);

/** The names of the complete backups in a folder, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name)).sort();
}

export type Backup = { folder: string; name: string; path: string; manifest: Manifest };

/** Reads what `given` names: a folder of backups, of which the newest is meant, or one of them. */
export async function openBackup(given: string): Promise<Backup> {
  const single = /^(.*?)\/?([^/]+)\/*$/.exec(given);
  const isSingle = single !== null && NAME.test(single[2] ?? '');
  const folder = isSingle ? single[1] || '.' : given;
  const name = isSingle ? (single[2] ?? '') : (await backupsIn(folder)).at(-1);
  const path = join(folder, name ?? '');
  if (name === undefined || !(await stat(path).catch(() => null))?.isDirectory())
    throw new StartError(`There is no backup in ${given}`);
  return { folder, name, path, manifest: await readManifest(path) };
}

export async function readManifest(path: string): Promise<Manifest> {
  const file = join(path, MANIFEST);
  try {
    const given: unknown = JSON.parse(await readFile(file, 'utf8'));
    const version = (given as { version?: unknown } | null)?.version;
    if (typeof version === 'number' && version > FORMAT_VERSION)
      throw new StartError(`${file}: a newer program made this backup, and this one cannot read it`);
    if (check.Check(given)) return given;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new DamagedBackup(`${file}: cannot be read (${(error as Error).message})`);
  }
  throw new DamagedBackup(`${file}: is no manifest of a backup`);
}
