/** Copies stored files into a folder of backups. Files unchanged since an earlier backup are not read again. */
import { join } from 'node:path';
import { INCOMING, isKey, isObjectMissing, type Storage, type StorageConfig } from '../../storage/storage.ts';
import { connect } from './dump.ts';
import { writeFile } from './flow.ts';
import { type Manifest, MEDIA_LIST, type MediaEntry } from './format.ts';
import { createKeySet } from './key-set.ts';
import { stillNeeded } from './needed.ts';
import { addObject, hasObject, readMediaList } from './objects.ts';

/** In parallel, since a bucket answers slowly. */
const AT_ONCE = 6;

export type Place = { storage: Storage; kind: StorageConfig['kind'] };
/** `media` holds the number of missing files, which may be all of a lost bucket. */
export type MediaCopied = { media: NonNullable<Manifest['media']>; sha256: string; firstMissing: string[] };
const SHOWN = 5;

/** `path` is the new backup, `earlier` the newest one before it. */
export async function copyMedia(
  { storage, kind }: Place,
  to: { folder: string; path: string; earlier: { path: string; manifest: Manifest } | null },
  needed: { url: string; file: string },
): Promise<MediaCopied> {
  const firstMissing: string[] = [];
  const known = createKeySet();
  const media = { objects: 0, bytes: 0, place: kind, missing: 0 };
  const copy = async (found: Found): Promise<MediaEntry | null> => {
    const { key, bytes, modified, earlier } = found;
    if (earlier?.bytes === bytes && earlier.modified === modified && (await hasObject(to.folder, earlier)))
      return earlier;
    try {
      return { key, modified, ...(await addObject(to.folder, () => storage.get(key))) };
    } catch (error) {
      // At the end, the database decides whether the file may be missing.
      if (isObjectMissing(error)) return null;
      throw error;
    }
  };
  const tell = (entry: MediaEntry): Uint8Array => {
    known.add(entry.key);
    media.objects += 1;
    media.bytes += entry.bytes;
    return Buffer.from(`${JSON.stringify(entry)}\n`);
  };
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    const isComparable = to.earlier?.manifest.media?.place === kind;
    const earlier = isComparable && to.earlier !== null ? readMediaList(to.earlier.path) : none();
    for await (const entry of inOrder(paired(storage, kind, earlier), copy))
      if (entry !== null) yield tell(entry);
    const client = await connect(needed.url);
    try {
      for await (const key of stillNeeded(client, needed.file, known.has)) {
        const entry = await copy({ key, bytes: -1, modified: 0 });
        if (entry !== null) {
          yield tell(entry);
          continue;
        }
        media.missing += 1;
        if (firstMissing.length < SHOWN) firstMissing.push(key);
      }
    } finally {
      await client.end();
    }
  };
  const { sha256 } = await writeFile(join(to.path, MEDIA_LIST), lines, { isCompressed: true });
  return { media, sha256, firstMissing };
}

type Found = { key: string; bytes: number; modified: number; earlier?: MediaEntry };

async function* none(): AsyncGenerator<MediaEntry> {}

/** Stored files, each with its entry in the earlier backup. Both lists have the same order. */
async function* paired(
  storage: Storage,
  kind: StorageConfig['kind'],
  before: AsyncGenerator<MediaEntry>,
): AsyncGenerator<Found> {
  try {
    let earlier = await advance(before);
    for await (const { key, bytes, modifiedAt } of storage.list('')) {
      // Skips foreign files and uploads not yet claimed.
      if (!isKey(key) || key.startsWith(INCOMING)) continue;
      while (!earlier.done && precedes(kind, earlier.value.key, key)) earlier = await advance(before);
      const isSame = !earlier.done && earlier.value.key === key;
      const found = { key, bytes, modified: modifiedAt.getTime() };
      yield isSame ? { ...found, earlier: earlier.value } : found;
    }
  } finally {
    await before.return(undefined);
  }
}

/** A damaged list saves no copying, but must not prevent a backup. */
async function advance(before: AsyncGenerator<MediaEntry>): Promise<IteratorResult<MediaEntry>> {
  try {
    return await before.next();
  } catch {
    return { done: true, value: undefined };
  }
}

/** Buckets sort by whole keys, folders by path segments. */
function precedes(kind: StorageConfig['kind'], one: string, other: string): boolean {
  if (kind === 's3') return one < other;
  const [left, right] = [one.split('/'), other.split('/')];
  for (const [at, part] of left.entries()) {
    const counterpart = right[at];
    if (counterpart === undefined) return false;
    if (part !== counterpart) return part < counterpart;
  }
  return left.length < right.length;
}

/** Works on several items at once and yields results in order. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  const next = async (): Promise<R> => {
    const [first] = running;
    if (first === undefined) throw new Error('nothing runs');
    const result = await first;
    running.shift();
    return result;
  };
  try {
    for await (const item of items) {
      const begun = work(item);
      // `next` reports the error later.
      begun.catch(() => undefined);
      running.push(begun);
      if (running.length >= AT_ONCE) yield await next();
    }
    while (running.length > 0) yield await next();
  } finally {
    await Promise.allSettled(running);
  }
}
