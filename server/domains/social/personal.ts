import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { identities, socialCodes, socialFlows } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import { logSecurity } from '../../process/security-log.ts';
import type { Person, Unproven } from '../privacy/personal.ts';

export async function collectIdentities(deps: Deps, { id }: Person) {
  const rows = await deps.db
    .select({
      provider: identities.provider,
      subject: identities.subject,
      email: identities.email,
      createdAt: identities.createdAt,
    })
    .from(identities)
    .where(eq(identities.userId, id));
  return { files: { connected_apps: rows } };
}

/** With every way in or out that is under way. */
export async function eraseIdentities(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(identities).where(eq(identities.userId, id));
  await dropWays(tx, id);
}

/**
 * Providers that were connected before the address was confirmed, unless they name this very address, and every way in or
 * out that is under way.
 */
export async function dropUnprovenIdentities(tx: TransactionDeps, owner: Unproven): Promise<void> {
  const { id, email, emailConfirmedAt } = owner;
  const isElsewhere = or(isNull(identities.email), ne(sql`lower(${identities.email})`, email.toLowerCase()));
  const isEarlier = emailConfirmedAt === null ? undefined : lt(identities.createdAt, emailConfirmedAt);
  const dropped = await tx.db
    .delete(identities)
    .where(and(eq(identities.userId, id), isElsewhere, isEarlier))
    .returning({ provider: identities.provider });
  for (const { provider } of dropped)
    logSecurity(tx, 'connection_removed', { userId: id, provider, reason: 'password_reset' });
  await dropWays(tx, id);
}

async function dropWays(tx: TransactionDeps, userId: string): Promise<void> {
  await tx.db.delete(socialCodes).where(eq(socialCodes.userId, userId));
  await tx.db.delete(socialFlows).where(eq(socialFlows.userId, userId));
}
