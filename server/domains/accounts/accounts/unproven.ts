/** Removes every way in that a stranger may have prepared, once a reset proves access to the mailbox. */

import { asc, eq } from 'drizzle-orm';
import { identities, type Provider } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Unproven } from '../../administration/privacy/personal.ts';
import { houseParts } from '../../define.ts';
import { voidTokens } from '../../platform/mail/tokens.ts';

export async function dropUnproven(tx: TransactionDeps, owner: Unproven): Promise<void> {
  for (const personal of houseParts.of(tx).personal) await personal.dropUnproven?.(tx, owner);
  await voidTokens(tx, owner.id, 'confirm_email');
  await voidTokens(tx, owner.id, 'download_export');
}

export async function findConnected({ db }: Pick<Deps, 'db'>, userId: string): Promise<Provider[]> {
  const connected = await db
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.provider));
  return connected.map(({ provider }) => provider);
}
