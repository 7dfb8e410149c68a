/** The landing page: what is featured, what came out this week, what is read most, and the shelves by type. */

import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { PublicationType } from '../../../db/schema/index.ts';
import { chapters, episodePages, episodes, media, stories } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { utcDay } from '../../lib/days.ts';
import type { GeofilterFacts } from '../geo/rules.ts';
import { type PresentedPicture, presentPicture } from '../media/present.ts';
import { isReadableInList } from '../unlock/rules.ts';
import { arrangeWeek, nothingTwice } from './arrange.ts';
import {
  cardColumns,
  joinCards,
  latestFirst,
  pictureColumns,
  presentCard,
  type StoryCardView,
} from './cards.ts';
import {
  DAYS_A_WEEK,
  endOfDay,
  firstSentence,
  freshSince,
  openingText,
  startOfDay,
  weekOf,
} from './rules.ts';
import { latestEpisodes, mostRead, type Picked, type Top, topsOf } from './tops.ts';

const POPULAR_MAX_COUNT = 6;
const SHELF_MAX_COUNT = 12;
const NOVELS_MAX_COUNT = 6;
const CALENDAR_MAX_COUNT = 12;
/** Enough of a chapter for its first sentence. */
const OPENING_CHARACTERS = 1500;

export type CalendarEntry = StoryCardView & { episode: { number: number; fresh: boolean } };
export type Introduced = StoryCardView & { sentence: string };

export type Featured = StoryCardView & {
  sentence: string;
  updatedToday: boolean;
  episodesCount: number;
  /** How many of the first episodes cost nothing; null when none or all are free. */
  freeCount: number | null;
  firstNumber: number;
  firstPage: PresentedPicture | null;
};

export type Landing = {
  featured: Featured | null;
  calendar: {
    days: { day: string; count: number }[];
    today: string;
    /** The one that is open; null where nothing came out all week. */
    day: string | null;
    entries: CalendarEntry[];
  };
  /** In type alone: their covers stand elsewhere on the page. */
  popular: Pick<StoryCardView, 'id' | 'slug' | 'title' | 'author' | 'genre' | 'language'>[];
  comics: Introduced[];
  indie: Introduced[];
  novels: Introduced[];
  /** What decides in which country which story is here. */
  geofilters: GeofilterFacts[];
  validUntil: Date;
};

const latest = (type: PublicationType, most: number): Top => ({
  of: 'stories',
  where: eq(stories.publicationType, type),
  order: latestFirst,
  most,
});

const released: Top = { of: 'episodes', order: latestEpisodes, most: CALENDAR_MAX_COUNT * 2 };

const startOf = (at: number): string => `start ${at}`;

/** What came out on a day of the week: its start and the next one's come in by its place in it. */
const releasedAt = (at: number): Top => ({
  ...released,
  where: and(
    gte(episodes.publishedAt, sql.placeholder(startOf(at))),
    lt(episodes.publishedAt, sql.placeholder(startOf(at + 1))),
  ),
});

const dayAt = (at: number): string => `day ${at}`;

const findTops = topsOf<string>({
  popular: { of: 'stories', order: mostRead, most: POPULAR_MAX_COUNT },
  comics: latest('comics', SHELF_MAX_COUNT),
  indie: latest('indie', SHELF_MAX_COUNT),
  novel: latest('novel', NOVELS_MAX_COUNT),
  // In case that nothing came out all week.
  released,
  ...Object.fromEntries(Array.from({ length: DAYS_A_WEEK }, (_, at) => [dayAt(at), releasedAt(at)])),
});

/** `day` is one that `isCalendarDay` has let pass. Three queries, and one more for novels. */
export async function findLanding(
  deps: Deps,
  { country, day }: { country: string | null; day?: string },
): Promise<Landing> {
  const now = deps.clock.now();
  const week = weekOf(now);
  const starts = [...week.map(startOfDay), endOfDay(now).toISOString()];
  const bounds = Object.fromEntries(starts.map((moment, at) => [startOf(at), moment]));
  const { picked, geofilters } = await findTops(deps, country, bounds);
  const top = (name: string): Picked[] => picked[name] ?? [];
  const topOf = (of: string): Picked[] => top(dayAt(week.indexOf(of)));
  const days = week.toReversed().filter((of) => topOf(of).length > 0);
  const releases = days.length > 0 ? days.flatMap(topOf) : top('released');
  // The last day that has something, and the one before it in case that the last has only what stands above.
  const openable =
    day !== undefined ? topOf(day) : days.length > 0 ? days.slice(0, 2).flatMap(topOf) : releases;
  const kinds = ['popular', 'comics', 'indie', 'novel'];
  const shelves = await findCards(deps, [...kinds.flatMap(top), ...openable]);
  const cardsOf = (name: string) => top(name).flatMap(({ storyId }) => shelves.get(storyId) ?? []);
  const popular = cardsOf('popular');
  const star = popular.find((row) => row.cover && row.lastUpdate >= freshSince(now)) ?? popular[0];
  const calendar = arrangeWeek(
    releases.flatMap(({ storyId: id, episode }) =>
      episode === null ? [] : [{ id, episode, day: utcDay(episode.publishedAt) }],
    ),
    { week, wished: day, featuredId: star?.id, most: CALENDAR_MAX_COUNT },
  );
  const rest = nothingTwice<ShelfRow>([star, ...calendar.rows].flatMap((row) => row?.id ?? []));
  const [comics, novels, indie] = [
    rest(cardsOf('comics')),
    wholeRows(rest(cardsOf('novel'))),
    rest(cardsOf('indie')),
  ];
  const [featured, openings] = await Promise.all([
    star === undefined ? null : findFeatured(deps, star, now),
    novels.length === 0 ? new Map<string, string>() : findOpenings(deps, novels),
  ]);
  const present = (row: ShelfRow) => presentCard(row, now);
  const introduce = (row: ShelfRow) => ({
    ...present(row),
    sentence: openings.get(row.id) ?? firstSentence(row.description),
  });
  return {
    featured,
    calendar: {
      days: week.map((of, index) => ({ day: of, count: calendar.counts[index] ?? 0 })),
      today: utcDay(now),
      day: calendar.day,
      entries: calendar.rows.flatMap(({ id, episode: { number, publishedAt } }) => {
        const row = shelves.get(id);
        if (row === undefined) return [];
        return [{ ...present(row), episode: { number, fresh: publishedAt >= freshSince(now) } }];
      }),
    },
    popular: popular.map(({ id, slug, title, author, genre, language }) => {
      return { id, slug, title, author, genre, language };
    }),
    comics: comics.map(introduce),
    indie: indie.map(introduce),
    novels: novels.map(introduce),
    geofilters,
    validUntil: endOfDay(now),
  };
}

async function findCards(deps: Deps, picked: readonly Picked[]): Promise<Map<string, ShelfRow>> {
  const ids = [...new Set(picked.map(({ storyId }) => storyId))];
  if (ids.length === 0) return new Map();
  const rows = await cardsById(deps).execute({ ids });
  return new Map(rows.map((row) => [row.id, row]));
}

const cardsById = prepared((db) =>
  joinCards(db.select(cardColumns).from(stories).$dynamic()).where(
    sql`${stories.id} = any(${sql.placeholder('ids')}::uuid[])`,
  ),
);

type ShelfRow = Awaited<ReturnType<ReturnType<typeof cardsById>['execute']>>[number];

const firstEpisode = prepared((db) => {
  const published = and(
    eq(episodes.storyId, sql.placeholder('storyId')),
    eq(episodes.status, 'published'),
    isNull(episodes.deletedAt),
  );
  return db
    .select({
      position: episodes.position,
      publishedRank: episodes.publishedRank,
      customPriceCoins: episodes.customPriceCoins,
      episodesCount: db.$count(episodes, published),
      page: pictureColumns,
    })
    .from(episodes)
    .leftJoin(
      media,
      sql`${media.id} = (select ${episodePages.mediaId} from ${episodePages}
        where ${episodePages.episodeId} = ${episodes.id} order by ${episodePages.position} limit 1)`,
    )
    .where(published)
    .orderBy(asc(episodes.position))
    .limit(1);
});

/** The story at the top: how far it goes, and its first page if anyone may read it. */
async function findFeatured(deps: Deps, star: ShelfRow, now: Date): Promise<Featured | null> {
  const [row] = await firstEpisode(deps).execute({ storyId: star.id });
  if (row === undefined) return null;
  const { type, freeCount } = star.pricing ?? { type: 'all_free', freeCount: 0 };
  return {
    ...presentCard(star, now),
    sentence: firstSentence(star.description),
    updatedToday: utcDay(star.lastUpdate) === utcDay(now),
    episodesCount: row.episodesCount,
    freeCount: type === 'first_free' && freeCount > 0 && freeCount < row.episodesCount ? freeCount : null,
    firstNumber: row.position ?? 1,
    firstPage: isReadableInList(row, star.pricing) ? presentPicture(row.page) : null,
  };
}

const openingsOf = prepared((db) => {
  const first = sql`(select first.id from ${episodes} join ${chapters} first on first.episode_id = ${episodes.id}
    where ${episodes.storyId} = ${stories.id} and ${episodes.status} = 'published' and ${episodes.deletedAt} is null
    order by ${episodes.position}, first.position limit 1)`;
  return db
    .select({
      storyId: episodes.storyId,
      position: episodes.position,
      publishedRank: episodes.publishedRank,
      customPriceCoins: episodes.customPriceCoins,
      html: sql<string>`left(${chapters.html}, ${OPENING_CHARACTERS})`,
    })
    .from(stories)
    .innerJoin(chapters, eq(chapters.id, first))
    .innerJoin(episodes, eq(episodes.id, chapters.episodeId))
    .where(sql`${stories.id} = any(${sql.placeholder('ids')}::uuid[])`);
});

/** The first sentences of the novels' first chapters, as far as anyone may read them. */
async function findOpenings(deps: Deps, novels: readonly ShelfRow[]): Promise<Map<string, string>> {
  const rows = await openingsOf(deps).execute({ ids: novels.map((novel) => novel.id) });
  const readable = rows.filter((row) => {
    const novel = novels.find((each) => each.id === row.storyId);
    return novel !== undefined && isReadableInList(row, novel.pricing);
  });
  const sentences = readable.map((row) => [row.storyId, firstSentence(openingText(row.html))] as const);
  return new Map(sentences.filter(([, sentence]) => sentence !== ''));
}

/** Novels stand in rows of three; a last row of one or two is left out where there is a whole one before it. */
const wholeRows = <T>(rows: readonly T[]): T[] =>
  rows.slice(0, rows.length < 3 ? rows.length : rows.length - (rows.length % 3));
