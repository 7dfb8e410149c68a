/** Each search covers a country in one query. Without a match, a second one replaces unknown words by likely ones. */
import { eq, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { type FoundKind, media, pricingStrategies, stories, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { smallAddress } from '../../media/present.ts';
import type { GeofilterFacts } from '../../publishing/countries/rules.ts';
import type { PublicationType } from '../../publishing/stories/rules.ts';
import {
  type CardRow,
  cardColumns,
  pictureColumns,
  presentCard,
  type StoryCardView,
} from '../../reading/reader/cards.ts';
import { foundCounts, foundPage, type Phrase } from './matching.ts';
import { RESOURCES } from './rules.ts';

const THUMBNAIL_WIDTH = 160;

export type Filters = { genre?: string | undefined; language?: string | undefined };
export type Part = { page: number; perPage: number };

/** `isLoose`: how the counts found the phrase, so that no second attempt is needed. */
export type PhraseWish = { phrase: string; country: string | null; isLoose?: boolean };
export type StoryWish = Filters & Part & PhraseWish & { type: PublicationType };
export type CreatorWish = Part & PhraseWish;

export type FoundStoryView = StoryCardView & {
  thumbnailUrl: string | null;
  pricingType: 'all_free' | 'all_premium' | 'first_free' | 'custom';
};

export type FoundCreatorView = {
  id: string;
  slug: string;
  displayName: string;
  websiteUrl: string | null;
  founder: boolean;
  thumbnailUrl: string | null;
};

export type Found<T> = {
  found: T[];
  /** Total of all pages. FOUND_MAX_COUNT means that many or more. */
  total: number;
  page: number;
  perPage: number;
  pages: number;
  geofilters: GeofilterFacts[];
};

export type CountersWish = Filters & { phrase: string; country: string | null };
export type Counters = Record<FoundKind, number> & Pick<Found<unknown>, 'geofilters'> & { isLoose: boolean };

const sums = {
  total: sql<number>`page.total`.mapWith(Number),
  geofilters: sql<GeofilterFacts[]>`page.geofilters`,
};

const storiesPage = (isFiltered: boolean) =>
  prepared((db) =>
    db
      .select({ ...cardColumns, ...sums })
      .from(foundPage(sql`${sql.placeholder('kind')}::text`, { isFiltered }))
      .leftJoin(stories, sql`${stories.id} = page.found_id`)
      .leftJoin(users, eq(users.id, stories.ownerId))
      .leftJoin(media, eq(media.id, stories.coverMediaId))
      .leftJoin(pricingStrategies, eq(pricingStrategies.storyId, stories.id))
      .orderBy(sql`page.place`),
  );

const wholePage = storiesPage(false);
const filteredPage = storiesPage(true);

export async function findStories(deps: Deps, wish: StoryWish): Promise<Found<FoundStoryView>> {
  const { type, genre = null, language = null, page, perPage } = wish;
  const query = (genre === null && language === null ? wholePage : filteredPage)(deps);
  const values = { kind: type, genre, language, perPage, offset: (page - 1) * perPage };
  const { rows } = await strictly(wish, (asked) => query.execute({ ...values, ...asked }));
  const now = deps.clock.now();
  const found = rows.filter(isCard).map((row) => ({
    ...presentCard(row, now),
    thumbnailUrl: row.cover && smallAddress(row.cover, THUMBNAIL_WIDTH),
    pricingType: row.pricing?.type ?? ('all_free' as const),
  }));
  return paged(found, rows, wish);
}

const creatorsPage = prepared((db) =>
  db
    .select({
      id: users.id,
      slug: users.slug,
      displayName: users.displayName,
      websiteUrl: users.website,
      founder: users.founder,
      picture: pictureColumns,
      ...sums,
    })
    .from(foundPage(sql`'creators'`, { isFiltered: false }))
    .leftJoin(users, sql`${users.id} = page.found_id`)
    .leftJoin(media, eq(media.id, users.pictureMediaId))
    .orderBy(sql`page.place`),
);

export async function findCreators(deps: Deps, wish: CreatorWish): Promise<Found<FoundCreatorView>> {
  const { page, perPage } = wish;
  const values = { perPage, offset: (page - 1) * perPage };
  const query = creatorsPage(deps);
  const { rows } = await strictly(wish, (asked) => query.execute({ ...values, ...asked }));
  const found = rows.filter(isCreator).map(({ picture, total: _, geofilters: __, ...creator }) => ({
    ...creator,
    thumbnailUrl: picture && smallAddress(picture, THUMBNAIL_WIDTH),
  }));
  return paged(found, rows, wish);
}

const counts = (isFiltered: boolean) =>
  prepared((db) =>
    db
      .select({ kind: sql<FoundKind>`page.kind`, ...sums })
      .from(foundCounts(sql`${sql.param([...RESOURCES])}::text[]`, { isFiltered })),
  );

const allCounts = counts(false);
const filteredCounts = counts(true);

/** Number of results on each tab. Genre and language narrow down stories only. */
export async function countFound(deps: Deps, wish: CountersWish): Promise<Counters> {
  const { genre = null, language = null } = wish;
  const query = (genre === null && language === null ? allCounts : filteredCounts)(deps);
  const { rows, isLoose } = await strictly(wish, (asked) => query.execute({ genre, language, ...asked }));
  const of = (kind: FoundKind): number => rows.find((row) => row.kind === kind)?.total ?? 0;
  return {
    comics: of('comics'),
    novel: of('novel'),
    indie: of('indie'),
    creators: of('creators'),
    geofilters: rows.flatMap(({ geofilters }) => geofilters),
    isLoose,
  };
}

type Sum = { total: number; geofilters: GeofilterFacts[] };

/** Searches for the phrase as typed, and loosely when nothing was found. */
async function strictly<Row extends Sum>(
  { phrase, country, isLoose }: PhraseWish,
  search: (wanted: Phrase) => Promise<Row[]>,
): Promise<{ rows: Row[]; isLoose: boolean }> {
  const first = isLoose ?? false;
  const rows = await search({ phrase, country, isLoose: first });
  if (isLoose !== undefined || rows.some(({ total }) => total > 0)) return { rows, isLoose: first };
  return { rows: await search({ phrase, country, isLoose: true }), isLoose: true };
}

// An empty page is a row without a story or a user.
const isCard = <Row extends { id: string | null }>(row: Row): row is Row & CardRow => row.id !== null;
type CreatorRow = { id: string; slug: string; displayName: string; founder: boolean };
const isCreator = <Row extends { id: string | null }>(row: Row): row is Row & CreatorRow => row.id !== null;

function paged<T>(found: T[], rows: readonly Sum[], { page, perPage }: Part): Found<T> {
  const { total = 0, geofilters = [] } = rows[0] ?? {};
  return { found, total, page, perPage, pages: Math.ceil(total / perPage), geofilters };
}
