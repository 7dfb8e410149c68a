/** The page of a creator, as anyone in a country sees it (PRO-07). */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import {
  collections,
  episodes,
  geofilterStrategies,
  media,
  stories,
  storyCounters,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { pictureAddress } from '../../media/present.ts';
import type { GeofilterFacts } from '../../publishing/countries/rules.ts';
import { listEpisodes, listNeighbours, NUMBER_MAX } from './base-rows.ts';
import {
  type Colour,
  cardColumns,
  colourOf,
  isOpenIn,
  joinCards,
  pictureColumns,
  presentCard,
  type StoryCardView,
} from './cards.ts';
import { type EpisodeItem, presentItem } from './episode-rows.ts';
import { endOfDay, firstSentence } from './rules.ts';

const PROFILE_STORIES_A_PAGE = 24;
const ONLY_EPISODES_COUNT = 3;
/** Each tag of a page is part of a header for the CDN, which must not grow without limit. */
const TAGGED_MAX_COUNT = 200;
const SHARED_MAX_COUNT = 12;

export type ProfileStory = StoryCardView & { episodesCount: number };

export type OnlyStory = {
  story: StoryCardView;
  sentence: string;
  firstNumber: number;
  episodes: EpisodeItem[];
  episodesCount: number;
};

export type SharedCollection = { id: string; title: string };

export type ProfilePage = {
  id: string;
  slug: string;
  displayName: string;
  founder: boolean;
  pictureUrl: string | null;
  website: string | null;
  bio: string | null;
  colour: Colour | null;
  storiesCount: number;
  subscribersCount: number;
  stories: ProfileStory[];
  /** Published in any country. Any change of these stories may change this page. */
  publishedIds: string[];
  /** A creator with a single story shows more of it. */
  only: OnlyStory | null;
  collections: SharedCollection[];
  page: number;
  pages: number;
  geofilters: GeofilterFacts[];
  validUntil: Date | undefined;
};

/** Two queries, or four for a single story. Returns the first page for those beyond the end. Throws 404. */
export async function findProfilePage(
  deps: Deps,
  slug: string,
  { country, page }: { country: string | null; page: number },
): Promise<ProfilePage> {
  const [person] = await personBySlug(deps).execute({ slug });
  if (person === undefined) throw notFound('not_found');
  const offset = (page - 1) * PROFILE_STORIES_A_PAGE;
  const rows = await storiesOf(deps).execute({ ownerId: person.id, country, offset });
  const [first] = rows;
  if (first === undefined && page > 1) return findProfilePage(deps, slug, { country, page: 1 });
  const now = deps.clock.now();
  const only = first?.total === 1 ? await findOnly(deps, first, now) : null;
  const cards = rows.map((row) => ({ ...presentCard(row, now), episodesCount: row.episodesCount }));
  return {
    id: person.id,
    slug: person.slug,
    displayName: person.displayName,
    founder: person.founder,
    pictureUrl: person.picture && pictureAddress(person.picture, 320),
    website: person.website,
    bio: person.bio,
    colour: first === undefined ? null : colourOf(first.newest),
    storiesCount: first?.total ?? 0,
    subscribersCount: first?.subscribers ?? 0,
    stories: cards,
    only,
    collections: page === 1 ? person.collections : [],
    publishedIds: person.publishedIds,
    geofilters: person.geofilters,
    page,
    pages: Math.ceil((first?.total ?? 0) / PROFILE_STORIES_A_PAGE),
    validUntil: [...cards, ...(only?.episodes ?? [])].some(({ fresh }) => fresh) ? endOfDay(now) : undefined,
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof storiesOf>['execute']>>[number];

async function findOnly(deps: Deps, row: Row, now: Date): Promise<OnlyStory> {
  const [latest, [opening]] = await Promise.all([
    listNeighbours(deps, { storyId: row.id, position: NUMBER_MAX, most: ONLY_EPISODES_COUNT }),
    listEpisodes(deps, row.id, { from: 1, most: 1 }),
  ]);
  return {
    story: presentCard(row, now),
    sentence: firstSentence(row.description),
    firstNumber: opening?.position ?? 1,
    episodes: latest.map((each) => presentItem(each, row.pricing, now)).toReversed(),
    episodesCount: row.episodesCount,
  };
}

export const personBySlug = prepared((db) =>
  db
    .select({
      id: users.id,
      slug: users.slug,
      displayName: users.displayName,
      founder: users.founder,
      website: users.website,
      bio: users.bio,
      createdAt: users.createdAt,
      picture: pictureColumns,
      publishedIds: sql<string[]>`array(
        select ${stories.id} from ${stories}
        where ${stories.ownerId} = ${users.id} and ${stories.published} and ${stories.deletedAt} is null
        order by ${stories.id} desc limit ${TAGGED_MAX_COUNT})`,
      collections: sql<SharedCollection[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title) order by c.id desc), '[]')
        from (select ${collections.id}, ${collections.title} from ${collections}
          where ${collections.ownerId} = ${users.id} and ${collections.shared}
          order by ${collections.id} desc limit ${SHARED_MAX_COUNT}) c)`,
      geofilters: sql<GeofilterFacts[]>`(
        select coalesce(jsonb_agg(distinct jsonb_build_object(
          'type', ${geofilterStrategies.type}, 'countries', ${geofilterStrategies.countries})), '[]')
        from ${geofilterStrategies} join ${stories} on ${stories.id} = ${geofilterStrategies.storyId}
        where ${stories.ownerId} = ${users.id} and ${stories.published} and ${stories.deletedAt} is null
          and ${geofilterStrategies.type} <> 'worldwide')`,
    })
    .from(users)
    .leftJoin(media, eq(media.id, users.pictureMediaId))
    .where(
      and(eq(users.slug, sql.placeholder('slug')), isNull(users.deletionRequestedAt), isNull(users.erasedAt)),
    ),
);

/** Newest first. Each row also contains the totals, so that one page of rows is enough. */
const storiesOf = prepared((db) => {
  const newestFirst = sql`${stories.firstPublishedAt} desc nulls last, ${stories.id} desc`;
  const published = and(
    eq(episodes.storyId, stories.id),
    eq(episodes.status, 'published'),
    isNull(episodes.deletedAt),
  );
  return joinCards(
    db
      .select({
        ...cardColumns,
        episodesCount: sql<number>`(select count(*) from ${episodes} where ${published})`.mapWith(Number),
        total: sql<number>`count(*) over ()`.mapWith(Number),
        subscribers: sql<number>`coalesce(sum(${storyCounters.subscribersCount}) over (), 0)`.mapWith(Number),
        newest: {
          hue: sql<number | null>`first_value(${media.hue}) over (order by ${newestFirst})`,
          chroma: sql<number | null>`first_value(${media.chroma}) over (order by ${newestFirst})`,
        },
      })
      .from(stories)
      .leftJoin(storyCounters, eq(storyCounters.storyId, stories.id))
      .$dynamic(),
  )
    .where(and(eq(stories.ownerId, sql.placeholder('ownerId')), isOpenIn(sql.placeholder('country'))))
    .orderBy(newestFirst)
    .limit(PROFILE_STORIES_A_PAGE)
    .offset(sql.placeholder('offset'));
});
