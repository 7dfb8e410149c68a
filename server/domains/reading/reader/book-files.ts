/**
 * Makes whole books before sending their first byte, so that none breaks off in the middle. A process makes few at a
 * time, and refuses others with `Retry-After`. A slow reader occupies a file, but no place.
 */
import type { Readable } from 'node:stream';
import type { Deps } from '../../../deps.ts';
import { unavailable } from '../../../lib/errors.ts';
import { owned } from '../../../lib/streams.ts';
import { withTemporaryFile } from '../../media/receive.ts';
import { type OwnBook, writeEpub } from '../../publishing/novels/epub/write.ts';

/** Each book queries the database for one chapter at a time. */
const MADE_AT_ONCE = 4;
/** Files on the disk that slow readers have not taken yet. */
const UNSENT_MAX_BYTES = 4 * 2 ** 30;
const RETRY_SECONDS = 5;

const atWork = { made: 0, unsentBytes: 0 };

/** `open` is called once, in the tick in which the book is sent. */
export type MadeBook = { bytes: number; open: () => Readable };

/** Throws 503 when too many books are being made, or lie on the disk for others. */
export async function makeBook(deps: Deps, book: OwnBook): Promise<MadeBook> {
  if (atWork.made >= MADE_AT_ONCE || atWork.unsentBytes >= UNSENT_MAX_BYTES)
    throw unavailable('overloaded', { retryAfterSeconds: RETRY_SECONDS });
  atWork.made += 1;
  try {
    return await withTemporaryFile(
      deps,
      () => writeEpub(book),
      OWN,
      (path) => hold(deps, path),
    );
  } finally {
    atWork.made -= 1;
  }
}

/** No limits, because we wrote the file ourselves. */
const OWN = { maxBytes: Number.POSITIVE_INFINITY, tooLarge: () => new Error('unbounded'), judge: () => {} };

/** The file's name goes at once. Its bytes go when the response was taken, or its reader has left. */
async function hold({ disk }: Deps, path: string): Promise<MadeBook> {
  const handle = await disk.open(path);
  const { size: bytes } = await handle.stat();
  const open = (): Readable => {
    atWork.unsentBytes += bytes;
    const file = owned(handle.createReadStream());
    return file.once('close', () => {
      atWork.unsentBytes -= bytes;
    });
  };
  return { bytes, open };
}
