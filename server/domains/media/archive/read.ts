/** Takes the pictures out of a zip or CBZ. Each is judged by its content, like a separate upload. */
import type { Entry } from 'yauzl';
import type { Deps } from '../../../deps.ts';
import { isStorable, shortened } from '../../../lib/text.ts';
import { isZipRefused, type OpenZip, openZip } from '../../../lib/zip/open.ts';
import { ImageRefused, isImageRefused } from '../images.ts';
import { type ReceivedImage, receiveImage } from '../receive.ts';
import { ARCHIVE_LIMITS, type ArchiveProblem, PROBLEM_OF, pageEntries } from './entries.ts';

export type Skipped = { name: string; reason: string };

const brand: unique symbol = Symbol.for('tsuzuki.ArchiveRefused') as never;

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
/** With so many other files it is not an archive of pages. */
const SKIPPED_MAX_COUNT = 200;

/** Adds to `images` as it goes, so that the caller can discard stored pictures after an error. */
export async function unpackImages(
  deps: Deps,
  path: string,
  images: ReceivedImage[],
  { imagesMaxCount }: { imagesMaxCount: number },
): Promise<Skipped[]> {
  const zip = await open(path);
  try {
    const skipped: Skipped[] = [];
    for (const entry of pageEntries(zip.entries)) {
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
    await zip.close();
  }
}

async function open(path: string): Promise<OpenZip> {
  try {
    return await openZip(path, ARCHIVE_LIMITS);
  } catch (error) {
    throw isZipRefused(error) ? new ArchiveRefused(PROBLEM_OF[error.problem], error) : error;
  }
}

async function* contentOf(zip: OpenZip, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* zip.contentOf(entry);
  } catch (error) {
    throw isZipRefused(error) ? new ImageRefused('damaged', { cause: error }) : error;
  }
}

function shortName(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  return isStorable(name) ? shortened(name, NAME_MAX_LENGTH) : '';
}
