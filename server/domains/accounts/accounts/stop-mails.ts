import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';

/** Stops mails about stories. Mails about the account itself continue. */
export async function stopMails(tx: TransactionDeps, userId: string): Promise<void> {
  await tx.db.update(users).set({ subscribeToEmails: false }).where(eq(users.id, userId));
}
