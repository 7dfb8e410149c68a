/** Decides which zips are opened, by their table of contents, before a byte is inflated. */

const RATIO_MAX = 200;
/** Small files of one color or letter exceed the ratio, too. */
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;
const STORED = 0;
export const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;

export type ZipProblem =
  | 'bomb'
  | 'compression'
  | 'damaged'
  | 'duplicates'
  | 'encrypted'
  | 'entries'
  | 'links'
  | 'unsafe';

export type ZipLimits = {
  entriesMaxCount: number;
  /** For all entries together, as declared and as read. */
  inflatedMaxBytes: number;
};

/** Fields of an entry in the central directory (APPNOTE 4.3.12). */
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

export const isFolder = ({ fileName }: EntryFacts): boolean => fileName.endsWith('/');

/** Reason not to open the zip, or null. One bad entry is enough: its author means harm. */
export function zipProblem(entries: readonly EntryFacts[], limits: ZipLimits): ZipProblem | null {
  if (entries.length > limits.entriesMaxCount) return 'entries';
  const names = new Set<string>();
  let inflated = 0;
  for (const entry of entries) {
    const name = entry.fileName.normalize('NFC');
    if (names.has(name)) return 'duplicates';
    names.add(name);
    const problem = entryProblem(entry);
    if (problem !== null) return problem;
    inflated += entry.uncompressedSize;
  }
  if (inflated > limits.inflatedMaxBytes) return 'bomb';
  return doOverlap(entries) ? 'bomb' : null;
}

function entryProblem(entry: EntryFacts): ZipProblem | null {
  if (isUnsafe(entry.fileName)) return 'unsafe';
  if ((entry.generalPurposeBitFlag & 1) !== 0) return 'encrypted';
  if (isSpecial(entry)) return 'links';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) return 'compression';
  const { uncompressedSize: size, compressedSize } = entry;
  return size > RATIO_COUNTS_FROM_BYTES && size > compressedSize * RATIO_MAX ? 'bomb' : null;
}

/** Nothing is ever written under these names, but such a zip is refused anyway. */
const isUnsafe = (name: string): boolean =>
  name.includes('\0') || name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..');

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

/** Bombs without a visible ratio have entries that share their bytes. */
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
