import type { Deps } from '../../deps.ts';
import { type Discrepancy, findDiscrepancies } from './queries.ts';

/** Once a day: every balance is the sum of its legs. Whoever is on call hears of one that is not. */
export async function proveLedger(deps: Deps): Promise<Discrepancy[]> {
  const found = await findDiscrepancies(deps);
  for (const discrepancy of found) deps.log.fatal(discrepancy, 'a balance is not the sum of its legs');
  return found;
}
