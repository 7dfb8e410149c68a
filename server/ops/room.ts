/** Checks for free disk space. `/readyz` reports a full disk before uploads fail. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import type { ReadinessCheck } from './health.ts';

/** Smaller than a picture, and much more than a file system reserves for itself. */
const PROBE = Buffer.alloc(1024 * 1024);
/** Limits the probes, which come often and from several places. */
const HOLDS_MS = 5_000;

/** Writes and removes a file in each folder: free space alone reveals neither quotas nor a read-only disk. */
export function roomCheck(
  { disk, clock }: Pick<Deps, 'disk' | 'clock'>,
  folders: readonly string[],
): ReadinessCheck {
  let latest: Promise<unknown> | null = null;
  let askedAtMs = 0;
  return () => {
    const nowMs = clock.now().getTime();
    if (latest === null || nowMs - askedAtMs >= HOLDS_MS) {
      askedAtMs = nowMs;
      latest = Promise.all(folders.map(probe));
      // The caller handles the error. A cached check may have no caller.
      latest.catch(() => {});
    }
    return latest;
  };

  async function probe(folder: string): Promise<void> {
    await disk.mkdir(folder, { recursive: true });
    const path = join(folder, `.tsuzuki-room-${randomUUID()}`);
    const file = await disk.open(path, 'wx');
    try {
      await file.writeFile(PROBE);
    } finally {
      await file.close();
      await disk.rm(path, { force: true });
    }
  }
}
