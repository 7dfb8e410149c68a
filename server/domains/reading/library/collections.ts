/** Owns `collections`: named lists of stories, private unless shared. `entries.ts` owns their contents. */
import { and, eq } from 'drizzle-orm';
import { collections, users } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { notFound, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { COLLECTIONS_MAX_COUNT } from './rules.ts';

export type CollectionChange = {
  title?: string | undefined;
  about?: string | undefined;
  shared?: boolean | undefined;
};

export const isOwnCollection = (id: string, viewer: Viewer) =>
  and(eq(collections.id, id), eq(collections.ownerId, viewer.id));

/** Throws 422 beyond the limit. */
export async function makeCollection(
  deps: Deps,
  viewer: Viewer,
  { title, about = '', shared = false }: CollectionChange & { title: string },
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    // Locks the user, so that two requests at once do not exceed the limit.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, viewer.id)).for('no key update');
    const known = await tx.db.$count(collections, eq(collections.ownerId, viewer.id));
    if (known >= COLLECTIONS_MAX_COUNT) throw unprocessable({ title: ['too_many_collections'] });
    const now = tx.clock.now();
    const id = newId(now.getTime());
    const texts = { title: title.trim(), about: about.trim() };
    await tx.db
      .insert(collections)
      .values({ id, ownerId: viewer.id, ...texts, shared, createdAt: now, updatedAt: now });
    if (shared) purgeProfile(tx, viewer);
    return id;
  });
}

/** Throws 404 for collections of others. */
export async function changeCollection(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { title, about, shared }: CollectionChange,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const rows = await tx.db
      .update(collections)
      .set({ title: title?.trim(), about: about?.trim(), shared, updatedAt: tx.clock.now() })
      .where(isOwnCollection(id, viewer))
      .returning({ shared: collections.shared });
    const [changed] = rows;
    if (changed === undefined) throw notFound('not_found');
    if (shared !== undefined || (changed.shared && title !== undefined)) purgeProfile(tx, viewer);
  });
}

const purgeProfile = (tx: TransactionDeps, viewer: Viewer): void => purge(tx, [`profile:${viewer.id}`]);

/** Its followers lose it too. */
export async function deleteCollection(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [gone] = await tx.db
      .delete(collections)
      .where(isOwnCollection(id, viewer))
      .returning({ shared: collections.shared });
    if (gone === undefined) throw notFound('not_found');
    if (gone.shared) purgeProfile(tx, viewer);
  });
}

/** Returns its number of stories. Locks the row, so that concurrent changes run one after the other. */
export async function requireOwnCollection(tx: TransactionDeps, viewer: Viewer, id: string): Promise<number> {
  const [row] = await tx.db
    .select({ storiesCount: collections.storiesCount })
    .from(collections)
    .where(isOwnCollection(id, viewer))
    .for('update');
  if (row === undefined) throw notFound('not_found');
  return row.storiesCount;
}
