import type { Deps } from '../../../deps.ts';
import { type Doer, withinDeedLimits } from '../../../limits/deeds.ts';
import { collectLimits } from '../limits.ts';

/** How often somebody may change collections, whichever and how. Throws 429. */
export const withinLimits = <T>(deps: Deps, doer: Doer, work: () => Promise<T>): Promise<T> =>
  withinDeedLimits(deps, doer, collectLimits, work);
