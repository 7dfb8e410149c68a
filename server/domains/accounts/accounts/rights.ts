/** Tells somebody by mail and by a notification that they were given a right of the house, or lost it. */
import type { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../../outbox/record.ts';
import { queueMail } from '../../platform/mail/queue.ts';

/** What administrators give and take. */
export type Right = 'publisher' | 'founder' | 'administrator';

type Person = Pick<typeof users.$inferSelect, 'id' | 'email' | 'language' | 'emailConfirmedAt'>;

/** Part of the transaction of the deed, whose number in the log of the administration is `number`. */
export async function tellOfRight(
  tx: TransactionDeps,
  { id: userId, email, language, emailConfirmedAt }: Person,
  { right, isGiven, number }: { right: Right; isGiven: boolean; number: number },
): Promise<void> {
  const deed = newId(tx.clock.now().getTime());
  await record(tx, 'account.right_changed', { userId, deed, number });
  // An address that nobody has confirmed may be a stranger's.
  if (emailConfirmedAt === null) return;
  await queueMail(tx, {
    userId,
    kind: `${right}_${isGiven ? 'granted' : 'revoked'}`,
    to: email,
    locale: language,
    data: { action: String(number) },
  });
}
