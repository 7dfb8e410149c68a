/** Owns `collection_followers`: who follows collections of others. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { collectionFollowers, collections, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { FOLLOWED_MAX_COUNT } from './rules.ts';

export type Following = { following: boolean; followers_count: number };

/** Following again changes nothing. Throws 404 for a private collection, 422 for one's own, 409 beyond the limit. */
export async function followCollection(deps: Deps, viewer: Viewer, id: string): Promise<Following> {
  return inTransaction(deps, async (tx) => {
    const known = await findShared(tx, id);
    if (known === null) throw notFound('not_found');
    if (known.ownerId === viewer.id) throw unprocessable({ id: ['own_collection'] });
    const added = await tx.db
      .insert(collectionFollowers)
      .values({ readerId: viewer.id, collectionId: id, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ id: collectionFollowers.collectionId });
    if (added.length === 0) return { following: true, followers_count: known.followersCount };
    const own = eq(collectionFollowers.readerId, viewer.id);
    if ((await tx.db.$count(collectionFollowers, own)) > FOLLOWED_MAX_COUNT)
      throw conflict('too_many_followed', { args: { most: FOLLOWED_MAX_COUNT } });
    return { following: true, followers_count: await move(tx, id, 1) };
  });
}

/** Leaves even an unshared collection, without a count then. Throws 404 for one neither followed nor shared. */
export async function leaveCollection(deps: Deps, viewer: Viewer, id: string): Promise<Following> {
  return inTransaction(deps, async (tx) => {
    const known = await findShared(tx, id);
    const gone = await tx.db
      .delete(collectionFollowers)
      .where(and(eq(collectionFollowers.readerId, viewer.id), eq(collectionFollowers.collectionId, id)))
      .returning({ id: collectionFollowers.collectionId });
    if (gone.length === 0 && known === null) throw notFound('not_found');
    const count = gone.length === 0 ? known?.followersCount : await move(tx, id, -1);
    return { following: false, followers_count: known === null ? 0 : (count ?? 0) };
  });
}

async function findShared(tx: TransactionDeps, id: string) {
  const [row] = await tx.db
    .select({ ownerId: collections.ownerId, followersCount: collections.followersCount })
    .from(collections)
    .innerJoin(users, eq(users.id, collections.ownerId))
    .where(
      and(
        eq(collections.id, id),
        eq(collections.shared, true),
        isNull(users.deletionRequestedAt),
        isNull(users.erasedAt),
      ),
    );
  return row ?? null;
}

async function move(tx: TransactionDeps, id: string, by: 1 | -1): Promise<number> {
  const [row] = await tx.db
    .update(collections)
    .set({ followersCount: sql`greatest(0, ${collections.followersCount} + ${by})` })
    .where(eq(collections.id, id))
    .returning({ count: collections.followersCount });
  return row?.count ?? 0;
}
