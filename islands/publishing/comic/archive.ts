/**
 * Opens an archive in the browser, so that its pages travel one by one and a cut connection costs one of them. Loaded when
 * somebody chooses one. What is odd about an archive is the server's to judge: then this answers null.
 */
import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { compareNames } from '../../../server/lib/natural-order.ts';
import type { Source } from './useChosenFiles.ts';

// The browser inflates by itself; workers and WebAssembly would need a wider content security policy.
configure({ useWebWorkers: false, useCompressionStream: true });

const SIDE_FILES = new Set(['comicinfo.xml', 'metroninfo.xml', 'thumbs.db', 'desktop.ini']);
const RATIO_MAX = 200;
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;

const isSideFile = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX') ||
  SIDE_FILES.has(nameOf(path).toLowerCase());
const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

/** The pages of an archive in the order of reading, each inflated when its turn comes; null for more than `most` or what is odd. */
export async function pagesOfArchive(file: File, most: number): Promise<Source[] | null> {
  const zip = new ZipReader(new BlobReader(file), { checkOverlappingEntry: true });
  try {
    const entries = await zip.getEntries();
    const files = entries.filter(
      (entry): entry is FileEntry => !entry.directory && !isSideFile(entry.filename),
    );
    if (files.length === 0 || files.length > most || files.some(isOdd)) return null;
    return files
      .sort((a, b) => compareNames(a.filename, b.filename))
      .map((entry) => ({
        name: nameOf(entry.filename),
        size: entry.uncompressedSize,
        open: async () =>
          new File([await entry.getData(new BlobWriter(), { checkCrc32: true })], nameOf(entry.filename)),
      }));
  } catch {
    // Odd, then: it goes whole to the server, which tells what is wrong with it.
    return null;
  }
}

const isOdd = ({
  encrypted,
  compressionMethod,
  compressedSize,
  uncompressedSize,
  filename,
}: FileEntry): boolean =>
  encrypted ||
  (compressionMethod !== 0 && compressionMethod !== 8) ||
  /^\/|\\|(^|\/)\.\.(\/|$)/.test(filename) ||
  (uncompressedSize > RATIO_COUNTS_FROM_BYTES && uncompressedSize > compressedSize * RATIO_MAX);
