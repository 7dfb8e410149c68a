/** Who has been here for less than a day: for them the limits are stricter. */
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { isNewAccount } from '../comments/rules.ts';

export async function isNewReader(deps: Deps, viewer: Viewer): Promise<boolean> {
  const [account] = await deps.db
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, viewer.id));
  return account === undefined || isNewAccount(account.createdAt, deps.clock.now());
}
