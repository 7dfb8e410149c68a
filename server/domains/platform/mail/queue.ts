/** Queues a mail, in the transaction of the event that it reports. */

import { mails } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../../outbox/record.ts';
import { houseParts } from '../../define.ts';
import { mailQueued } from '../events.ts';

export type MailOrder = {
  /** Null while it is unknown whose address it is. The worker finds out. */
  userId: string | null;
  /** Name of a mail that a room writes. */
  kind: string;
  to: string;
  locale: string;
  /** Ids of the mail's subject, never a link or a token. */
  data?: Record<string, string>;
};

export async function queueMail(
  tx: TransactionDeps,
  { userId, kind, to, locale, data = {} }: MailOrder,
): Promise<string> {
  if (!houseParts.of(tx).mails.has(kind)) throw new Error(`No room writes the mail ${kind}`);
  const now = tx.clock.now();
  const id = newId(now.getTime());
  await tx.db.insert(mails).values({ id, userId, kind, toAddress: to, locale, data, createdAt: now });
  await record(tx, mailQueued, { mailId: id });
  return id;
}
