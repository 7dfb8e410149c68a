/** Takes the pictures out of a zip or CBZ: each is judged by its content as if it had been sent alone. */
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { Deps } from '../../../deps.ts';
import { owned } from '../../../lib/streams.ts';
import { isStorable } from '../../../lib/text.ts';
import { ImageRefused, isImageRefused } from '../images.ts';
import { type ReceivedImage, receiveImage } from '../receive.ts';
import { type ArchiveProblem, archiveProblem, ENTRIES_MAX_COUNT, pageEntries } from './entries.ts';

export type Skipped = { name: string; reason: string };

const brand: unique symbol = Symbol.for('tsuzuki.ArchiveRefused') as never;

/** The whole archive is refused, and nothing of it kept. */
class ArchiveRefused extends Error {
  readonly [brand] = true;
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem, cause?: unknown) {
    super(`archive refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

export const isArchiveRefused = (error: unknown): error is ArchiveRefused =>
  typeof error === 'object' && error !== null && brand in error;

const NAME_MAX_LENGTH = 200;
/** Whoever has put so many other files among the pages has no archive of pages. */
const SKIPPED_MAX_COUNT = 200;

/** Adds to `images` as it goes, so that whoever called can take back what was stored before an error. */
export async function unpackImages(
  deps: Deps,
  path: string,
  images: ReceivedImage[],
  { imagesMaxCount }: { imagesMaxCount: number },
): Promise<Skipped[]> {
  const zip = await open(path);
  try {
    const skipped: Skipped[] = [];
    for (const entry of pageEntries(await readEntries(zip))) {
      const name = shortName(entry.fileName);
      try {
        images.push(await receiveImage(deps, () => contentOf(zip, entry), name));
      } catch (error) {
        if (!isImageRefused(error)) throw error;
        skipped.push({ name, reason: error.reason });
        if (skipped.length >= SKIPPED_MAX_COUNT) throw new ArchiveRefused('archive_refused_files');
      }
      if (images.length > imagesMaxCount) throw new ArchiveRefused('archive_too_many');
    }
    if (images.length === 0) throw new ArchiveRefused('archive_no_pages');
    return skipped;
  } finally {
    zip.close();
  }
}

async function open(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { autoClose: false, strictFileNames: true });
  } catch (error) {
    throw new ArchiveRefused('archive_damaged', error);
  }
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES_MAX_COUNT) throw new ArchiveRefused('archive_entries');
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > ENTRIES_MAX_COUNT) break;
    }
  } catch (error) {
    const isName = error instanceof Error && /path|fileName/i.test(error.message);
    throw new ArchiveRefused(isName ? 'archive_unsafe' : 'archive_damaged', error);
  }
  const problem = archiveProblem(entries);
  if (problem !== null) throw new ArchiveRefused(problem);
  return entries;
}

/** The inflated bytes of an entry, with an error at the end if their checksum is wrong. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const chunk of await openEntry(zip, entry)) {
      sum = crc32(chunk as Buffer, sum);
      yield chunk as Buffer;
    }
  } catch (cause) {
    // What zlib or the sizes have to complain of speaks of this file alone.
    throw new ImageRefused('damaged', { cause });
  }
  if (sum !== entry.crc32) throw new ImageRefused('damaged');
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(owned(stream))));
  });

function shortName(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  return isStorable(name) ? [...name].slice(0, NAME_MAX_LENGTH).join('') : '';
}
