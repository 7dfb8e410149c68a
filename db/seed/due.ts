/** Tells whether a database needs the demo. Every start asks, so this file loads no demo stories. */
import { eq } from 'drizzle-orm';
import type { Deps } from '../../server/deps.ts';
import { settings, users } from '../schema/index.ts';

export const DEMO_SETTING = 'demo';

/** True when this or an earlier start began the demo. */
export async function hasDemo({ db }: Deps): Promise<boolean> {
  const [state] = await db.select().from(settings).where(eq(settings.name, DEMO_SETTING));
  return state !== undefined;
}

/** True when the demo is wanted and the database is empty or the demo was interrupted. */
export async function isDemoDue(deps: Deps): Promise<boolean> {
  if (!deps.config.wantsDemo) return false;
  const [state] = await deps.db.select().from(settings).where(eq(settings.name, DEMO_SETTING));
  if (state !== undefined) return state.value !== 'done';
  const [anybody] = await deps.db.select({ id: users.id }).from(users).limit(1);
  return anybody === undefined;
}
