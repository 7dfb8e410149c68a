import { and, eq, ne } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';

/** Whether signing in asks for a second factor, and since when; what it is another domain keeps. */
export async function setSecondFactor(tx: TransactionDeps, userId: string, at: Date | null): Promise<void> {
  await tx.db.update(users).set({ secondFactorAt: at }).where(eq(users.id, userId));
}

/** False when nothing changed. */
export async function setAdministrator(
  tx: TransactionDeps,
  userId: string,
  administrator: boolean,
): Promise<boolean> {
  const rows = await tx.db
    .update(users)
    .set({ administrator })
    .where(and(eq(users.id, userId), ne(users.administrator, administrator)))
    .returning({ id: users.id });
  return rows.length > 0;
}
