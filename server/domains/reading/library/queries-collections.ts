import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import {
  collectionFollowers,
  collectionStories,
  collections,
  media,
  stories,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { smallAddress } from '../../media/present.ts';
import { type Reader, requireVisibleStory } from '../reader/access.ts';
import { isOpenIn, pictureColumns } from '../reader/cards.ts';
import type { ListedCollection } from './contract-collections.ts';
import type { Part } from './queries-library.ts';
import type { CollectionList } from './rules.ts';

export type ListedCollectionView = Static<typeof ListedCollection>;
export type OwnCollectionView = Omit<
  ListedCollectionView,
  'own' | 'owner' | 'mini_thumbnail_urls' | 'contains'
>;

export const presentCollection = (row: typeof collections.$inferSelect): OwnCollectionView => ({
  id: row.id,
  title: row.title,
  about: row.about,
  shared: row.shared,
  stories_count: row.storiesCount,
  // Nobody follows a private collection.
  followers_count: row.shared ? row.followersCount : 0,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const isStaying = and(isNull(users.deletionRequestedAt), isNull(users.erasedAt));

/** The reader's own come first, newest on top. Leaves out followed ones that are no longer shared. */
function selectListed(deps: Deps, viewer: Viewer, of: CollectionList) {
  const own = deps.db
    .select({
      id: collections.id,
      place: sql<number>`0`.as('place'),
      at: sql`${collections.createdAt}`.as('at'),
    })
    .from(collections)
    .where(and(eq(collections.ownerId, viewer.id), of === 'followed' ? sql`false` : undefined));
  const followed = deps.db
    .select({
      id: collections.id,
      place: sql<number>`1`.as('place'),
      at: sql`${collectionFollowers.createdAt}`.as('at'),
    })
    .from(collectionFollowers)
    .innerJoin(collections, eq(collections.id, collectionFollowers.collectionId))
    .innerJoin(users, eq(users.id, collections.ownerId))
    .where(
      and(
        eq(collectionFollowers.readerId, viewer.id),
        collections.shared,
        isStaying,
        of === 'own' ? sql`false` : undefined,
      ),
    );
  return own.unionAll(followed).as('listed');
}

/** Four queries, one of them for the total. */
export async function listCollections(
  deps: Deps,
  { viewer, country }: Reader,
  { of, storyId, part }: { of: CollectionList; storyId?: string | undefined; part: Part },
): Promise<{ collections: ListedCollectionView[]; total: number }> {
  const listed = selectListed(deps, viewer, of);
  const [rows, [all]] = await Promise.all([
    deps.db
      .select({ collection: collections, owner: { slug: users.slug, displayName: users.displayName } })
      .from(listed)
      .innerJoin(collections, eq(collections.id, listed.id))
      .innerJoin(users, eq(users.id, collections.ownerId))
      .orderBy(asc(listed.place), sql`${listed.at} desc`, sql`${collections.id} desc`)
      .limit(part.perPage)
      .offset((part.page - 1) * part.perPage),
    deps.db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(listed),
  ]);
  const ids = rows.map(({ collection }) => collection.id);
  const [covers, holding] = await Promise.all([
    findCovers(deps, ids, country),
    storyId === undefined ? null : findHolding(deps, ids, storyId),
  ]);
  return {
    collections: rows.map(({ collection, owner }) => ({
      ...presentCollection(collection),
      own: collection.ownerId === viewer.id,
      owner: { slug: owner.slug, display_name: owner.displayName },
      mini_thumbnail_urls: covers.get(collection.id) ?? [],
      contains: holding === null ? null : holding.has(collection.id),
    })),
    total: all?.total ?? 0,
  };
}

async function findHolding(deps: Deps, ids: readonly string[], storyId: string): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await deps.db
    .select({ id: collectionStories.collectionId })
    .from(collectionStories)
    .where(and(inArray(collectionStories.collectionId, [...ids]), eq(collectionStories.storyId, storyId)));
  return new Set(rows.map(({ id }) => id));
}

const COVERS_MAX_COUNT = 3;
/** Number of first stories to look at, because hidden ones are skipped. */
const FIRST_MAX_COUNT = 8;

export async function findCovers(
  deps: Deps,
  ids: readonly string[],
  country: string | null,
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const first = deps.db
    .select({ storyId: collectionStories.storyId, position: collectionStories.position })
    .from(collectionStories)
    .where(eq(collectionStories.collectionId, collections.id))
    .orderBy(asc(collectionStories.position))
    .limit(FIRST_MAX_COUNT)
    .as('first');
  const rows = await deps.db
    .select({ id: collections.id, cover: pictureColumns })
    .from(collections)
    .innerJoinLateral(first, sql`true`)
    .innerJoin(stories, eq(stories.id, first.storyId))
    .innerJoin(media, eq(media.id, stories.coverMediaId))
    .where(and(inArray(collections.id, [...ids]), isOpenIn(country)))
    .orderBy(asc(first.position));
  const covers = new Map<string, string[]>();
  for (const { id, cover } of rows) {
    const known = covers.get(id) ?? [];
    const url = smallAddress(cover, 160);
    if (url !== null && known.length < COVERS_MAX_COUNT) covers.set(id, [...known, url]);
  }
  return covers;
}

/** Throws 404 for collections of others. */
export async function findOwnCollection(deps: Deps, viewer: Viewer, id: string): Promise<OwnCollectionView> {
  const [row] = await deps.db
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), eq(collections.ownerId, viewer.id)));
  if (row === undefined) throw notFound('not_found');
  return presentCollection(row);
}

/** The story to be added. Throws 404 or 451 for a story hidden from this reader. */
export async function findKept(deps: Deps, reader: Reader, storyId: string) {
  await requireVisibleStory(deps, storyId, reader);
  const [story] = await deps.db
    .select({ id: stories.id, title: stories.title, slug: stories.slug })
    .from(stories)
    .where(eq(stories.id, storyId));
  return story ?? null;
}
