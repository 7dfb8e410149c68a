import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';

/** Whether signing in asks for a second factor, and since when; what it is another domain keeps. */
export async function setSecondFactor(tx: TransactionDeps, userId: string, at: Date | null): Promise<void> {
  await tx.db.update(users).set({ secondFactorAt: at }).where(eq(users.id, userId));
}
