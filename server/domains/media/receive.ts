/**
 * Streams uploads to a temporary file, judges their content and puts them into storage. Owns `uploads`, which lists
 * each stored file until its own row is written, so that none is forgotten.
 */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, lte } from 'drizzle-orm';
import { uploads } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { writeAll } from '../../lib/disk.ts';
import { newId } from '../../lib/ids.ts';
import { owned, type Source } from '../../lib/streams.ts';
import { originalKey } from './addresses.ts';
import { IMAGE_MAX_BYTES, type ImageFacts, ImageRefused, inspectImage, judgeHead } from './images.ts';

/** An accepted upload in storage that has no row yet. */
export type ReceivedImage = {
  mediaId: string;
  name: string;
  hash: string;
  facts: ImageFacts;
  discard(): Promise<void>;
};

const TEMPORARY = 'tsuzuki-upload-';
const HEAD_BYTES = 512;

/** Throws `ImageRefused` unless it is a JPEG or PNG of at most 3 MiB. Then stores nothing. */
export async function receiveImage(deps: Deps, source: Source, name: string): Promise<ReceivedImage> {
  const hash = createHash('sha256');
  const demands = {
    maxBytes: IMAGE_MAX_BYTES,
    tooLarge: () => new ImageRefused('too_large'),
    judge: judgeHead,
    hash,
  };
  return withTemporaryFile(deps, source, demands, async (path) => {
    const facts = await inspectImage(path);
    const mediaId = newId(deps.clock.now().getTime());
    const discard = await storeFile(deps, path, { id: mediaId, contentType: `image/${facts.format}` });
    return { mediaId, name, hash: hash.digest('hex'), facts, discard };
  });
}

/** Lists the file in `uploads` until `settleUpload`. Returns a function that deletes the file. */
export async function storeFile(
  deps: Deps,
  path: string,
  { id, key, contentType }: { id: string; key?: string; contentType: string },
): Promise<() => Promise<void>> {
  await deps.db.insert(uploads).values({ id, key: key ?? null, createdAt: deps.clock.now() });
  const discard = () => discardUpload(deps, id);
  try {
    await deps.storage.put(key ?? originalKey(id), () => readFrom(deps, path), { contentType });
  } catch (error) {
    // If even that fails, the next sweep deletes the file.
    await discard().catch(() => undefined);
    throw error;
  }
  return discard;
}

/** Call it in the transaction that writes the file's own row. */
export async function settleUpload(deps: Pick<Deps, 'db'>, id: string): Promise<void> {
  await deps.db.delete(uploads).where(eq(uploads.id, id));
}

const readFrom = async ({ disk }: Deps, path: string) => owned((await disk.open(path)).createReadStream());

export type Demands = {
  maxBytes: number;
  tooLarge: () => Error;
  /** Runs before anything is written. */
  judge: (head: Buffer) => void;
  hash?: ReturnType<typeof createHash>;
};

export async function withTemporaryFile<T>(
  { disk }: Deps,
  source: Source,
  demands: Demands,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const chunks = judged(source, demands);
  let folder: string | null = null;
  try {
    const begun = await chunks.next();
    folder = await disk.mkdtemp(join(tmpdir(), `${TEMPORARY}${process.pid}-`));
    const path = join(folder, 'file');
    const file = await disk.open(path, 'wx');
    try {
      if (!begun.done) await writeAll(file, begun.value);
      for await (const chunk of chunks) await writeAll(file, chunk);
    } finally {
      await file.close();
    }
    return await work(path);
  } finally {
    await chunks.return(undefined);
    if (folder !== null) await disk.rm(folder, { recursive: true, force: true });
  }
}

/** Yields nothing before `judge` accepts the first bytes, and nothing beyond the limit. */
async function* judged(
  source: Source,
  { maxBytes, tooLarge, judge, hash }: Demands,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0;
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of await source()) {
    bytes += chunk.byteLength;
    hash?.update(chunk);
    if (head === null) {
      if (bytes > maxBytes) throw tooLarge();
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    judge(head);
    if (bytes > maxBytes) throw tooLarge();
    yield head;
    head = null;
  }
  if (head === null) return;
  judge(head);
  yield head;
}

/** Keeps a file that has its own row: the commit may have succeeded although it reported an error. */
async function discardUpload(deps: Deps, mediaId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [pending] = await tx.db.select().from(uploads).where(eq(uploads.id, mediaId)).for('update');
    if (pending === undefined) return;
    await deps.storage.delete(pending.key ?? originalKey(mediaId));
    await tx.db.delete(uploads).where(eq(uploads.id, mediaId));
  });
}

export async function discardUploads(deps: Deps, { olderThanMs }: { olderThanMs: number }): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - olderThanMs);
  const rows = await deps.db.select().from(uploads).where(lte(uploads.createdAt, before));
  for (const { id } of rows) await discardUpload(deps, id);
  return rows.length;
}

/** Living processes remove their own temporary files. */
export async function removeTemporaryUploads(isAlive: (pid: number) => boolean): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(new RegExp(`^${TEMPORARY}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || (pid !== process.pid && isAlive(pid))) continue;
    // The file may belong to another user.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
