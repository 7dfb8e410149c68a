import { and, asc, eq, or } from 'drizzle-orm';
import { adminActions, mails, mailTokens } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';

/** The account's own actions and those on it. After erasure the entries stay without a name. */
export async function collectActions(deps: Deps, { id }: Person) {
  const actions = await deps.db
    .select()
    .from(adminActions)
    .where(
      or(
        eq(adminActions.actorId, id),
        and(eq(adminActions.subjectType, 'user'), eq(adminActions.subjectId, id)),
      ),
    )
    .orderBy(asc(adminActions.number));
  // Hides which other administrators acted.
  return {
    files: {
      administration: actions.map(({ actorId, ...action }) => ({ ...action, byYourself: actorId === id })),
    },
  };
}

export async function collectMails(deps: Deps, { id }: Person) {
  const rows = await deps.db
    .select({
      kind: mails.kind,
      to: mails.toAddress,
      locale: mails.locale,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
    })
    .from(mails)
    .where(eq(mails.userId, id))
    .orderBy(asc(mails.id));
  return { files: { mails: rows } };
}

/** Includes mails to the confirmed address, such as invitations from before the account existed. */
export async function eraseMails(tx: TransactionDeps, person: Person): Promise<void> {
  const { id, email, emailConfirmedAt } = person;
  const toAddress = emailConfirmedAt === null ? undefined : eq(mails.toAddress, email);
  await tx.db.delete(mails).where(or(eq(mails.userId, id), toAddress));
  await tx.db.delete(mailTokens).where(eq(mailTokens.userId, id));
}
