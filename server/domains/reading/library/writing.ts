import type { Deps } from '../../../deps.ts';
import { type Actor, withinActionLimits } from '../../../limits/actions.ts';
import { collectLimits } from '../limits.ts';

/** Limits all changes of collections together. Throws 429. */
export const withinLimits = <T>(deps: Deps, doer: Actor, work: () => Promise<T>): Promise<T> =>
  withinActionLimits(deps, doer, collectLimits, work);
