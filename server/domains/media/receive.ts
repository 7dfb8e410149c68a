/** Takes uploads in: streamed to a temporary file under a size limit, judged by content, then put into storage. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '../../deps.ts';
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

/**
 * Receives one picture. Throws `ImageRefused` for what is no JPEG or PNG of at most 3 MiB; then nothing is stored.
 * The rest of a refused stream is read and thrown away, so that the request can be answered.
 */
export async function receiveImage(deps: Deps, stream: Readable, name: string): Promise<ReceivedImage> {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-upload-'));
  try {
    const path = join(folder, 'file');
    const hash = createHash('sha256');
    await pipeline(stream, limitTo(maxImageBytes, hash), createWriteStream(path));
    const facts = await inspectImage(path);
    const mediaId = newId(deps.clock.now().getTime());
    const key = originalKey(mediaId);
    await deps.storage.put(key, createReadStream(path), { contentType: `image/${facts.format}` });
    return { mediaId, name, hash: hash.digest('hex'), facts, discard: () => deps.storage.delete(key) };
  } finally {
    stream.resume();
    await rm(folder, { recursive: true, force: true });
  }
}

function limitTo(mostBytes: number, hash: ReturnType<typeof createHash>): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) return done(new ImageRefused('too_large'));
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
