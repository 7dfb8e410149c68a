/** What a phrase finds, for the API and for pages. Each answers for one country. */
import { and, desc, eq, exists, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import { geofilterStrategies, media, stories, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { type GeofilterFacts, isFiltered } from '../geo/rules.ts';
import { smallAddress } from '../media/present.ts';
import {
  cardColumns,
  geofilterColumns,
  isOpen,
  isOpenIn,
  joinCards,
  pictureColumns,
  presentCard,
  type StoryCardView,
} from '../reading/cards.ts';
import type { PublicationType } from '../stories/rules.ts';
import { FOUND_MAX_COUNT, wordsOf } from './rules.ts';

const THUMBNAIL_WIDTH = 160;

export type Filters = { genre?: string | undefined; language?: string | undefined };
export type Part = { page: number; perPage: number };

export type StoryWish = Filters & Part & { phrase: string; type: PublicationType; country: string | null };
export type CreatorWish = Part & { phrase: string; country: string | null };

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
  /** Of all pages; FOUND_MAX_COUNT stands for that many or more. */
  total: number;
  page: number;
  perPage: number;
  pages: number;
  /** What decides in which country which of them are here. */
  geofilters: GeofilterFacts[];
};

export type Counters = { comics: number; novel: number; indie: number; creators: number };

/** Stories of one type, the best matches first. */
export async function findStories(deps: Deps, wish: StoryWish): Promise<Found<FoundStoryView>> {
  const { page, perPage, country } = wish;
  const where = and(eq(stories.publicationType, wish.type), ...matching(wish.phrase), ...narrowed(wish));
  const rows = await joinCards(
    deps.db
      .select({ ...cardColumns, total: sql<number>`count(*) over ()`.mapWith(Number) })
      .from(stories)
      .$dynamic(),
  )
    .where(and(isOpenIn(country), where))
    .orderBy(desc(stories.popularity), desc(stories.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const filtered = await deps.db
    .selectDistinct({ geofilter: geofilterColumns })
    .from(stories)
    .innerJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .innerJoin(users, eq(users.id, stories.ownerId))
    .where(and(isOpen, where));
  const now = deps.clock.now();
  const found = rows.map((row) => ({
    ...presentCard(row, now),
    thumbnailUrl: row.cover && smallAddress(row.cover, THUMBNAIL_WIDTH),
    pricingType: row.pricing?.type ?? ('all_free' as const),
  }));
  const geofilters = filtered.map(({ geofilter }) => geofilter).filter(isFiltered);
  return paged(found, { total: rows[0]?.total ?? 0, page, perPage, geofilters });
}

/** Those who have published a story that can be read in this country. */
export async function findCreators(deps: Deps, wish: CreatorWish): Promise<Found<FoundCreatorView>> {
  const { page, perPage } = wish;
  const rows = await deps.db
    .select({
      id: users.id,
      slug: users.slug,
      displayName: users.displayName,
      websiteUrl: users.website,
      founder: users.founder,
      picture: pictureColumns,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(users)
    .leftJoin(media, eq(media.id, users.pictureMediaId))
    .where(creatorsMatching(deps, wish))
    .orderBy(users.displayName, users.id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const found = rows.map(({ picture, total: _, ...creator }) => ({
    ...creator,
    thumbnailUrl: picture && smallAddress(picture, THUMBNAIL_WIDTH),
  }));
  return paged(found, { total: rows[0]?.total ?? 0, page, perPage, geofilters: [] });
}

/** How many each tab has. Genre and language narrow down stories alone. */
export async function countFound(
  deps: Deps,
  wish: Filters & { phrase: string; country: string | null },
): Promise<Counters> {
  const of = (type: PublicationType) =>
    findStories(deps, { ...wish, type, page: 1, perPage: 1 }).then(({ total }) => total);
  const [comics, novel, indie, creators] = [
    await of('comics'),
    await of('novel'),
    await of('indie'),
    (await findCreators(deps, { ...wish, page: 1, perPage: 1 })).total,
  ];
  return { comics, novel, indie, creators };
}

const paged = <T>(
  found: T[],
  { total, page, perPage, geofilters }: { total: number; geofilters: GeofilterFacts[] } & Part,
): Found<T> => {
  const counted = Math.min(total, FOUND_MAX_COUNT);
  return { found, total: counted, page, perPage, pages: Math.ceil(counted / perPage), geofilters };
};

const narrowed = ({ genre, language }: Filters): (SQL | undefined)[] => [
  genre === undefined ? undefined : eq(stories.genre, genre),
  language === undefined ? undefined : eq(stories.language, language),
];

const has = (column: SQL | typeof stories.title, word: string): SQL =>
  like(sql`lower(unaccent(${column}))`, `%${word}%`);

function matching(phrase: string): (SQL | undefined)[] {
  const words = wordsOf(phrase);
  if (words.length === 0) return [sql`false`];
  return words.map((word) =>
    or(
      has(stories.title, word),
      has(sql`${users.displayName}`, word),
      has(sql`array_to_string(${stories.tags}, ' ')`, word),
      has(sql`${stories.description}`, word),
    ),
  );
}

function creatorsMatching(deps: Deps, { phrase, country }: CreatorWish): SQL | undefined {
  const words = wordsOf(phrase);
  if (words.length === 0) return sql`false`;
  const open = deps.db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.ownerId, users.id), isOpenIn(country)));
  return and(
    isNull(users.deletionRequestedAt),
    isNull(users.erasedAt),
    ...words.map((word) => or(has(sql`${users.displayName}`, word), has(sql`${users.slug}`, word))),
    exists(open),
  );
}
