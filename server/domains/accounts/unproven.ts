/**
 * Ends what somebody may have prepared who signed up with another's address, or changed theirs to it: whoever resets the
 * password reads the mail of the account, and from then on is alone in it.
 */
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { identities, socialCodes, socialFlows, type users } from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';
import { logSecurity } from '../../security-log.ts';
import { voidTokens } from '../mails/tokens.ts';

type Owner = Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailConfirmedAt'>;

/**
 * Providers that were connected before the address was confirmed, unless they name this very address, and every way in or
 * out that is under way. It is part of the reset's transaction, since an event would leave a moment for them.
 */
export async function dropUnproven(tx: TransactionDeps, owner: Owner): Promise<void> {
  const { id, email, emailConfirmedAt } = owner;
  const isElsewhere = or(isNull(identities.email), ne(sql`lower(${identities.email})`, email.toLowerCase()));
  const isEarlier = emailConfirmedAt === null ? undefined : lt(identities.createdAt, emailConfirmedAt);
  const dropped = await tx.db
    .delete(identities)
    .where(and(eq(identities.userId, id), isElsewhere, isEarlier))
    .returning({ provider: identities.provider });
  for (const { provider } of dropped)
    logSecurity(tx, 'connection_removed', { userId: id, provider, reason: 'password_reset' });
  await tx.db.delete(socialCodes).where(eq(socialCodes.userId, id));
  await tx.db.delete(socialFlows).where(eq(socialFlows.userId, id));
  await voidTokens(tx, id, 'confirm_email');
  await voidTokens(tx, id, 'download_export');
}
