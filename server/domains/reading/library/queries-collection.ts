import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import {
  collectionFollowers,
  collectionStories,
  collections,
  episodePlaces,
  episodes,
  media,
  stories,
  storyPlaces,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { type PictureVariant, pictureAddress, sharedPicture } from '../../media/present.ts';
import { type Colour, colourOf, isOpenIn, pictureColumns } from '../reader/cards.ts';
import type { CollectionEntry, CollectionPage } from './contract-collections.ts';
import { isStaying, presentCollection } from './queries-collections.ts';
import { type Part, presentShelfStory, shelfColumns } from './queries-library.ts';

export type CollectionView = Static<typeof CollectionPage>;
export type CollectionEntryView = Static<typeof CollectionEntry>;

type Asking = { viewer: Viewer | null; country: string | null };

const faces = alias(media, 'faces');
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Number of published episodes: the rank of the last one. */
const episodesCount = sql<number>`coalesce((select ${episodes.publishedRank} from ${episodes}
  where ${episodes.storyId} = ${stories.id} and ${episodes.status} = 'published' and ${episodes.deletedAt} is null
  order by ${episodes.position} desc limit 1), 0)`.mapWith(Number);

/** The viewer's position in a story. Null if they have not begun it, or their episode is gone. */
const place = (readerId: SQL) => sql<CollectionEntryView['place']>`(select jsonb_build_object(
    'number', ${episodes.position}, 'finished', ${episodePlaces.finished}, 'next_number', (
      select later.position from ${episodes} later
      where later.story_id = ${episodes.storyId} and later.position > ${episodes.position}
        and later.status = 'published' and later.deleted_at is null order by later.position limit 1))
  from ${episodes} join ${episodePlaces}
    on ${episodePlaces.episodeId} = ${episodes.id} and ${episodePlaces.readerId} = ${readerId}
  where ${episodes.id} = ${storyPlaces.episodeId} and ${episodes.status} = 'published' and ${episodes.deletedAt} is null)`;

/** Three queries. Throws 404 for a private collection of others, and for an owner who is leaving. */
export async function findCollection(
  deps: Deps,
  { viewer, country }: Asking,
  id: string,
  part: Part,
): Promise<CollectionView> {
  return (await findCollectionPage(deps, { viewer, country }, id, part)).view;
}

export type CollectionLooks = { colour: Colour | null; shared: PictureVariant | null };

export async function findCollectionPage(
  deps: Deps,
  { viewer, country }: Asking,
  id: string,
  part: Part,
): Promise<{ view: CollectionView; looks: CollectionLooks }> {
  const readerId = viewer?.id ?? NOBODY;
  const [[row], rows, [first]] = await Promise.all([
    selectOne(deps, readerId).where(and(eq(collections.id, id), isStaying)),
    selectEntries(deps, readerId, country)
      .where(eq(collectionStories.collectionId, id))
      .orderBy(asc(collectionStories.position))
      .limit(part.perPage)
      .offset((part.page - 1) * part.perPage),
    selectFirst(deps, id, country),
  ]);
  const own = row !== undefined && row.collection.ownerId === viewer?.id;
  if (row === undefined || !(own || row.collection.shared)) throw notFound('not_found');
  const { collection, owner, face, following } = row;
  const view = {
    ...presentCollection(collection),
    own,
    following,
    owner: {
      slug: owner.slug,
      display_name: owner.displayName,
      mini_thumbnail_url: face && pictureAddress(face, 160),
    },
    stories: rows.map((each) => presentEntry(each, own)),
    page: part.page,
    per_page: part.perPage,
    total: collection.storiesCount,
  };
  return { view, looks: { colour: colourOf(first ?? null), shared: first ? sharedPicture(first) : null } };
}

const selectOne = (deps: Deps, readerId: string) =>
  deps.db
    .select({
      collection: collections,
      owner: { slug: users.slug, displayName: users.displayName },
      face: { id: faces.id, hash: faces.hash, pieces: faces.pieces, variants: faces.variants },
      following: sql<boolean>`exists (select 1 from ${collectionFollowers}
        where ${collectionFollowers.collectionId} = ${collections.id} and ${collectionFollowers.readerId} = ${readerId})`,
    })
    .from(collections)
    .innerJoin(users, eq(users.id, collections.ownerId))
    .leftJoin(faces, eq(faces.id, users.pictureMediaId))
    .$dynamic();

const selectEntries = (deps: Deps, readerId: string, country: string | null) =>
  deps.db
    .select({
      entry: {
        storyId: collectionStories.storyId,
        position: collectionStories.position,
        why: collectionStories.why,
      },
      ...shelfColumns,
      id: stories.id,
      genre: stories.genre,
      episodesCount,
      place: place(sql`${readerId}`),
    })
    .from(collectionStories)
    .leftJoin(stories, and(eq(stories.id, collectionStories.storyId), isOpenIn(country)))
    .leftJoin(users, eq(users.id, stories.ownerId))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .leftJoin(storyPlaces, and(eq(storyPlaces.storyId, stories.id), eq(storyPlaces.readerId, readerId)))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

/** Only the position of a hidden story is visible. The collection's owner can still remove it. */
function presentEntry(
  { entry, genre, episodesCount, place, ...row }: Row,
  own: boolean,
): CollectionEntryView {
  const isShown = row.id !== null && row.author !== null;
  return {
    story_id: own || isShown ? entry.storyId : null,
    number: entry.position,
    why: own || isShown ? entry.why : '',
    story: isShown
      ? {
          ...presentShelfStory(row as Parameters<typeof presentShelfStory>[0]),
          genre: genre ?? '',
          episodes_count: episodesCount,
        }
      : null,
    place: isShown ? place : null,
  };
}

const FIRST_MAX_COUNT = 8;

function selectFirst(deps: Deps, id: string, country: string | null) {
  const some = deps.db
    .select()
    .from(collectionStories)
    .where(eq(collectionStories.collectionId, id))
    .orderBy(asc(collectionStories.position))
    .limit(FIRST_MAX_COUNT)
    .as('some');
  return deps.db
    .select(pictureColumns)
    .from(some)
    .innerJoin(stories, and(eq(stories.id, some.storyId), isOpenIn(country)))
    .innerJoin(media, eq(media.id, stories.coverMediaId))
    .orderBy(asc(some.position))
    .limit(1);
}
