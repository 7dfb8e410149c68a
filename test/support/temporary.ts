import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'tsuzuki-test-';
const memory = '/dev/shm';
const roomBytes = 2 * 1024 ** 3;

/**
 * Databases are hundreds of small files, and some disks take a hundred times as long to make them as memory does: a
 * memory file system is used where it is large (in containers it often is not) and the machine has memory to spare.
 */
function root(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomBytes && freemem() > 2 * roomBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A folder for one run of the tests, which PostgreSQL's user may enter too. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(root(), `${prefix}${process.pid}-`));
  await chmod(folder, mode);
  return folder;
}

/** Removes the folders of runs that were killed: they carry the number of a process that is gone. */
export async function sweepTemporaryFolders(): Promise<void> {
  for (const parent of [memory, tmpdir()]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
      if (!pid) continue;
      try {
        process.kill(pid, 0);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') continue;
        await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}
