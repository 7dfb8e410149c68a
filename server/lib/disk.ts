/** The file system for uploads and storage, as one object, so that tests can simulate a slow or full one. */
import * as fs from 'node:fs/promises';

export type Disk = Pick<
  typeof fs,
  'mkdir' | 'mkdtemp' | 'open' | 'opendir' | 'readFile' | 'rename' | 'rm' | 'stat'
>;

export const disk: Disk = fs;

/** A single write may be partial. */
export async function writeAll(file: fs.FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}

/** Disk or quota full: in the file system (errno), the database (SQLSTATE) or the bucket (HTTP). */
export function isStorageFull(error: unknown): boolean {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause) {
    const { code, status } = at as { code?: unknown; status?: unknown };
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || status === 507) return true;
  }
  return false;
}
