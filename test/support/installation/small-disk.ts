/** A small disk of an installation's own, which can be filled to the last byte (root on Linux alone). */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Whatever room there is is taken. */
  fill(): void;
  makeRoom(): void;
  end(): void;
};

const PIECE = Buffer.alloc(1024 * 1024);

/** Its files lie in memory: a `kill -9` loses none of them, as on a disk. */
export function mountSmallDisk(folder: string, mib: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=1777`, 'tmpfs', folder]);
  const end = (): void => {
    process.off('exit', end);
    // Whoever is just being killed may still have a file open there.
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
