/** Whether the demo stories belong into a database; kept apart from them, since every start asks. */
import { eq } from 'drizzle-orm';
import type { Deps } from '../../server/deps.ts';
import { settings, users } from '../schema/index.ts';

export const DEMO_SETTING = 'demo';

/** Whether the demo has been begun here, by this start or an earlier one. */
export async function hasDemo({ db }: Deps): Promise<boolean> {
  const [state] = await db.select().from(settings).where(eq(settings.name, DEMO_SETTING));
  return state !== undefined;
}

/** Whether the demo belongs into this database: it is wanted, and the database is empty or the demo was interrupted. */
export async function isDemoDue(deps: Deps): Promise<boolean> {
  if (!deps.config.wantsDemo) return false;
  const [state] = await deps.db.select().from(settings).where(eq(settings.name, DEMO_SETTING));
  if (state !== undefined) return state.value !== 'done';
  const [anybody] = await deps.db.select({ id: users.id }).from(users).limit(1);
  return anybody === undefined;
}
