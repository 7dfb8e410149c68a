import { eq } from 'drizzle-orm';
import { identities, socialCodes, socialFlows } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';

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
  await tx.db.delete(socialCodes).where(eq(socialCodes.userId, id));
  await tx.db.delete(socialFlows).where(eq(socialFlows.userId, id));
}
