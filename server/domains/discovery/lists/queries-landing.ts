import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { PublicationType } from '#db/schema/index.ts';
import { episodes, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { smallAddress } from '../../media/present.ts';
import type { GeofilterFacts } from '../../publishing/countries/rules.ts';
import type { NextRelease } from '../../reading/reader/announced.ts';
import { latestFirst, presentCard, type StoryCardView } from '../../reading/reader/cards.ts';
import {
  DAYS_A_WEEK,
  earliest,
  endOfDay,
  firstSentence,
  freshSince,
  startOfDay,
  weekOf,
} from '../../reading/reader/rules.ts';
import { arrangeWeek, nothingTwice } from './arrange.ts';
import { type Featured, findFeatured } from './featured.ts';
import { findOpenings } from './openings.ts';
import { type Move, movesOf, rankedDays, rankedTops } from './ranked.ts';
import { findShelfRows, type ShelfRow } from './shelf-rows.ts';
import { latestEpisodes, mostRead, nextEpisodes, type Picked, type Top, topListsOf } from './top-lists.ts';

const POPULAR_MAX_COUNT = 6;
/** Rows to read per type, because most of them may already appear above. */
const LATEST_MAX_COUNT = 12;
const SHELF_MAX_COUNT = 6;
const NOVELS_MAX_COUNT = 3;
const CALENDAR_MAX_COUNT = 12;
const CREATORS_MAX_COUNT = 6;
/** Number of newest stories that are searched for first stories of their creators. */
const BEGUN_MAX_COUNT = 30;
/** How long a creator counts as new: about a season of a weekly story. */
const NEW_MS = 120 * DAY_MS;

export type CalendarEntry = StoryCardView & { episode: { number: number; fresh: boolean } };
export type Introduced = StoryCardView & { sentence: string };

export type NamedStory = Pick<StoryCardView, 'id' | 'slug' | 'title' | 'author' | 'genre' | 'language'>;
export type AnnouncedEntry = NextRelease & Pick<NamedStory, 'slug' | 'title' | 'language'>;

export type NewCreator = {
  slug: string;
  displayName: string;
  faceUrl: string | null;
  story: Pick<NamedStory, 'title' | 'language'>;
  since: Date;
};

export type Landing = {
  featured: Featured | null;
  calendar: {
    days: { day: string; count: number }[];
    today: string;
    day: string | null;
    entries: CalendarEntry[];
    next: AnnouncedEntry | null;
  };
  /** Most read of the week, else of all time. Shown without covers, which appear elsewhere on the page. */
  popular: (NamedStory & { move: Move | null })[];
  creators: NewCreator[];
  comics: Introduced[];
  indie: Introduced[];
  novels: Introduced[];
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

const releasedAt = (at: number): Top => ({
  ...released,
  where: and(
    gte(episodes.publishedAt, sql.placeholder(startOf(at))),
    lt(episodes.publishedAt, sql.placeholder(startOf(at + 1))),
  ),
});

const dayAt = (at: number): string => `day ${at}`;

const isFirst = sql`not exists (select 1 from ${stories} elder
  where elder.owner_id = ${stories.ownerId} and elder.published and elder.deleted_at is null
    and (elder.first_published_at, elder.id) < (${stories.firstPublishedAt}, ${stories.id}))`;

const isBegunLast = sql`${stories.id} in (select begun.id from ${stories} begun
  where begun.published and begun.deleted_at is null and begun.first_published_at >= ${sql.placeholder('newSince')}
  order by begun.first_published_at desc nulls first, begun.id desc limit ${sql.raw(String(BEGUN_MAX_COUNT))})`;

const findTops = topListsOf<string>({
  ...rankedTops(sql`'all'`, POPULAR_MAX_COUNT),
  creators: {
    of: 'stories',
    where: and(isBegunLast, isFirst),
    order: [sql`${stories.firstPublishedAt} desc nulls first`, desc(stories.id)],
    most: CREATORS_MAX_COUNT,
  },
  next: {
    of: 'announced',
    where: gt(episodes.publishAt, sql.placeholder('now')),
    order: nextEpisodes,
    most: 1,
  },
  // Fallback for a week in which nothing was read.
  popular: { of: 'stories', order: mostRead, most: POPULAR_MAX_COUNT },
  comics: latest('comics', LATEST_MAX_COUNT),
  indie: latest('indie', LATEST_MAX_COUNT),
  novel: latest('novel', LATEST_MAX_COUNT / 2),
  // Fallback for a week without releases.
  released,
  ...Object.fromEntries(Array.from({ length: DAYS_A_WEEK }, (_, at) => [dayAt(at), releasedAt(at)])),
});

/** `day` must have passed `isCalendarDay`. Three queries, and one more for novels. */
export async function findLanding(
  deps: Deps,
  { country, day }: { country: string | null; day?: string },
): Promise<Landing> {
  const now = deps.clock.now();
  const week = weekOf(now);
  const starts = [...week.map(startOfDay), endOfDay(now).toISOString()];
  const bounds = Object.fromEntries(starts.map((moment, at) => [startOf(at), moment]));
  const newSince = new Date(endOfDay(now).getTime() - NEW_MS);
  const { picked, geofilters } = await findTops(deps, country, {
    ...bounds,
    ...rankedDays(now),
    now,
    newSince,
  });
  const top = (name: string): Picked[] => picked[name] ?? [];
  const topOf = (of: string): Picked[] => top(dayAt(week.indexOf(of)));
  const days = week.toReversed().filter((of) => topOf(of).length > 0);
  const releases = days.length > 0 ? days.flatMap(topOf) : top('released');
  // The last day with releases, and the day before it in case all stories of the last day appear above.
  const openable =
    day !== undefined ? topOf(day) : days.length > 0 ? days.slice(0, 2).flatMap(topOf) : releases;
  const most = top('ranked').length > 0 ? 'ranked' : 'popular';
  const kinds = [most, 'comics', 'indie', 'novel', 'creators', 'next'];
  const shelves = await findShelfRows(deps, [...kinds.flatMap(top), ...openable], { faced: top('creators') });
  const cardsOf = (name: string) => top(name).flatMap(({ storyId }) => shelves.get(storyId) ?? []);
  const popular = cardsOf(most);
  const moves = movesOf(idsOf(top('ranked')), idsOf(top('before')));
  const star = popular.find((row) => row.cover && row.lastUpdate >= freshSince(now)) ?? popular[0];
  const calendar = arrangeWeek(
    releases.map(({ storyId: id, number, at }) => ({ id, number, at, day: utcDay(at) })),
    { week, wished: day, featuredId: star?.id, most: CALENDAR_MAX_COUNT },
  );
  const [next = null] = top('next').flatMap(({ storyId, number, at: publishAt }) => {
    const row = shelves.get(storyId);
    return row === undefined ? [] : [{ ...nameOf(row), number, publishAt }];
  });
  const rest = nothingTwice<ShelfRow>([star, ...calendar.rows].flatMap((row) => row?.id ?? []));
  const [comics, novels, indie] = [
    rest(cardsOf('comics')).slice(0, SHELF_MAX_COUNT),
    rest(cardsOf('novel')).slice(0, NOVELS_MAX_COUNT),
    rest(cardsOf('indie')).slice(0, SHELF_MAX_COUNT),
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
      entries: calendar.rows.flatMap(({ id, number, at }) => {
        const row = shelves.get(id);
        return row === undefined
          ? []
          : [{ ...present(row), episode: { number, fresh: at >= freshSince(now) } }];
      }),
      next,
    },
    popular: popular.map((row, place) => ({ ...nameOf(row), move: moves[place] ?? null })),
    creators: cardsOf('creators').map((row) => ({
      slug: row.authorSlug,
      displayName: row.author,
      faceUrl: row.face && smallAddress(row.face, 160),
      story: { title: row.title, language: row.language },
      since: row.firstPublishedAt ?? now,
    })),
    comics: comics.map(introduce),
    indie: indie.map(introduce),
    novels: novels.map(introduce),
    geofilters,
    validUntil: earliest(endOfDay(now), next?.publishAt, featured?.next?.publishAt) ?? endOfDay(now),
  };
}

const idsOf = (picked: readonly Picked[]): string[] => picked.map(({ storyId }) => storyId);

const nameOf = ({ id, slug, title, author, genre, language }: ShelfRow): NamedStory => ({
  id,
  slug,
  title,
  author,
  genre,
  language,
});
