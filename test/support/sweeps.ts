import type { Deps } from '../../server/deps.ts';
import { allParts } from '../../server/domains/index.ts';
import type { JobQueue } from '../../server/ports.ts';

const sweeps = allParts.flatMap((domain) => domain.sweeps);

/** Runs these sweeps now. Only sweeps that need no queue. */
export async function runSweeps(deps: Deps, ...names: string[]): Promise<void> {
  for (const name of names) {
    const sweep = sweeps.find((one) => one.name === name);
    if (sweep === undefined) throw new Error(`there is no sweep ${name}`);
    await sweep.run(deps, null as unknown as JobQueue);
  }
}
