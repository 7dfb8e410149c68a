/** The file system as uploads and storage see it: one object, so that a slow or a full one can be put in its place. */
import * as fs from 'node:fs/promises';

export type Disk = Pick<
  typeof fs,
  'mkdir' | 'mkdtemp' | 'open' | 'opendir' | 'readFile' | 'rename' | 'rm' | 'stat'
>;

export const disk: Disk = fs;

/** A write may take less than it was given. */
export async function writeAll(file: fs.FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}

/** No space, or none left for this user: of a file system (errno), of a database (SQLSTATE), of a bucket (HTTP). */
export function isStorageFull(error: unknown): boolean {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause) {
    const { code, status } = at as { code?: unknown; status?: unknown };
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || status === 507) return true;
  }
  return false;
}
