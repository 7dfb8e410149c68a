/** Collections as their owners and those who were given the address see them. */
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { collectionStories, collections, media, stories, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { smallAddress } from '../media/present.ts';
import { type Reader, requireVisibleStory } from '../reading/access.ts';
import { isOpenIn, pictureColumns } from '../reading/cards.ts';
import type { CollectionPage, ListedCollection } from './contract.ts';
import { type Part, presentShelfStory, shelfColumns } from './queries-library.ts';

export type ListedCollectionView = Static<typeof ListedCollection>;
export type CollectionView = Static<typeof CollectionPage>;
export type OwnCollectionView = Pick<
  CollectionView,
  'id' | 'title' | 'shared' | 'stories_count' | 'created_at' | 'updated_at'
>;

/** Of the stories that are shown in a country. */
const shownCount = (country: string | null) =>
  sql<number>`(select count(*) from ${collectionStories} join ${stories} on ${stories.id} = ${collectionStories.storyId}
    where ${collectionStories.collectionId} = ${collections.id} and ${isOpenIn(country)})`.mapWith(Number);

type Row = typeof collections.$inferSelect & { storiesCount: number };

const present = ({ id, title, shared, storiesCount, createdAt, updatedAt }: Row): OwnCollectionView => ({
  id,
  title,
  shared,
  stories_count: storiesCount,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const selectCollections = (deps: Deps, country: string | null) =>
  deps.db
    .select({
      collection: collections,
      storiesCount: shownCount(country),
      owner: { slug: users.slug, displayName: users.displayName },
    })
    .from(collections)
    .innerJoin(users, eq(users.id, collections.ownerId))
    .$dynamic();

/** Newest first. Three queries. */
export async function listCollections(
  deps: Deps,
  { viewer, country }: Reader,
  { storyId, part }: { storyId?: string | undefined; part: Part },
): Promise<{ collections: ListedCollectionView[]; total: number }> {
  const own = eq(collections.ownerId, viewer.id);
  const [rows, [all]] = await Promise.all([
    selectCollections(deps, country)
      .where(own)
      .orderBy(desc(collections.id))
      .limit(part.perPage)
      .offset((part.page - 1) * part.perPage),
    deps.db.select({ total: count() }).from(collections).where(own),
  ]);
  const ids = rows.map(({ collection }) => collection.id);
  const [covers, holding] = await Promise.all([
    findCovers(deps, ids, country),
    storyId === undefined ? null : findHolding(deps, ids, storyId),
  ]);
  return {
    collections: rows.map(({ collection, storiesCount }) => ({
      ...present({ ...collection, storiesCount }),
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
/** Among so many of the last ones, those that are not shown are passed over. */
const LAST_MAX_COUNT = 8;

async function findCovers(
  deps: Deps,
  ids: readonly string[],
  country: string | null,
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const last = deps.db
    .select({ storyId: collectionStories.storyId, addedAt: collectionStories.addedAt })
    .from(collectionStories)
    .where(eq(collectionStories.collectionId, collections.id))
    .orderBy(desc(collectionStories.addedAt), desc(collectionStories.storyId))
    .limit(LAST_MAX_COUNT)
    .as('last');
  const rows = await deps.db
    .select({ id: collections.id, cover: pictureColumns })
    .from(collections)
    .innerJoinLateral(last, sql`true`)
    .innerJoin(stories, eq(stories.id, last.storyId))
    .innerJoin(media, eq(media.id, stories.coverMediaId))
    .where(and(inArray(collections.id, [...ids]), isOpenIn(country)))
    .orderBy(desc(last.addedAt), desc(last.storyId));
  const covers = new Map<string, string[]>();
  for (const { id, cover } of rows) {
    const known = covers.get(id) ?? [];
    const url = smallAddress(cover, 160);
    if (url !== null && known.length < COVERS_MAX_COUNT) covers.set(id, [...known, url]);
  }
  return covers;
}

/** Throws 404 for anybody else's. */
export async function findOwnCollection(deps: Deps, reader: Reader, id: string): Promise<OwnCollectionView> {
  const own = and(eq(collections.id, id), eq(collections.ownerId, reader.viewer.id));
  const [row] = await selectCollections(deps, reader.country).where(own);
  if (row === undefined) throw notFound('not_found');
  return present({ ...row.collection, storiesCount: row.storiesCount });
}

/** Two queries. Throws 404 for what is not shared, unless the viewer owns it, and for whoever is leaving. */
export async function findCollection(
  deps: Deps,
  { viewer, country }: { viewer: Viewer | null; country: string | null },
  id: string,
  part: Part,
): Promise<CollectionView> {
  const isThere = and(eq(collections.id, id), isNull(users.deletionRequestedAt), isNull(users.erasedAt));
  const [[row], rows] = await Promise.all([
    selectCollections(deps, country).where(isThere),
    deps.db
      .select(shelfColumns)
      .from(collectionStories)
      .innerJoin(stories, eq(stories.id, collectionStories.storyId))
      .innerJoin(users, eq(users.id, stories.ownerId))
      .leftJoin(media, eq(media.id, stories.coverMediaId))
      .where(and(eq(collectionStories.collectionId, id), isOpenIn(country)))
      .orderBy(desc(collectionStories.addedAt), desc(collectionStories.storyId))
      .limit(part.perPage)
      .offset((part.page - 1) * part.perPage),
  ]);
  const own = row !== undefined && row.collection.ownerId === viewer?.id;
  if (row === undefined || !(own || row.collection.shared)) throw notFound('not_found');
  return {
    ...present({ ...row.collection, storiesCount: row.storiesCount }),
    own,
    owner: { slug: row.owner.slug, display_name: row.owner.displayName },
    stories: rows.map(presentShelfStory),
    page: part.page,
    per_page: part.perPage,
    total: row.storiesCount,
  };
}

/** The story that somebody is about to keep. Throws 404 or 451 for one that this reader may not know of. */
export async function findKept(deps: Deps, reader: Reader, storyId: string) {
  await requireVisibleStory(deps, storyId, reader);
  const [story] = await deps.db
    .select({ id: stories.id, title: stories.title, slug: stories.slug })
    .from(stories)
    .where(eq(stories.id, storyId));
  return story ?? null;
}
