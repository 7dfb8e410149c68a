import { and, asc, count, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import {
  episodePlaces,
  episodes,
  media,
  stories,
  storyPlaces,
  subscriptions,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { pictureAddress } from '../../media/present.ts';
import type { Reader } from '../reader/access.ts';
import { type Colour, colourOf, isOpenIn, latestFirst, pictureColumns } from '../reader/cards.ts';
import type { LibraryView as LibraryReply, LibraryStory } from './contract.ts';
import type { ShelfStory } from './contract-shelf.ts';
import { continueColumn } from './queries-mine.ts';
import { isOnShelf } from './reading.ts';
import type { Shelf, SubscriptionSort } from './rules.ts';

/** Pages show each story in the colour of its cover. */
export type LibraryStoryView = Static<typeof LibraryStory> & { colour: Colour | null };
type Lists = Record<Shelf, LibraryStoryView[]>;
export type LibraryView = Omit<Static<typeof LibraryReply>, Shelf> & Lists;
export type ShelfStoryView = Static<typeof ShelfStory>;

export type Part = { page: number; perPage: number };

export const shelfColumns = {
  id: stories.id,
  slug: stories.slug,
  title: stories.title,
  publicationType: stories.publicationType,
  language: stories.language,
  lastUpdate: stories.lastUpdate,
  author: { slug: users.slug, displayName: users.displayName },
  cover: pictureColumns,
};

type ShelfRow = {
  id: string;
  slug: string;
  title: string;
  publicationType: ShelfStoryView['publication_type'];
  language: string;
  lastUpdate: Date;
  author: { slug: string; displayName: string };
  cover: Parameters<typeof pictureAddress>[0] | null;
};

export const presentShelfStory = (row: ShelfRow): ShelfStoryView => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  publication_type: row.publicationType,
  language: row.language,
  cover_url: row.cover && pictureAddress(row.cover, 640),
  thumbnail_url: row.cover && pictureAddress(row.cover, 320),
  mini_thumbnail_url: row.cover && pictureAddress(row.cover, 160),
  author: { slug: row.author.slug, display_name: row.author.displayName },
  last_update: row.lastUpdate.toISOString(),
});

/** More new episodes than this are not counted. */
const NEW_MAX_COUNT = 100;

/** Episodes published since the reader's last visit, or since they followed the story. */
const newEpisodes = sql<number>`(select count(*) from (
    select ${episodes.firstPublishedAt} as at from ${episodes}
    where ${episodes.storyId} = ${stories.id} and ${episodes.status} = 'published' and ${episodes.deletedAt} is null
    order by ${episodes.position} desc limit ${NEW_MAX_COUNT}) latest
  where latest.at > coalesce(${storyPlaces.readAt}, ${subscriptions.createdAt}))`.mapWith(Number);

type Wish = { where: SQL | undefined; order: SQL[]; part: Part };

const selectStories = (deps: Deps, readerId: string, { where, order, part }: Wish) =>
  deps.db
    .select({
      ...shelfColumns,
      subscribedAt: subscriptions.createdAt,
      notify: subscriptions.notify,
      readAt: storyPlaces.readAt,
      newEpisodes,
      continue: continueColumn(sql`${readerId}`),
    })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.ownerId))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .leftJoin(subscriptions, and(eq(subscriptions.storyId, stories.id), eq(subscriptions.readerId, readerId)))
    .leftJoin(storyPlaces, and(eq(storyPlaces.storyId, stories.id), eq(storyPlaces.readerId, readerId)))
    .where(where)
    .orderBy(...order)
    .limit(part.perPage)
    .offset((part.page - 1) * part.perPage);

type Row = Awaited<ReturnType<typeof selectStories>>[number];

const present = (row: Row): LibraryStoryView => ({
  ...presentShelfStory(row),
  subscribed: row.subscribedAt !== null,
  notify: row.notify,
  read_at: row.readAt?.toISOString() ?? null,
  continue: row.continue,
  new_episodes: row.newEpisodes,
  colour: colourOf(row.cover),
});

type Asked = { shelf?: Shelf | undefined; sort?: SubscriptionSort | undefined; part: Part };

/** Only stories that are published and available to the reader. Two queries per requested shelf. */
export async function findLibrary(
  deps: Deps,
  reader: Reader,
  { shelf, sort = 'updated', part }: Asked,
): Promise<LibraryView> {
  const wants = (one: Shelf) => shelf === undefined || shelf === one;
  const [reading, finished, followed] = await Promise.all([
    wants('continue_reading') ? listRead(deps, reader, part, not(isAtEnd)) : NOTHING,
    wants('finished') ? listRead(deps, reader, part, isAtEnd) : NOTHING,
    wants('subscriptions') ? listFollowed(deps, reader, part, sort) : NOTHING,
  ]);
  return {
    continue_reading: reading.stories,
    continue_reading_total: reading.total,
    finished: finished.stories,
    finished_total: finished.total,
    subscriptions: followed.stories,
    subscriptions_total: followed.total,
    page: part.page,
    per_page: part.perPage,
  };
}

type Listed = { stories: LibraryStoryView[]; total: number };
const NOTHING: Listed = { stories: [], total: 0 };

/** The reader finished the last episode they opened, and no newer one exists. */
const isAtEnd = sql`exists (select 1 from ${episodePlaces} join ${episodes} on ${episodes.id} = ${episodePlaces.episodeId}
  where ${episodePlaces.readerId} = ${storyPlaces.readerId} and ${episodePlaces.episodeId} = ${storyPlaces.episodeId}
    and ${episodePlaces.finished} and ${episodes.status} = 'published' and ${episodes.deletedAt} is null
    and not exists (select 1 from ${episodes} later where later.story_id = ${episodes.storyId}
      and later.position > ${episodes.position} and later.status = 'published' and later.deleted_at is null))`;

/** Last read first. Leaves out stories that were put away. */
async function listRead(deps: Deps, { viewer, country }: Reader, part: Part, which: SQL): Promise<Listed> {
  const { readAt, storyId, readerId } = storyPlaces;
  const where = and(eq(readerId, viewer.id), isOnShelf, isOpenIn(country), which);
  const [rows, [all]] = await Promise.all([
    selectStories(deps, viewer.id, { where, order: [desc(readAt), desc(storyId)], part }),
    deps.db
      .select({ total: count() })
      .from(storyPlaces)
      .innerJoin(stories, eq(stories.id, storyId))
      .where(where),
  ]);
  return { stories: rows.map(present), total: all?.total ?? 0 };
}

/** Titles are sorted without case and accents. */
const ORDERS: Record<SubscriptionSort, SQL[]> = {
  updated: latestFirst,
  title: [asc(sql`lower(unaccent(${stories.title}))`), asc(stories.id)],
  read: [sql`${storyPlaces.readAt} desc nulls last`, ...latestFirst],
  followed: [desc(subscriptions.createdAt), desc(stories.id)],
};

async function listFollowed(
  deps: Deps,
  { viewer, country }: Reader,
  part: Part,
  sort: SubscriptionSort,
): Promise<Listed> {
  const { storyId, readerId } = subscriptions;
  const where = and(eq(readerId, viewer.id), isOpenIn(country));
  const [rows, [all]] = await Promise.all([
    selectStories(deps, viewer.id, { where, order: ORDERS[sort], part }),
    deps.db
      .select({ total: count() })
      .from(subscriptions)
      .innerJoin(stories, eq(stories.id, storyId))
      .where(where),
  ]);
  return { stories: rows.map(present), total: all?.total ?? 0 };
}
