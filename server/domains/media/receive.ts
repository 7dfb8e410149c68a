/**
 * Takes uploads in: streamed to a temporary file under a size limit, judged by content, then put into storage. Owns
 * `uploads`, where each stored original stands until its row in `media` is written, so that none is ever forgotten.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eq, lte } from 'drizzle-orm';
import { uploads } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { newId } from '../../lib/ids.ts';
import { originalKey } from './addresses.ts';
import { type ImageFacts, ImageRefused, inspectImage, maxImageBytes } from './images.ts';

/** An upload that was judged good and lies in storage, but has no row yet: `discard` takes it away again. */
export type ReceivedImage = {
  mediaId: string;
  name: string;
  hash: string;
  facts: ImageFacts;
  discard(): Promise<void>;
};

const TEMPORARY = 'tsuzuki-upload-';

/**
 * Receives one picture. Throws `ImageRefused` for what is no JPEG or PNG of at most 3 MiB; then nothing is stored.
 * The rest of a refused stream is read and thrown away, so that the request can be answered.
 */
export async function receiveImage(deps: Deps, stream: Readable, name: string): Promise<ReceivedImage> {
  const hash = createHash('sha256');
  const limit = limitTo(maxImageBytes, () => new ImageRefused('too_large'), hash);
  return withTemporaryFile(stream, limit, async (path) => {
    const facts = await inspectImage(path);
    const mediaId = newId(deps.clock.now().getTime());
    await deps.db.insert(uploads).values({ id: mediaId, createdAt: deps.clock.now() });
    const contentType = `image/${facts.format}`;
    await deps.storage.put(originalKey(mediaId), createReadStream(path), { contentType });
    return { mediaId, name, hash: hash.digest('hex'), facts, discard: () => discardUpload(deps, mediaId) };
  });
}

/** Puts a stream on the disk as long as `work` lasts. */
export async function withTemporaryFile<T>(
  stream: Readable,
  limit: Transform,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${TEMPORARY}${process.pid}-`));
  try {
    const path = join(folder, 'file');
    await pipeline(stream, limit, createWriteStream(path));
    return await work(path);
  } finally {
    stream.resume();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets so many bytes through and ends with `refusal` at the first one more. */
export function limitTo(
  mostBytes: number,
  refusal: () => Error,
  hash?: ReturnType<typeof createHash>,
): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) return done(refusal());
      hash?.update(chunk);
      done(null, chunk);
    },
  });
}

/** Takes the file of an upload away, unless it has become a picture: its row may be there although the commit failed to say so. */
async function discardUpload(deps: Deps, mediaId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [pending] = await tx.db.select().from(uploads).where(eq(uploads.id, mediaId)).for('update');
    if (pending === undefined) return;
    await deps.storage.delete(originalKey(mediaId));
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
