import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'tsuzuki-test-';
const memory = '/dev/shm';
const roomBytes = 2 * 1024 ** 3;

/**
 * Databases are hundreds of small files, which some disks create a hundred times slower than memory. Uses a memory file
 * system where it is large (often not in containers) and memory is free.
 */
function root(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomBytes && freemem() > 2 * roomBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A folder for one test run. PostgreSQL's user may enter it. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(root(), `${prefix}${process.pid}-`));
  await chmod(folder, mode);
  return folder;
}

/** Removes folders of killed runs: their names contain the number of a dead process. */
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
