/** Owns which archives are opened at all, judged by their table of contents before a byte is inflated. */
import { compareNames } from '../../../lib/natural-order.ts';

export const ENTRIES_MAX_COUNT = 10_000;
/** A hundred pictures of the largest size, and as much again for what lies beside them. */
const INFLATED_MAX_BYTES = 640 * 1024 * 1024;
const RATIO_MAX = 200;
/** Small files of one colour or letter shrink by more than any bomb needs to. */
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;

export type ArchiveProblem =
  | 'archive_bomb'
  | 'archive_compression'
  | 'archive_damaged'
  | 'archive_duplicates'
  | 'archive_encrypted'
  | 'archive_entries'
  | 'archive_links'
  | 'archive_no_pages'
  | 'archive_refused_files'
  | 'archive_too_many'
  | 'archive_unsafe';

/** What the central directory says of an entry (APPNOTE 4.3.12). */
export type EntryFacts = {
  fileName: string;
  compressedSize: number;
  uncompressedSize: number;
  compressionMethod: number;
  generalPurposeBitFlag: number;
  externalFileAttributes: number;
  versionMadeBy: number;
  relativeOffsetOfLocalHeader: number;
  fileNameLength: number;
};

const isFolder = ({ fileName }: EntryFacts): boolean => fileName.endsWith('/');

/** Why the archive is not opened, or null. One bad entry is enough: whoever builds such a thing means no comic by it. */
export function archiveProblem(entries: readonly EntryFacts[]): ArchiveProblem | null {
  if (entries.length > ENTRIES_MAX_COUNT) return 'archive_entries';
  const names = new Set<string>();
  let inflated = 0;
  for (const entry of entries) {
    const name = entry.fileName.normalize('NFC');
    if (names.has(name)) return 'archive_duplicates';
    names.add(name);
    const problem = entryProblem(entry);
    if (problem !== null) return problem;
    inflated += entry.uncompressedSize;
  }
  if (inflated > INFLATED_MAX_BYTES) return 'archive_bomb';
  return doOverlap(entries) ? 'archive_bomb' : null;
}

function entryProblem(entry: EntryFacts): ArchiveProblem | null {
  if (isUnsafe(entry.fileName)) return 'archive_unsafe';
  if ((entry.generalPurposeBitFlag & 1) !== 0) return 'archive_encrypted';
  if (isSpecial(entry)) return 'archive_links';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return 'archive_compression';
  const { uncompressedSize: size, compressedSize } = entry;
  return size > RATIO_COUNTS_FROM_BYTES && size > compressedSize * RATIO_MAX ? 'archive_bomb' : null;
}

/** Nothing is ever written under these names; an archive that tries it is refused all the same. */
const isUnsafe = (name: string): boolean =>
  name.includes('\\') ||
  name.includes('\0') ||
  name.startsWith('/') ||
  /^[a-z]:/i.test(name) ||
  name.split('/').includes('..');

const UNIX = 3;
const KIND = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;

/** Symbolic links, devices, sockets. */
function isSpecial({ versionMadeBy, externalFileAttributes }: EntryFacts): boolean {
  if (versionMadeBy >>> 8 !== UNIX) return false;
  const kind = (externalFileAttributes >>> 16) & KIND;
  return kind !== 0 && kind !== REGULAR && kind !== DIRECTORY;
}

/** Bombs without a ratio to see are made of entries that share their bytes. */
function doOverlap(entries: readonly EntryFacts[]): boolean {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of inOrder) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) return true;
    end = start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
  return false;
}

const SIDE_FILES = new Set(['comicinfo.xml', 'metroninfo.xml', 'thumbs.db', 'desktop.ini']);

/** What programs put beside the pictures: nobody misses it, so nobody is told. */
const isSideFile = (path: string): boolean => {
  const parts = path.split('/');
  return (
    parts.includes('__MACOSX') ||
    parts.some((part) => part.startsWith('.')) ||
    SIDE_FILES.has((parts.at(-1) ?? '').toLowerCase())
  );
};

/** The entries that may be pages, in the order of reading. */
export const pageEntries = <Entry extends EntryFacts>(entries: readonly Entry[]): Entry[] =>
  entries
    .filter((entry) => !isFolder(entry) && !isSideFile(entry.fileName))
    .sort((a, b) => compareNames(a.fileName, b.fileName));
