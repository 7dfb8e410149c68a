/** The catalogue for reading programs: stories by their first free episode, and the free episodes of a story. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  episodes,
  geofilterStrategies,
  type PublicationType,
  pricingStrategies,
  stories,
  storySlugs,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isReadableInList } from '../../coins/unlock/rules.ts';
import { refuseClosed, requireReadable, viewingOfStory } from '../../coins/unlock/viewing.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import { PUBLICATION_TYPES } from '../../publishing/stories/rules.ts';
import {
  joinStories,
  type ListedRow,
  listById,
  listEpisodes,
  listPages,
  storyColumns,
} from '../../reading/reader/base-rows.ts';
import { geofilterColumns, isOpen, latestFirst } from '../../reading/reader/cards.ts';
import { lookAtEpisode } from '../../reading/reader/episode.ts';
import type { Moved } from '../../reading/reader/episode-rows.ts';
import { mostRead } from './top-lists.ts';

export const LISTED_MAX_COUNT = 48;

type StoryRow = Awaited<ReturnType<typeof findRows>>[number];

export type Publication = { of: StoryRow; episode: ListedRow };

export type CatalogueList = {
  publications: Publication[];
  after: string | null;
  storyIds: string[];
  geofilters: GeofilterFacts[];
};

export type CatalogueWish = {
  order: 'newest' | 'popular';
  type?: PublicationType | undefined;
  genre?: string | undefined;
  language?: string | undefined;
  after?: string | undefined;
  country: string | null;
};

/** Each combination of filters has an index, so any number of stories costs the same. Throws 404 for others. */
export async function findCatalogue(deps: Deps, wish: CatalogueWish): Promise<CatalogueList> {
  const { order, type, genre, language, country, after } = wish;
  const isIndexed =
    order === 'newest'
      ? genre === undefined && language === undefined
      : !(type && genre) && (language === undefined || type !== undefined || genre !== undefined);
  if (!isIndexed) throw notFound('not_found');
  const narrowed = [
    type && eq(stories.publicationType, type),
    genre && eq(stories.genre, genre),
    language && eq(stories.language, language),
  ];
  const rows =
    order === 'popular'
      ? await listFrom(deps, { key: stories.popularity, order: mostRead, after, where: narrowed })
      : await listNewest(deps, { type, after });
  const open = rows.filter(({ geofilter }) => isAvailableIn(geofilter, country));
  return {
    publications: await findFirst(
      deps,
      open.map(({ id }) => id),
    ),
    after: rows.length < LISTED_MAX_COUNT ? null : (rows.at(-1)?.id ?? null),
    storyIds: rows.map(({ id }) => id),
    geofilters: rows.map(({ geofilter }) => geofilter).filter(isFiltered),
  };
}

export async function findFirst(deps: Deps, storyIds: readonly string[]): Promise<Publication[]> {
  if (storyIds.length === 0) return [];
  const rows = await findRows(deps, inArray(stories.id, [...storyIds]));
  const listed = await listById(
    deps,
    rows.flatMap(({ firstId }) => firstId ?? []),
  );
  const episodeById = new Map(listed.map((episode) => [episode.id, episode]));
  const now = deps.clock.now();
  const rowById = new Map(rows.map((row) => [row.story.id, row]));
  return storyIds.flatMap((id) => {
    const of = rowById.get(id);
    const episode = episodeById.get(of?.firstId ?? '');
    if (of === undefined || episode === undefined || !isReadableInList(episode, of.pricing, now)) return [];
    return [{ of, episode }];
  });
}

export type StoryCatalogue = {
  of: StoryRow;
  publications: Publication[];
  /** Number of the episode that the next part begins with. */
  next: number | null;
  geofilters: GeofilterFacts[];
};

/** Lists the free episodes of a story from a number on. Throws 404 and 451 as its page does. */
export async function findStoryCatalogue(
  deps: Deps,
  slug: string,
  { country, from }: { country: string | null; from: number },
): Promise<StoryCatalogue | Moved> {
  const [of] = await findRows(
    deps,
    sql`${stories.id} = (select ${storySlugs.storyId} from ${storySlugs} where ${storySlugs.slug} = ${slug})`,
  );
  if (of === undefined) throw notFound('not_found');
  refuseClosed(viewingOfStory(deps, { country, isTeam: false }, of).access);
  if (of.story.slug !== slug) return { movedTo: of.story.slug };
  const rows = await listEpisodes(deps, of.story.id, { from, most: LISTED_MAX_COUNT + 1 });
  return {
    of,
    publications: rows
      .slice(0, LISTED_MAX_COUNT)
      .filter((episode) => isReadableInList(episode, of.pricing, deps.clock.now()))
      .map((episode) => ({ of, episode })),
    next: rows[LISTED_MAX_COUNT]?.position ?? null,
    geofilters: isFiltered(of.geofilter) ? [of.geofilter] : [],
  };
}

/** Finds a free episode with its pages. Throws 404, 451, and 402 for a paid episode (`decideAccess`). */
export async function findPublication(
  deps: Deps,
  episodeId: string,
  { country }: { country: string | null },
): Promise<{
  publication: Publication;
  pages: Awaited<ReturnType<typeof listPages>>;
  geofilters: GeofilterFacts[];
}> {
  const { row, viewing } = await lookAtEpisode(deps, episodeId, { viewer: null, country });
  requireReadable(viewing.access);
  const [[episode], pages] = await Promise.all([listById(deps, [episodeId]), listPages(deps, episodeId)]);
  if (episode === undefined) throw notFound('not_found');
  const { geofilter } = row;
  return {
    publication: { of: { ...row, firstId: episodeId }, episode },
    pages,
    geofilters: isFiltered(geofilter) ? [geofilter] : [],
  };
}

type Key = typeof stories.popularity | typeof stories.lastUpdate;
type Part = {
  key: Key;
  order: readonly SQL[];
  after: string | undefined;
  where: readonly (SQL | undefined | '')[];
};

const isAfter = ({ key, after }: Pick<Part, 'key' | 'after'>) =>
  after === undefined
    ? undefined
    : sql`(${key}, ${stories.id}) < (select before.${sql.identifier(key.name)}, before.id from stories before where before.id = ${after})`;

const listFrom = ({ db }: Deps, { key, order, after, where }: Part) =>
  db
    .select({ id: stories.id, at: sql<number | Date>`${key}`.mapWith(key), geofilter: geofilterColumns })
    .from(stories)
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .where(and(isOpen, isAfter({ key, after }), ...where.map((each) => each || undefined)))
    .orderBy(...order)
    .limit(LISTED_MAX_COUNT);

/** The index contains the latest stories of each type. Lists of all types are merged from them. */
async function listNewest(
  deps: Deps,
  { type, after }: { type: PublicationType | undefined; after: string | undefined },
) {
  const key = stories.lastUpdate;
  const found = await Promise.all(
    (type === undefined ? PUBLICATION_TYPES : [type]).map((each) =>
      listFrom(deps, { key, order: latestFirst, after, where: [eq(stories.publicationType, each)] }),
    ),
  );
  return found
    .flat()
    .sort((one, other) => Number(other.at) - Number(one.at) || (one.id < other.id ? 1 : -1))
    .slice(0, LISTED_MAX_COUNT);
}

/** With custom prices, the first episode that is free now. Otherwise, or if none is free, the first episode. */
const firstIdAt = (now: Date) => sql<string | null>`(
  select ${episodes.id} from ${episodes} where ${episodes.storyId} = ${stories.id}
    and ${episodes.status} = 'published' and ${episodes.deletedAt} is null
  order by coalesce(${pricingStrategies.type}, 'all_free') = 'custom' and ${episodes.customPriceCoins} > 0
      and not coalesce(${episodes.firstPublishedAt} <= ${now.toISOString()}::timestamptz
        - make_interval(hours => 24 * ${pricingStrategies.freeAfterDays}), false),
    ${episodes.position} limit 1)`;

const findRows = ({ db, clock }: Deps, where: SQL) =>
  joinStories(
    db
      .select({ ...storyColumns, firstId: firstIdAt(clock.now()) })
      .from(stories)
      .$dynamic(),
  ).where(where);
