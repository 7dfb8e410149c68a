/** A small disk for an installation that can be filled to the last byte (Linux, root only). */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Uses up all free space. */
  fill(): void;
  makeRoom(): void;
  end(): void;
};

const PIECE = Buffer.alloc(1024 * 1024);

/** The files are in memory. They survive a `kill -9`, as on a disk. */
export function mountSmallDisk(folder: string, mib: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=1777`, 'tmpfs', folder]);
  const end = (): void => {
    process.off('exit', end);
    // A dying process may still have a file open there.
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  const filler = join(folder, '.filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (let piece = PIECE; piece.byteLength > 0; ) {
          try {
            writeSync(file, piece);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            piece = piece.subarray(0, piece.byteLength >> 1);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    end,
  };
}
