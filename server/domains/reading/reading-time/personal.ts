import { asc, eq } from 'drizzle-orm';
import { attentionDays, attentionReaders } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

export async function collectAttention(deps: Deps, { id }: Person) {
  const { readerId, counted } = attentionReaders;
  const [chosen] = await deps.db.select({ counted }).from(attentionReaders).where(eq(readerId, id));
  const days = await deps.db
    .select({
      day: attentionDays.day,
      storyId: attentionDays.storyId,
      seconds: attentionDays.seconds,
      ads: attentionDays.ads,
    })
    .from(attentionDays)
    .where(eq(attentionDays.readerId, id))
    .orderBy(asc(attentionDays.day), asc(attentionDays.storyId));
  return { files: { attention: { counted: chosen?.counted ?? true, days } } };
}

export async function eraseAttention(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(attentionReaders).where(eq(attentionReaders.readerId, id));
  await tx.db.delete(attentionDays).where(eq(attentionDays.readerId, id));
}
