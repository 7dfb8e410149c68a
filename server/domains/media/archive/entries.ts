import { compareNames } from '../../../lib/natural-order.ts';
import { type EntryFacts, isFolder, type ZipLimits, type ZipProblem } from '../../../lib/zip/entries.ts';

export const ARCHIVE_LIMITS: ZipLimits = {
  entriesMaxCount: 10_000,
  // A hundred pictures of the largest size, and as much again for other files.
  inflatedMaxBytes: 640 * 1024 * 1024,
};

export const PROBLEM_OF = {
  bomb: 'archive_bomb',
  compression: 'archive_compression',
  damaged: 'archive_damaged',
  duplicates: 'archive_duplicates',
  encrypted: 'archive_encrypted',
  entries: 'archive_entries',
  links: 'archive_links',
  unsafe: 'archive_unsafe',
} as const satisfies Record<ZipProblem, string>;

export type ArchiveProblem =
  | (typeof PROBLEM_OF)[ZipProblem]
  | 'archive_no_pages'
  | 'archive_refused_files'
  | 'archive_too_many';

const SIDE_FILES = new Set(['comicinfo.xml', 'metroninfo.xml', 'thumbs.db', 'desktop.ini']);

/** Programs add these files, and nobody misses them. */
const isSideFile = (path: string): boolean => {
  const parts = path.split('/');
  return (
    parts.includes('__MACOSX') ||
    parts.some((part) => part.startsWith('.')) ||
    SIDE_FILES.has((parts.at(-1) ?? '').toLowerCase())
  );
};

export const pageEntries = <Entry extends EntryFacts>(entries: readonly Entry[]): Entry[] =>
  entries
    .filter((entry) => !isFolder(entry) && !isSideFile(entry.fileName))
    .sort((a, b) => compareNames(a.fileName, b.fileName));
