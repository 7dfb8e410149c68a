/** Owns `collections` and `collection_stories`: named lists of stories, private unless their owner shares them. */
import { and, eq } from 'drizzle-orm';
import { collectionStories, collections, users } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { type Reader, requireVisibleStory } from '../reading/access.ts';
import { COLLECTION_STORIES_MAX_COUNT, COLLECTIONS_MAX_COUNT } from './rules.ts';

export type CollectionChange = { title?: string | undefined; shared?: boolean | undefined };

const isOwn = (id: string, viewer: Viewer) => and(eq(collections.id, id), eq(collections.ownerId, viewer.id));

/** Throws 409 for one too many. */
export async function makeCollection(
  deps: Deps,
  viewer: Viewer,
  { title, shared = false }: { title: string; shared?: boolean | undefined },
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    // Two made at once come one after the other, so that none is one too many.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, viewer.id)).for('no key update');
    const known = await tx.db.$count(collections, eq(collections.ownerId, viewer.id));
    if (known >= COLLECTIONS_MAX_COUNT)
      throw conflict('too_many_collections', { args: { most: COLLECTIONS_MAX_COUNT } });
    const now = tx.clock.now();
    const id = newId(now.getTime());
    await tx.db
      .insert(collections)
      .values({ id, ownerId: viewer.id, title: title.trim(), shared, createdAt: now, updatedAt: now });
    return id;
  });
}

/** Throws 404 for anybody else's. */
export async function changeCollection(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { title, shared }: CollectionChange,
): Promise<void> {
  const rows = await deps.db
    .update(collections)
    .set({
      ...(title === undefined ? {} : { title: title.trim() }),
      ...(shared === undefined ? {} : { shared }),
      updatedAt: deps.clock.now(),
    })
    .where(isOwn(id, viewer))
    .returning({ id: collections.id });
  if (rows.length === 0) throw notFound('not_found');
}

export async function deleteCollection(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  const rows = await deps.db.delete(collections).where(isOwn(id, viewer)).returning({ id: collections.id });
  if (rows.length === 0) throw notFound('not_found');
}

type Entry = { collectionId: string; storyId: string };

/** Throws 404 for anybody else's collection or a story that is not shown, 409 for a full collection. */
export async function putStory(deps: Deps, reader: Reader, entry: Entry): Promise<void> {
  await requireVisibleStory(deps, entry.storyId, reader);
  await inTransaction(deps, async (tx) => {
    await requireCollection(tx, reader.viewer, entry.collectionId);
    const now = tx.clock.now();
    const rows = await tx.db
      .insert(collectionStories)
      .values({ ...entry, addedAt: now })
      .onConflictDoNothing()
      .returning({ storyId: collectionStories.storyId });
    if (rows.length === 0) return;
    const inside = eq(collectionStories.collectionId, entry.collectionId);
    if ((await tx.db.$count(collectionStories, inside)) > COLLECTION_STORIES_MAX_COUNT)
      throw conflict('collection_full', { args: { most: COLLECTION_STORIES_MAX_COUNT } });
    await touch(tx, entry.collectionId, now);
  });
}

/** Works also for a story that is no longer shown. */
export async function dropStory(deps: Deps, viewer: Viewer, entry: Entry): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await requireCollection(tx, viewer, entry.collectionId);
    const gone = await tx.db
      .delete(collectionStories)
      .where(
        and(
          eq(collectionStories.collectionId, entry.collectionId),
          eq(collectionStories.storyId, entry.storyId),
        ),
      )
      .returning({ storyId: collectionStories.storyId });
    if (gone.length > 0) await touch(tx, entry.collectionId, tx.clock.now());
  });
}

/** Locked, so that what is put in at once is counted one after the other. */
async function requireCollection(tx: TransactionDeps, viewer: Viewer, id: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: collections.id })
    .from(collections)
    .where(isOwn(id, viewer))
    .for('update');
  if (row === undefined) throw notFound('not_found');
}

async function touch(tx: TransactionDeps, id: string, updatedAt: Date): Promise<void> {
  await tx.db.update(collections).set({ updatedAt }).where(eq(collections.id, id));
}
