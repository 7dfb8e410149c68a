/**
 * Takes uploads in: streamed to a temporary file under a size limit, judged by content, then put into storage. Owns
 * `uploads`, where each stored original stands until its own row is written, so that none is ever forgotten.
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

/** An upload that was judged good and lies in storage, but has no row yet: `discard` takes it away again. */
export type ReceivedImage = {
  mediaId: string;
  name: string;
  hash: string;
  facts: ImageFacts;
  discard(): Promise<void>;
};

const TEMPORARY = 'tsuzuki-upload-';
/** What an upload is can be told from its beginning. */
const HEAD_BYTES = 512;

/** Receives one picture. Throws `ImageRefused` for what is no JPEG or PNG of at most 3 MiB; then nothing is stored. */
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

/**
 * Puts a file into storage, noted in `uploads` until its own row is written and the note is taken away. Answers how to take
 * the file back.
 */
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
    // Where even that fails the next sweep does it.
    await discard().catch(() => undefined);
    throw error;
  }
  return discard;
}

/** What was stored has a row of its own now; part of the transaction that writes it. */
export async function settleUpload(deps: Pick<Deps, 'db'>, id: string): Promise<void> {
  await deps.db.delete(uploads).where(eq(uploads.id, id));
}

const readFrom = async ({ disk }: Deps, path: string) => owned((await disk.open(path)).createReadStream());

export type Demands = {
  maxBytes: number;
  /** What is thrown at the first byte more. */
  tooLarge: () => Error;
  /** Throws for what is not wanted; asked before anything is written. */
  judge: (head: Buffer) => void;
  hash?: ReturnType<typeof createHash>;
};

/** Puts what comes on the disk as long as `work` lasts. */
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

/** Hands nothing on before the beginning has been judged good, and nothing beyond the limit. */
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

/** Takes the file of an upload away, unless it has become something: its row may be there although the commit failed to say so. */
async function discardUpload(deps: Deps, mediaId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [pending] = await tx.db.select().from(uploads).where(eq(uploads.id, mediaId)).for('update');
    if (pending === undefined) return;
    await deps.storage.delete(pending.key ?? originalKey(mediaId));
    await tx.db.delete(uploads).where(eq(uploads.id, mediaId));
  });
}

/** Takes away what uploads that were cut off have stored; returns how many there were. */
export async function discardUploads(deps: Deps, { olderThanMs }: { olderThanMs: number }): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - olderThanMs);
  const rows = await deps.db.select().from(uploads).where(lte(uploads.createdAt, before));
  for (const { id } of rows) await discardUpload(deps, id);
  return rows.length;
}

/** Removes the temporary files of processes that were killed; a living process removes its own. */
export async function removeTemporaryUploads(isAlive: (pid: number) => boolean): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(new RegExp(`^${TEMPORARY}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid === 0 || (pid !== process.pid && isAlive(pid))) continue;
    // Another user's, perhaps; then it is that user's to remove.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
