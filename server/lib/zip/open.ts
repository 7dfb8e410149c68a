/** Opens zips that nobody vouches for: strict names, a judged table of contents, sizes and checksums held while inflating. */
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { owned } from '../streams.ts';
import { type ZipLimits, type ZipProblem, zipProblem } from './entries.ts';

const brand: unique symbol = Symbol.for('tsuzuki.ZipRefused') as never;

/** The whole zip is refused. */
export class ZipRefused extends Error {
  readonly [brand] = true;
  readonly problem: ZipProblem;

  constructor(problem: ZipProblem, cause?: unknown) {
    super(`zip refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

export const isZipRefused = (error: unknown): error is ZipRefused =>
  typeof error === 'object' && error !== null && brand in error;

export type OpenZip = {
  entries: Entry[];
  /** The inflated bytes; ends with an error if their size or checksum is wrong. */
  contentOf(entry: Entry): AsyncGenerator<Uint8Array>;
  close(): void;
};

export async function openZip(path: string, limits: ZipLimits): Promise<OpenZip> {
  const zip = await open(path);
  try {
    const entries = await readEntries(zip, limits);
    return { entries, contentOf: (entry) => contentOf(zip, entry), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function open(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { autoClose: false, strictFileNames: true });
  } catch (error) {
    // Those of the system have codes: they speak of the disk, not of the file.
    throw error instanceof Error && 'code' in error ? error : new ZipRefused('damaged', error);
  }
}

async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.entriesMaxCount) throw new ZipRefused('entries');
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > limits.entriesMaxCount) break;
    }
  } catch (error) {
    const isName = error instanceof Error && /path|fileName/i.test(error.message);
    throw new ZipRefused(isName ? 'unsafe' : 'damaged', error);
  }
  const problem = zipProblem(entries, limits);
  if (problem !== null) throw new ZipRefused(problem);
  return entries;
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const chunk of await openEntry(zip, entry)) {
    sum = crc32(chunk as Buffer, sum);
    yield chunk as Buffer;
  }
  if (sum !== entry.crc32) throw new Error(`checksum of ${JSON.stringify(entry.fileName)} is wrong`);
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(owned(stream))));
  });
