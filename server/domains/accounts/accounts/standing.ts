/** What administrators set at an account: its flags, and whether it is locked. Who may do so is decided elsewhere. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { endStreamsOf } from '../../../live/news.ts';
import { purgeAuthor } from './public-pages.ts';

/** `isAdministrator` as a condition on accounts. */
export const areAdministrators = () => and(eq(users.administrator, true), isNotNull(users.secondFactorAt));

export async function setFlag(
  tx: TransactionDeps,
  userId: string,
  flag: 'publisher' | 'administrator',
  isSet: boolean,
): Promise<void> {
  await tx.db
    .update(users)
    .set({ [flag]: isSet })
    .where(eq(users.id, userId));
  // Their pages may say it.
  await purgeAuthor(tx, userId);
}

/** Whoever is signed in with it is told on their next call, and signed out by that (423); what is open for them ends at
 * once. What they have published stays. */
export async function setLocked(tx: TransactionDeps, userId: string, at: Date | null): Promise<void> {
  await tx.db.update(users).set({ lockedAt: at }).where(eq(users.id, userId));
  if (at !== null) endStreamsOf(tx, userId);
}
