/** Opens untrusted zips: strict names, a checked table of contents, enforced sizes and checksums. */
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { isOfSystem } from '../errors.ts';
import { owned } from '../streams.ts';
import { wholeSizeOf } from './end.ts';
import { DEFLATED, type ZipLimits, type ZipProblem, zipProblem } from './entries.ts';
import { nameOf } from './names.ts';

const brand: unique symbol = Symbol.for('tsuzuki.ZipRefused') as never;

class ZipRefused extends Error {
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
  /** The inflated bytes. Throws `ZipRefused` if their size or checksum is wrong. */
  contentOf(entry: Entry): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
};

/** Throws `ZipRefused`, or the system's error about the disk. */
export async function openZip(path: string, limits: ZipLimits): Promise<OpenZip> {
  const file = await open(path);
  try {
    const size = await wholeSizeOf(file);
    const options = { autoClose: false, decodeStrings: false };
    const zip = await yauzl.fromRandomAccessReaderPromise(new FileReader(file, size), size, options);
    const entries = await readEntries(zip, limits);
    return { entries, contentOf: (entry) => contentOf(file, zip, entry), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw refusalOf(error);
  }
}

const refusalOf = (error: unknown): unknown =>
  isOfSystem(error) || isZipRefused(error) ? error : new ZipRefused('damaged', error);

/** Offsets come from the untrusted file. Node throws at impossible offsets, where yauzl does not expect it. */
class FileReader extends yauzl.RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (!(position + length <= this.#size)) {
      setImmediate(callback, new Error('the zip leads out of its file'));
      return;
    }
    this.#file
      .read(buffer, offset, length, position)
      .then(({ bytesRead }) => callback(null, bytesRead), callback);
  }
}

async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.entriesMaxCount) throw new ZipRefused('entries');
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entry.fileName = nameOf(entry);
      entries.push(entry);
      if (entries.length > limits.entriesMaxCount) break;
    }
  } catch (error) {
    throw refusalOf(error);
  }
  const problem = zipProblem(entries, limits);
  if (problem !== null) throw new ZipRefused(problem);
  return entries;
}

async function* contentOf(file: FileHandle, zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = bytesBetween(file, fileDataStart, fileDataStart + entry.compressedSize);
    const content = entry.compressionMethod === DEFLATED ? inflated(packed) : packed;
    yield* checked(content, entry);
  } catch (error) {
    throw refusalOf(error);
  }
}

const CHUNK_BYTES = 64 * 1024;

async function* bytesBetween(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const wanted = Math.min(CHUNK_BYTES, end - at);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** A consumer that stops reading closes both streams. */
const inflated = (packed: AsyncIterable<Buffer>): Readable =>
  pipeline(
    owned(Readable.from(packed)),
    owned(createInflateRaw({ chunkSize: CHUNK_BYTES })),
    () => undefined, // The consumer gets the error.
  );

async function* checked(content: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  let bytes = 0;
  let sum = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > entry.uncompressedSize) break;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (bytes !== entry.uncompressedSize || sum !== entry.crc32)
    throw new Error(`size or checksum of ${JSON.stringify(entry.fileName)} is wrong`);
}
