import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { browseCounts, browseEntries, geofilterStrategies, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import { tagKey } from '../../publishing/stories/rules.ts';
import {
  cardColumns,
  geofilterColumns,
  isOpen,
  joinCards,
  presentCard,
  type StoryCardView,
} from '../../reading/reader/cards.ts';
import { endOfDay } from '../../reading/reader/rules.ts';
import {
  BROWSE_A_PAGE,
  type BrowseOrder,
  type Count,
  countOf,
  extentOf,
  type Filters,
  oftenWith,
  type Shelf,
  shelfName,
  TAGGED_COUNTED_MAX_COUNT,
  typesOf,
  valuesOf,
} from './rules.ts';

const OFTEN_WITH_MAX_COUNT = 5;
/** Number of extra rows to read, because some may be closed. If too many are, reads several times as many. */
const CLOSED_FEW = 12;
const ROUNDS = [1, 8, 64];

export type BrowseWish = Filters & {
  shelf: Shelf;
  order: BrowseOrder;
  page: number;
  country: string | null;
};

export type BrowsePage = {
  stories: StoryCardView[];
  page: number;
  pages: number;
  total: number;
  /** True when the total means that many or more. */
  isCapped: boolean;
  types: ReturnType<typeof typesOf>;
  languages: string[];
  genres: string[];
  oftenWith: { key: string; tag: string }[];
  tag: string | undefined;
  geofilters: GeofilterFacts[];
  validUntil: Date | undefined;
};

/** Three queries. Returns the last page for pages beyond it. Throws 404 for a tag without stories in the country. */
export async function findBrowsePage(deps: Deps, wish: BrowseWish): Promise<BrowsePage> {
  const { shelf, page } = wish;
  const [list, counts] = await Promise.all([findList(deps, wish), findCounts(deps, shelf)]);
  const { type, genre, language } = wish;
  const counted = countOf(counts, { type, genre, language });
  const isNarrowed = type !== undefined || genre !== undefined || language !== undefined;
  if (list.ids.length === 0 && page > 1)
    return findBrowsePage(deps, { ...wish, page: Math.max(1, Math.ceil(list.openCount / BROWSE_A_PAGE)) });
  if (shelf.by === 'tag' && list.ids.length === 0 && (!isNarrowed || countOf(counts) === 0))
    throw notFound('not_found');
  const rows = await findCards(deps, list.ids);
  const extent = extentOf({ page, shown: rows.length, hasMore: list.hasMore, counted });
  const now = deps.clock.now();
  const cards = rows.map((row) => presentCard(row, now));
  const ownKey = shelf.by === 'tag' ? shelf.value : undefined;
  const all = countOf(counts);
  return {
    stories: cards,
    page,
    pages: extent.pages,
    total: isNarrowed ? Math.max(all, extent.total) : extent.total,
    isCapped: shelf.by === 'tag' && all >= TAGGED_COUNTED_MAX_COUNT,
    types: typesOf(counts, { genre, language }),
    languages: valuesOf(counts, 'language').map(({ value }) => value),
    genres: valuesOf(counts, 'genre').map(({ value }) => value),
    oftenWith: oftenWith(rows, { keyOf: tagKey, except: ownKey, most: OFTEN_WITH_MAX_COUNT }),
    tag: rows.flatMap(({ tags }) => tags).find((tag) => tagKey(tag) === ownKey),
    geofilters: list.geofilters,
    validUntil: cards.some(({ fresh }) => fresh) ? endOfDay(now) : undefined,
  };
}

type List = {
  ids: string[];
  /** Number of open stories up to this page's end, and one more if it exists. */
  openCount: number;
  hasMore: boolean;
  geofilters: GeofilterFacts[];
};

/** Closed stories shift the end of each page, so reads all rows before it: at most a thousand short ones. */
async function findList(deps: Deps, wish: BrowseWish): Promise<List> {
  const { page, country } = wish;
  const from = (page - 1) * BROWSE_A_PAGE;
  const wanted = from + BROWSE_A_PAGE + 1;
  for (const times of ROUNDS) {
    const most = wanted + CLOSED_FEW * times;
    const rows = await selectList(deps, wish, most);
    const open: string[] = [];
    const geofilters: GeofilterFacts[] = [];
    for (const { storyId, geofilter } of rows) {
      if (open.length === wanted) break;
      if (isFiltered(geofilter)) geofilters.push(geofilter);
      if (isAvailableIn(geofilter, country)) open.push(storyId);
    }
    if (open.length < wanted && rows.length === most && times !== ROUNDS.at(-1)) continue;
    const ids = open.slice(from, from + BROWSE_A_PAGE);
    return { ids, openCount: open.length, hasMore: open.length === wanted, geofilters: distinct(geofilters) };
  }
  throw new Error('the last round ends the search');
}

const distinct = (filters: readonly GeofilterFacts[]): GeofilterFacts[] => [
  ...new Map(filters.map((each) => [`${each.type} ${each.countries.join()}`, each])).values(),
];

const mostReadFirst = [
  sql`${browseEntries.popularity} desc nulls first`,
  sql`${browseEntries.storyId} desc nulls first`,
];

/** Not prepared: the row limit decides the plan. */
function selectList({ db }: Deps, { shelf, order, type, genre, language }: BrowseWish, most: number) {
  const { lastUpdate, storyId } = browseEntries;
  const newestFirst = [sql`${lastUpdate} desc nulls first`, sql`${storyId} desc nulls first`];
  return db
    .select({ storyId, geofilter: geofilterColumns })
    .from(browseEntries)
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, storyId))
    .where(
      and(
        eq(browseEntries.shelf, shelfName(shelf)),
        type && eq(browseEntries.publicationType, type),
        genre === undefined ? undefined : eq(browseEntries.genre, genre),
        language === undefined ? undefined : eq(browseEntries.language, language),
      ),
    )
    .orderBy(...(order === 'new' ? newestFirst : mostReadFirst))
    .limit(most);
}

async function findCards(deps: Deps, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await cardsById(deps).execute({ ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const cardsById = prepared((db) =>
  joinCards(
    db
      .select({ ...cardColumns, tags: stories.tags })
      .from(stories)
      .$dynamic(),
  ).where(and(sql`${stories.id} = any(${sql.placeholder('ids')}::uuid[])`, isOpen)),
);

async function findCounts(deps: Deps, { by, value }: Shelf): Promise<Count[]> {
  if (by === 'tag') return selectCounts(deps, { by, value });
  return countsOf(deps).execute(
    by === 'genre' ? { genre: value, language: null } : { genre: null, language: value },
  );
}

const countColumns = {
  genre: browseCounts.genre,
  language: browseCounts.language,
  publicationType: browseCounts.publicationType,
  count: browseCounts.storiesCount,
};

const countsOf = prepared((db) => {
  const genre = sql.placeholder('genre');
  const language = sql.placeholder('language');
  return db
    .select(countColumns)
    .from(browseCounts)
    .where(
      sql`${browseCounts.genre} = coalesce(${genre}::text, ${browseCounts.genre})
        and ${browseCounts.language} = coalesce(${language}::text, ${browseCounts.language})`,
    );
});

/** Not prepared: a cached plan for any tag would gather and sort all rows of a frequent one. */
function selectCounts({ db }: Deps, shelf: Shelf): Promise<Count[]> {
  const { genre, language, publicationType } = browseEntries;
  const some = db
    .select({ genre, language, publicationType })
    .from(browseEntries)
    .where(eq(browseEntries.shelf, shelfName(shelf)))
    // The order of an index, so that reading stops at the limit.
    .orderBy(...mostReadFirst)
    .limit(TAGGED_COUNTED_MAX_COUNT)
    .as('some');
  return db
    .select({
      genre: some.genre,
      language: some.language,
      publicationType: some.publicationType,
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(some)
    .groupBy(some.genre, some.language, some.publicationType);
}

export type BrowseIndex = {
  genres: { value: string; count: number }[];
  languages: { value: string; count: number }[];
};

const allCounts = prepared((db) =>
  db
    .select({
      genre: sql<string | null>`${browseCounts.genre}`,
      language: sql<string | null>`${browseCounts.language}`,
      count: sql<number>`sum(${browseCounts.storiesCount})`.mapWith(Number),
    })
    .from(browseCounts)
    .groupBy(sql`grouping sets ((${browseCounts.genre}), (${browseCounts.language}))`)
    .orderBy(sql`3 desc, 1, 2`),
);

/** Genres and languages with their number of stories, most first. One query. */
export async function findBrowseIndex(deps: Deps): Promise<BrowseIndex> {
  const rows = await allCounts(deps).execute();
  const valuesOf = (of: 'genre' | 'language') =>
    rows.flatMap(({ [of]: value, count }) => (value === null ? [] : [{ value, count }]));
  return { genres: valuesOf('genre'), languages: valuesOf('language') };
}
