/** Owns `shut_outs`: people muted or blocked by a reader. */
import { and, eq, isNull } from 'drizzle-orm';
import { type ShutOutKind, shutOuts, users } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { peopleLimits } from '../limits.ts';

/** Every list shown to the reader loads all of them. */
export const SHUT_OUTS_MAX_COUNT = 1000;

type Choice = { personId: string; kind: ShutOutKind };

/** Repeating has no effect. Throws 404, 409 at the limit, 422 for oneself, 429. */
export async function shutOut(deps: Deps, viewer: Viewer, { personId, kind }: Choice): Promise<void> {
  if (personId === viewer.id) throw unprocessable({ id: ['own_account'] });
  await attempt(deps, peopleLimits.shutOut, [subjects.user(viewer.id)]);
  await inTransaction(deps, async (tx) => {
    const [person] = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, personId), isNull(users.erasedAt)));
    if (person === undefined) throw notFound('not_found');
    await tx.db
      .insert(shutOuts)
      .values({ readerId: viewer.id, personId, kind, createdAt: tx.clock.now() })
      .onConflictDoUpdate({ target: [shutOuts.readerId, shutOuts.personId], set: { kind } });
    const known = await tx.db.$count(shutOuts, eq(shutOuts.readerId, viewer.id));
    if (known > SHUT_OUTS_MAX_COUNT)
      throw conflict('too_many_people', { args: { most: SHUT_OUTS_MAX_COUNT } });
  });
}

/** No effect if the person was not shut out. Throws 404 for an unknown person. */
export async function letIn(deps: Deps, viewer: Viewer, { personId, kind }: Choice): Promise<void> {
  const isIt = and(
    eq(shutOuts.readerId, viewer.id),
    eq(shutOuts.personId, personId),
    eq(shutOuts.kind, kind),
  );
  const gone = await deps.db.delete(shutOuts).where(isIt).returning({ id: shutOuts.personId });
  if (gone.length === 0 && (await deps.db.$count(users, eq(users.id, personId))) === 0)
    throw notFound('not_found');
}
