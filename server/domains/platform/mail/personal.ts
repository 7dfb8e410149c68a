import { asc, eq, or } from 'drizzle-orm';
import { mails, mailTokens } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

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

/** Those to a proven address too, such as invitations from before there was the account. */
export async function eraseMails(tx: TransactionDeps, person: Person): Promise<void> {
  const { id, email, emailConfirmedAt } = person;
  const toAddress = emailConfirmedAt === null ? undefined : eq(mails.toAddress, email);
  await tx.db.delete(mails).where(or(eq(mails.userId, id), toAddress));
  await tx.db.delete(mailTokens).where(eq(mailTokens.userId, id));
}
