/** Bad disks: slow at each step, or full. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Disk, disk } from '../../server/lib/disk.ts';

type Step = keyof Disk;
type Around = (step: Step, go: () => Promise<unknown>) => Promise<unknown>;

function around(before: Around): Disk {
  const steps = Object.keys(plain) as Step[];
  const entries = steps.map((step) => {
    const go = plain[step] as (...given: unknown[]) => Promise<unknown>;
    return [step, (...given: unknown[]) => before(step, () => go(...given))];
  });
  return Object.fromEntries(entries) as Disk;
}

const { mkdir, mkdtemp, open, opendir, readFile, rename, rm, stat } = disk;
const plain: Disk = { mkdir, mkdtemp, open, opendir, readFile, rename, rm, stat };

/** Delays every step, long enough for concurrent work to go wrong. */
export const slowDisk = (delayMs: () => number): Disk =>
  around(async (_step, go) => {
    await wait(delayMs());
    return go();
  });

/** Refuses the steps selected by `isFull`, like a full file system. */
export const fullDisk = (isFull: (step: Step) => boolean): Disk =>
  around(async (step, go) => {
    if (isFull(step))
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${step}`), { code: 'ENOSPC' });
    return go();
  });
