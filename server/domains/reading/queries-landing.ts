/** The landing page: what is featured, what came out this week, what is read most, and the shelves by type. */
import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { PublicationType } from '../../../db/schema/index.ts';
import { chapters, episodePages, episodes, media, stories } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { GeofilterFacts } from '../geo/rules.ts';
import { type PresentedPicture, presentPicture } from '../media/present.ts';
import type { PricedFacts } from '../pricing/rules.ts';
import { ANYONE, decideAccess, readingFacts } from '../unlock/rules.ts';
import {
  cardColumns,
  isOpenIn,
  joinCards,
  latestFirst,
  listGeofilters,
  pictureColumns,
  presentCard,
  type StoryCardView,
} from './cards.ts';
import { boundsOf, dayOf, endOfDay, firstSentence, freshSince, openingText, weekOf } from './rules.ts';

const POPULAR_MOST = 9;
const SHELF_MOST = 12;
const NOVELS_MOST = 6;
const CALENDAR_MOST = 12;
/** Enough of a chapter for its first sentence. */
const OPENING_CHARACTERS = 1500;

export type CalendarEntry = StoryCardView & { episode: { number: number; fresh: boolean } };
export type NovelOpening = StoryCardView & { sentence: string };

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
  calendar: { days: string[]; today: string; day: string; isDayEmpty: boolean; entries: CalendarEntry[] };
  popular: StoryCardView[];
  comics: StoryCardView[];
  indie: StoryCardView[];
  novels: NovelOpening[];
  /** What decides in which country which story is here. */
  geofilters: GeofilterFacts[];
  validUntil: Date;
};

/** `day` is one that `calendarDay` has let pass. Three queries, one more for novels, and one where countries are known. */
export async function findLanding(
  deps: Deps,
  { country, day }: { country: string | null; day?: string },
): Promise<Landing> {
  const now = deps.clock.now();
  const shown = day ?? dayOf(now);
  const [shelves, released, geofilters] = await Promise.all([
    findShelves(deps, country),
    findReleased(deps, country, shown),
    listGeofilters(deps),
  ]);
  const ofType = (type: PublicationType, most: number) =>
    shelves.filter((row) => row.publicationType === type).slice(0, most);
  const popular = [...shelves].sort((a, b) => b.viewsCount - a.viewsCount).slice(0, POPULAR_MOST);
  const novels = wholeRows(ofType('novel', NOVELS_MOST));
  const star = popular.find((row) => row.cover && row.lastUpdate >= freshSince(now)) ?? popular[0];
  const [featured, openings] = await Promise.all([
    star === undefined ? null : findFeatured(deps, star, now),
    novels.length === 0 ? new Map<string, string>() : findOpenings(deps, novels),
  ]);
  const present = (row: ShelfRow) => presentCard(row, now);
  const isDayEmpty = !released.some((row) => dayOf(row.episode.publishedAt ?? now) === shown);
  return {
    featured,
    calendar: {
      days: weekOf(now),
      today: dayOf(now),
      day: shown,
      isDayEmpty,
      entries: pickReleased(released, isDayEmpty ? null : shown).map((row) => ({
        ...presentCard(row, now),
        episode: {
          number: row.episode.number ?? 0,
          fresh: row.episode.publishedAt !== null && row.episode.publishedAt >= freshSince(now),
        },
      })),
    },
    popular: popular.map(present),
    comics: ofType('comics', SHELF_MOST).map(present),
    indie: ofType('indie', SHELF_MOST).map(present),
    novels: novels.map((row) => ({
      ...present(row),
      sentence: openings.get(row.id) ?? firstSentence(row.description),
    })),
    geofilters,
    validUntil: endOfDay(now),
  };
}

/** Each shelf reads the top of an index; together they are one query, latest first. */
function findShelves(deps: Deps, country: string | null) {
  const open = isOpenIn(country);
  const latest = (type: PublicationType, most: number) =>
    deps.db
      .select({ id: stories.id })
      .from(stories)
      .where(and(open, eq(stories.publicationType, type)))
      .orderBy(...latestFirst)
      .limit(most);
  const most = deps.db
    .select({ id: stories.id })
    .from(stories)
    .where(open)
    .orderBy(desc(stories.viewsCount), desc(stories.id))
    .limit(POPULAR_MOST);
  const picked = unionAll(
    most,
    latest('comics', SHELF_MOST),
    latest('indie', SHELF_MOST),
    latest('novel', NOVELS_MOST),
  );
  return joinCards(deps.db.select(cardColumns).from(stories).$dynamic())
    .where(inArray(stories.id, picked))
    .orderBy(...latestFirst);
}

type ShelfRow = Awaited<ReturnType<typeof findShelves>>[number];

/** The day's episodes and the latest at all, in case that the day is empty; latest first. */
function findReleased(deps: Deps, country: string | null, day: string) {
  const { from, to } = boundsOf(day);
  const published = and(eq(episodes.status, 'published'), isNull(episodes.deletedAt), isOpenIn(country));
  const latest = (within?: ReturnType<typeof and>) =>
    deps.db
      .select({ id: episodes.id })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .where(and(published, within))
      .orderBy(sql`${episodes.publishedAt} desc nulls first`)
      .limit(CALENDAR_MOST * 2);
  const ofDay = and(gte(episodes.publishedAt, from), lt(episodes.publishedAt, to));
  const episode = { number: episodes.position, publishedAt: episodes.publishedAt };
  return joinCards(
    deps.db
      .select({ ...cardColumns, episode })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .$dynamic(),
  )
    .where(inArray(episodes.id, unionAll(latest(ofDay), latest())))
    .orderBy(desc(episodes.publishedAt), desc(episodes.id));
}

/** One card a story, with its newest episode of the day. */
function pickReleased(rows: Awaited<ReturnType<typeof findReleased>>, day: string | null) {
  const seen = new Set<string>();
  const newest = rows.filter(({ id, episode: { publishedAt } }) => {
    const isWanted = day === null || (publishedAt !== null && dayOf(publishedAt) === day);
    if (!isWanted || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
  return newest.slice(0, CALENDAR_MOST);
}

/** The story at the top: how far it goes, and its first page if anyone may read it. */
async function findFeatured(deps: Deps, star: ShelfRow, now: Date): Promise<Featured | null> {
  const published = and(
    eq(episodes.storyId, star.id),
    eq(episodes.status, 'published'),
    isNull(episodes.deletedAt),
  );
  const [row] = await deps.db
    .select({
      position: episodes.position,
      publishedRank: episodes.publishedRank,
      customPriceCoins: episodes.customPriceCoins,
      episodesCount: sql<number>`count(*) over ()`.mapWith(Number),
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
  if (row === undefined) return null;
  const { type, freeCount } = star.pricing ?? { type: 'all_free', freeCount: 0 };
  return {
    ...presentCard(star, now),
    sentence: firstSentence(star.description),
    updatedToday: dayOf(star.lastUpdate) === dayOf(now),
    episodesCount: row.episodesCount,
    freeCount: type === 'first_free' && freeCount > 0 && freeCount < row.episodesCount ? freeCount : null,
    firstNumber: row.position ?? 1,
    firstPage: isFree(star, row) ? presentPicture(row.page) : null,
  };
}

/** The first sentences of the novels' first chapters, as far as anyone may read them. */
async function findOpenings(deps: Deps, novels: readonly ShelfRow[]): Promise<Map<string, string>> {
  const rows = await deps.db
    .selectDistinctOn([episodes.storyId], {
      storyId: episodes.storyId,
      position: episodes.position,
      publishedRank: episodes.publishedRank,
      customPriceCoins: episodes.customPriceCoins,
      html: sql<string>`left(${chapters.html}, ${OPENING_CHARACTERS})`,
    })
    .from(episodes)
    .innerJoin(chapters, eq(chapters.episodeId, episodes.id))
    .where(
      and(
        inArray(
          episodes.storyId,
          novels.map((novel) => novel.id),
        ),
        eq(episodes.status, 'published'),
        isNull(episodes.deletedAt),
      ),
    )
    .orderBy(asc(episodes.storyId), asc(episodes.position), asc(chapters.position));
  const readable = rows.filter((row) => {
    const novel = novels.find((each) => each.id === row.storyId);
    return novel !== undefined && isFree(novel, row);
  });
  const sentences = readable.map((row) => [row.storyId, firstSentence(openingText(row.html))] as const);
  return new Map(sentences.filter(([, sentence]) => sentence !== ''));
}

/** Whether anyone may read it; the country was asked for when the shelves were read. */
function isFree({ pricing }: Pick<ShelfRow, 'pricing'>, episode: PricedFacts): boolean {
  const [story, published] = [{ deletedAt: null }, { status: 'published', deletedAt: null } as const];
  const facts = readingFacts({ episode: { ...episode, ...published }, story, pricing, geofilter: null });
  return decideAccess(facts, ANYONE) === 'readable';
}

/** Novels stand in rows of three; a last row of one or two is left out where there is a whole one before it. */
const wholeRows = <T>(rows: readonly T[]): T[] =>
  rows.slice(0, rows.length < 3 ? rows.length : rows.length - (rows.length % 3));
