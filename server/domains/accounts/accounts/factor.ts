import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';

/** Sets since when sign-in requires a second factor. The `second-factor` folder owns the factors themselves. */
export async function setSecondFactor(tx: TransactionDeps, userId: string, at: Date | null): Promise<void> {
  await tx.db.update(users).set({ secondFactorAt: at }).where(eq(users.id, userId));
}
