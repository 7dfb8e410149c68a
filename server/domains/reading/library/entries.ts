/** Owns `collection_stories`: contents, order and reasons. Positions count from 1 without gaps. */
import { and, asc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import { collectionStories, collections } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, isAppError, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { type Reader, requireVisibleStory } from '../reader/access.ts';
import { requireOwnCollection } from './collections.ts';
import { COLLECTION_STORIES_MAX_COUNT, isOrderOf } from './rules.ts';

type Place = { collectionId: string; storyId: string };
export type EntryWish = Place & { position?: number | undefined; why?: string | undefined };

const inside = (collectionId: string) => eq(collectionStories.collectionId, collectionId);
const isEntry = ({ collectionId, storyId }: Place) =>
  and(inside(collectionId), eq(collectionStories.storyId, storyId));

/**
 * Adds a story at the end, or changes its entry. A position beyond the end means the last. Throws 404 for collections
 * of others, and for a story that is neither shown nor contained. Throws 422 for a full collection.
 */
export async function putStory(deps: Deps, reader: Reader, wish: EntryWish): Promise<{ added: boolean }> {
  const hidden = await requireVisibleStory(deps, wish.storyId, reader).then(
    () => null,
    (error: unknown) => error,
  );
  if (hidden !== null && !isAppError(hidden)) throw hidden;
  return inTransaction(deps, async (tx) => {
    const known = await requireOwnCollection(tx, reader.viewer, wish.collectionId);
    const [entry] = await tx.db
      .select({ position: collectionStories.position })
      .from(collectionStories)
      .where(isEntry(wish));
    // Hidden stories can still be moved.
    if (entry === undefined && hidden !== null) throw hidden;
    const from = entry?.position ?? (await addLast(tx, wish, known));
    const count = entry === undefined ? known + 1 : known;
    const to = Math.min(wish.position ?? from, count);
    if (to !== from) await moveEntry(tx, wish, { from, to });
    const why = wish.why?.trim();
    if (entry !== undefined && why !== undefined)
      await tx.db.update(collectionStories).set({ why }).where(isEntry(wish));
    if (entry === undefined || to !== from || why !== undefined) await touch(tx, wish.collectionId, count);
    return { added: entry === undefined };
  });
}

async function addLast(tx: TransactionDeps, { position: _, ...wish }: EntryWish, known: number) {
  if (known >= COLLECTION_STORIES_MAX_COUNT) throw unprocessable({ story_id: ['collection_full'] });
  await tx.db
    .insert(collectionStories)
    .values({ ...wish, why: wish.why?.trim(), position: known + 1, addedAt: tx.clock.now() });
  return known + 1;
}

async function moveEntry(tx: TransactionDeps, place: Place, { from, to }: { from: number; to: number }) {
  const { position } = collectionStories;
  const between =
    to < from ? and(gte(position, to), lt(position, from)) : and(gt(position, from), lte(position, to));
  await tx.db
    .update(collectionStories)
    .set({ position: to < from ? sql`${position} + 1` : sql`${position} - 1` })
    .where(and(inside(place.collectionId), between));
  await tx.db.update(collectionStories).set({ position: to }).where(isEntry(place));
}

/**
 * `storyIds` names each story once, hidden ones included. Throws 404 for collections of others. Throws 409 when the
 * contents have changed: a device that has not seen the change loads them again.
 */
export async function orderStories(
  deps: Deps,
  viewer: Viewer,
  { collectionId, storyIds }: { collectionId: string; storyIds: readonly string[] },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const known = await requireOwnCollection(tx, viewer, collectionId);
    const rows = await tx.db
      .select({ storyId: collectionStories.storyId })
      .from(collectionStories)
      .where(inside(collectionId))
      .orderBy(asc(collectionStories.position));
    const ids = rows.map(({ storyId }) => storyId);
    if (!isOrderOf(storyIds, ids)) throw conflict('stale_version');
    if (storyIds.every((id, at) => id === ids[at])) return;
    await tx.db.execute(sql`update ${collectionStories} set position = o.place
      from jsonb_array_elements_text(${JSON.stringify(storyIds)}::jsonb) with ordinality o (story, place)
      where ${inside(collectionId)} and ${collectionStories.storyId} = o.story::uuid`);
    await touch(tx, collectionId, known);
  });
}

/** Later stories move up. Also removes stories that are no longer shown. */
export async function dropStory(deps: Deps, viewer: Viewer, place: Place): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const known = await requireOwnCollection(tx, viewer, place.collectionId);
    const [gone] = await tx.db
      .delete(collectionStories)
      .where(isEntry(place))
      .returning({ position: collectionStories.position });
    if (gone === undefined) return;
    await tx.db
      .update(collectionStories)
      .set({ position: sql`${collectionStories.position} - 1` })
      .where(and(inside(place.collectionId), gt(collectionStories.position, gone.position)));
    await touch(tx, place.collectionId, known - 1);
  });
}

async function touch(tx: TransactionDeps, id: string, storiesCount: number): Promise<void> {
  const updatedAt = tx.clock.now();
  await tx.db.update(collections).set({ storiesCount, updatedAt }).where(eq(collections.id, id));
}
