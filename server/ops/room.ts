/** Whether there is room to write: asked by `/readyz`, before whoever uploads finds out. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import type { ReadinessCheck } from './health.ts';

/** Smaller than a picture, and far more than what a file system keeps for its own small matters. */
const PROBE = Buffer.alloc(1024 * 1024);
/** Probes ask often and from several places; a disk that fills is seen soon enough. */
const HOLDS_MS = 5_000;

/** Writes a file in each folder and takes it away again: free space alone knows no quota and no read-only disk. */
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
      // Whoever asked hears of it; nobody may have.
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
