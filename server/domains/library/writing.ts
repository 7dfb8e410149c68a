/** How often somebody may change collections, whichever and how. */
import type { Deps } from '../../deps.ts';
import { isAppError } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { spend } from '../../limits/allowances.ts';
import { attempt, subjects } from '../../limits/attempts.ts';
import { isNewAccount } from '../../limits/deeds.ts';
import { libraryLimits } from './limits.ts';

type Writer = { viewer: Viewer; address: string };

/** What was refused after all is not counted. Throws 429. */
export async function withinLimits<T>(
  deps: Deps,
  { viewer, address }: Writer,
  work: () => Promise<T>,
): Promise<T> {
  const { collect, collectHere, collectDaily, collectNew, collectNewDaily } = libraryLimits;
  const isNew = await isNewAccount(deps, viewer.id);
  const own = await attempt(deps, isNew ? collectNew : collect, [subjects.user(viewer.id)]);
  const here = await attempt(deps, collectHere, [subjects.address(address)]);
  const daily = await spend(deps, { userId: viewer.id, address }, [
    { allowance: isNew ? collectNewDaily : collectDaily, amount: 1 },
  ]);
  try {
    return await work();
  } catch (error) {
    if (isAppError(error)) await Promise.all([own.takeBack(), here.takeBack(), daily.giveBack()]);
    throw error;
  }
}
