/** Owns `admin_actions`: what administrators did, in the transaction of the deed itself. Nothing is ever changed in it. */
import { type ActionSubject, adminActions } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { AdminDeed } from './rules.ts';

export type AdminAction = {
  /** Null when the service did it by itself. */
  actorId: string | null;
  deed: AdminDeed;
  subject: { type: ActionSubject; id: string; name?: string };
  details?: Record<string, string | number | boolean | null>;
  reason?: string;
};

/**
 * Adds an entry; it is there when the transaction is committed. Call it last: from here on other deeds of administrators
 * wait, so that the numbers have no gap. Answers its number.
 */
export async function logAction(
  tx: TransactionDeps,
  { actorId, deed, subject, details = {}, reason = '' }: AdminAction,
): Promise<number> {
  const { type: subjectType, id: subjectId, name: subjectName = '' } = subject;
  const [entry] = await tx.db
    .insert(adminActions)
    .values({
      actorId,
      deed,
      subjectType,
      subjectId,
      subjectName,
      details,
      reason: reason.trim(),
      createdAt: tx.clock.now(),
    })
    .returning({ number: adminActions.number });
  if (entry === undefined) throw new Error('a deed was not written down');
  return entry.number;
}
