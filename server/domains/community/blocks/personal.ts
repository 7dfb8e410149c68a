import { asc, eq, or } from 'drizzle-orm';
import { shutOuts } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

export async function collectPeople(deps: Deps, { id }: Person) {
  const people = await deps.db
    .select({ personId: shutOuts.personId, kind: shutOuts.kind, createdAt: shutOuts.createdAt })
    .from(shutOuts)
    .where(eq(shutOuts.readerId, id))
    .orderBy(asc(shutOuts.createdAt));
  return { files: { people } };
}

export async function erasePeople(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(shutOuts).where(or(eq(shutOuts.readerId, id), eq(shutOuts.personId, id)));
}
