/** Writes down a mail that is to be sent; part of the transaction of what it tells of. */
import { mails } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../../outbox/record.ts';
import type { Parts } from '../../index.ts';

export type MailKind = Parts['mails'][number]['name'];

export type MailOrder = {
  /** Null when it is not known yet whether the address belongs to anybody; the worker finds out. */
  userId: string | null;
  kind: MailKind;
  to: string;
  locale: string;
  /** Ids of what the mail is about; never a link or a token. */
  data?: Record<string, string>;
};

export async function queueMail(
  tx: TransactionDeps,
  { userId, kind, to, locale, data = {} }: MailOrder,
): Promise<string> {
  const now = tx.clock.now();
  const id = newId(now.getTime());
  await tx.db.insert(mails).values({ id, userId, kind, toAddress: to, locale, data, createdAt: now });
  await record(tx, 'mail.send', { mailId: id });
  return id;
}
