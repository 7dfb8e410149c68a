/**
 * Makes books whole before their first byte leaves, so that none breaks off in the middle. Few are made at a time in a process;
 * others are refused with `Retry-After`. A slow reader holds a file, never a place.
 */
import type { Readable } from 'node:stream';
import type { Deps } from '../../../deps.ts';
import { unavailable } from '../../../lib/errors.ts';
import { owned } from '../../../lib/streams.ts';
import { withTemporaryFile } from '../../media/receive.ts';
import { type OwnBook, writeEpub } from '../../publishing/novels/epub/write.ts';

/** Each asks the database for a chapter at a time. */
const MADE_AT_ONCE = 4;
/** Files that slow readers have not taken yet, on the disk. */
const UNSENT_MAX_BYTES = 4 * 2 ** 30;
const RETRY_SECONDS = 5;

const atWork = { made: 0, unsentBytes: 0 };

/** It is opened once, in the tick in which it is sent. */
export type MadeBook = { bytes: number; open: () => Readable };

/** Throws 503 when enough are being made, or lie on the disk for others. */
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

/** We wrote it ourselves. */
const OWN = { maxBytes: Number.POSITIVE_INFINITY, tooLarge: () => new Error('unbounded'), judge: () => {} };

/** The name of the file goes at once; its bytes go when the answer is taken, or its reader has left. */
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
