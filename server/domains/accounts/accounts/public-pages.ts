/** Purges public pages that name an account, when its name or picture changes or the account goes. */

import { and, eq, isNull } from 'drizzle-orm';
import { stories } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { PurgeTag } from '../../../ports.ts';

export async function purgeAuthor(tx: TransactionDeps, userId: string): Promise<void> {
  const own = await tx.db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.ownerId, userId), isNull(stories.deletedAt)));
  const tags = own.map(({ id }): PurgeTag => `story:${id}`);
  purge(tx, [`profile:${userId}`, ...tags, 'landing']);
}
