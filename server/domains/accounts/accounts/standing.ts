/** Sets flags and locks of accounts for administrators. Other files decide who may do so. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { endStreamsOf } from '../../../live/news.ts';
import { purgeAuthor } from './public-pages.ts';

/** `isAdministrator` as an SQL condition. */
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
  await purgeAuthor(tx, userId);
}

/** Ends the user's open streams at once. Their sessions get 423 on the next call and end. Published stories stay. */
export async function setLocked(tx: TransactionDeps, userId: string, at: Date | null): Promise<void> {
  await tx.db.update(users).set({ lockedAt: at }).where(eq(users.id, userId));
  if (at !== null) endStreamsOf(tx, userId);
}
