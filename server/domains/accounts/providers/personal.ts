import { and, eq, gte } from 'drizzle-orm';
import { identities, socialCodes, socialFlows } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { logSecurity } from '../../../process/security-log.ts';
import type { Person, Unproven } from '../../administration/privacy/personal.ts';

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

/** Every provider, and every way in or out that is under way: whoever resets a password by mail may not know of them. */
export const dropUnprovenIdentities = (tx: TransactionDeps, { id }: Unproven): Promise<void> =>
  dropIdentities(tx, { id, reason: 'password_reset' });

/** Providers that were connected since, and every way in or out that is under way. */
export const dropIdentitiesSince = (
  tx: TransactionDeps,
  { id, since }: { id: string; since: Date },
): Promise<void> => dropIdentities(tx, { id, since, reason: 'disowned' });

async function dropIdentities(
  tx: TransactionDeps,
  { id, since, reason }: { id: string; since?: Date; reason: string },
): Promise<void> {
  const own = eq(identities.userId, id);
  const dropped = await tx.db
    .delete(identities)
    .where(since === undefined ? own : and(own, gte(identities.createdAt, since)))
    .returning({ provider: identities.provider });
  for (const { provider } of dropped) logSecurity(tx, 'connection_removed', { userId: id, provider, reason });
  await dropWays(tx, id);
}

async function dropWays(tx: TransactionDeps, userId: string): Promise<void> {
  await tx.db.delete(socialCodes).where(eq(socialCodes.userId, userId));
  await tx.db.delete(socialFlows).where(eq(socialFlows.userId, userId));
}
