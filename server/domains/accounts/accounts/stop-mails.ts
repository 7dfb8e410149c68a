import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';

/** No more mails about what happens at stories; those about the account itself go on. */
export async function stopMails(tx: TransactionDeps, userId: string): Promise<void> {
  await tx.db.update(users).set({ subscribeToEmails: false }).where(eq(users.id, userId));
}
