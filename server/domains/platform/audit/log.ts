/** Owns `admin_actions`. Each entry is written in the transaction of its action and never changes. */
import { type ActionSubject, adminActions } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { AdminActionName } from './rules.ts';

export type AdminAction = {
  /** Null when the service acted by itself. */
  actorId: string | null;
  deed: AdminActionName;
  subject: { type: ActionSubject; id: string; name?: string };
  details?: Record<string, string | number | boolean | null>;
  reason?: string;
};

/** Call it last: other logged actions wait from here on, so that the numbers have no gaps. Returns the number. */
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
