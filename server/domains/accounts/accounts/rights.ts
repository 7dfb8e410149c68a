/** Notifies people, also by mail, when a platform right is granted to them or revoked. */

import type { users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../../outbox/record.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { rightChanged } from '../events.ts';

export type Right = 'publisher' | 'founder' | 'administrator';

type Person = Pick<typeof users.$inferSelect, 'id' | 'email' | 'language' | 'emailConfirmedAt'>;

/** Runs in the transaction of the action. `number` is its number in the administration log. */
export async function tellOfRight(
  tx: TransactionDeps,
  { id: userId, email, language, emailConfirmedAt }: Person,
  { right, isGiven, number }: { right: Right; isGiven: boolean; number: number },
): Promise<void> {
  const deed = newId(tx.clock.now().getTime());
  await record(tx, rightChanged, { userId, deed, number });
  // An unconfirmed address may belong to a stranger.
  if (emailConfirmedAt === null) return;
  await queueMail(tx, {
    userId,
    kind: `${right}_${isGiven ? 'granted' : 'revoked'}`,
    to: email,
    locale: language,
    data: { action: String(number) },
  });
}
