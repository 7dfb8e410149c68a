/**
 * Opens an archive in the browser, so that pages upload one by one and a lost connection affects only one. Loaded when
 * the user chooses an archive. Returns null for suspicious archives, which the server judges.
 */
import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { compareNames } from '../../../server/lib/natural-order.ts';

/** A file, or an archive entry that becomes a file when opened. */
export type Source = { name: string; size: number; open: () => Promise<File> };

// Uses the browser's own inflate. Workers and WebAssembly would need a wider content security policy.
configure({ useWebWorkers: false, useCompressionStream: true });

const SIDE_FILES = new Set(['comicinfo.xml', 'metroninfo.xml', 'thumbs.db', 'desktop.ini']);
const RATIO_MAX = 200;
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;

const isSideFile = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX') ||
  SIDE_FILES.has(nameOf(path).toLowerCase());
const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Pages of an archive in reading order, inflated on demand. Null for more than `most` or a suspicious archive. */
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
    // The whole file goes to the server, which reports the error.
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
