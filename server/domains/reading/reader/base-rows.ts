import { and, asc, desc, eq, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgSelect, unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import {
  chapters,
  episodePages,
  episodes,
  keptChapters,
  keptPages,
  media,
  stories,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { joinStrategies, strategyColumns } from '../../coins/unlock/access-facts.ts';
import { isThumbnail, thumbnailColumns } from '../../publishing/episodes/thumbnail.ts';
import { CHAPTERS_ANSWERED_COUNT } from '../../publishing/novels/rules.ts';
import { pictureColumns } from './cards.ts';
import { EPISODES_A_PAGE, type Hundred } from './rules.ts';

const faces = alias(media, 'faces');
const earlier = alias(episodes, 'earlier');

export const storyColumns = {
  story: stories,
  cover: pictureColumns,
  ...strategyColumns,
  author: { slug: users.slug, displayName: users.displayName, founder: users.founder },
  face: {
    id: faces.id,
    hash: faces.hash,
    pieces: faces.pieces,
    variants: faces.variants,
    hue: faces.hue,
    chroma: faces.chroma,
  },
};

export const joinStories = <Query extends PgSelect>(query: Query) =>
  joinStrategies(
    query
      .innerJoin(users, eq(users.id, stories.ownerId))
      .leftJoin(faces, eq(faces.id, users.pictureMediaId))
      .leftJoin(media, eq(media.id, stories.coverMediaId)),
  );

const countOf = (table: typeof episodePages | typeof chapters): SQL<number> =>
  sql<number>`(select count(*) from ${table} where ${table.episodeId} = ${episodes.id})`.mapWith(
    Number,
  ) as SQL<number>;

const listColumns = {
  id: episodes.id,
  position: episodes.position,
  publishedRank: episodes.publishedRank,
  title: episodes.title,
  status: episodes.status,
  publishAt: episodes.publishAt,
  publishedAt: episodes.publishedAt,
  firstPublishedAt: episodes.firstPublishedAt,
  customPriceCoins: episodes.customPriceCoins,
  readMode: episodes.readMode,
  pageOrientation: episodes.pageOrientation,
  pagesCount: countOf(episodePages),
  chaptersCount: countOf(chapters),
  thumbnail: thumbnailColumns,
  isOwnThumbnail: sql<boolean>`${episodes.thumbnailMediaId} is not null`,
};

/** Like `asSeenAt`: a preview of a later moment also shows what is published by then. */
const isPublic = (
  at: Date | undefined,
  table: typeof episodes | typeof earlier = episodes,
): SQL | undefined => {
  const published = eq(table.status, 'published');
  const due = at && and(eq(table.status, 'scheduled'), lte(table.publishAt, at));
  return and(due ? or(published, due) : published, isNull(table.deletedAt));
};

const rankAt = (db: Db, at: Date) =>
  sql<number>`1 + (${db
    .select({ count: sql`count(*)` })
    .from(earlier)
    .where(
      and(
        eq(earlier.storyId, episodes.storyId),
        lt(earlier.position, episodes.position),
        isPublic(at, earlier),
      ),
    )})`.mapWith(Number);

const selectList = (db: Db, at?: Date) =>
  db
    .select(at === undefined ? listColumns : { ...listColumns, publishedRank: rankAt(db, at) })
    .from(episodes)
    .leftJoin(media, isThumbnail)
    .$dynamic();

export type ListedRow = Awaited<ReturnType<typeof selectList>>[number];

export const NUMBER_MAX = 2 ** 31 - 1;

export type Numbers = { from: number; to?: number; most: number };

const span = {
  storyId: sql.placeholder('storyId'),
  from: sql.placeholder('from'),
  to: sql.placeholder('to'),
  most: sql.placeholder('most'),
};

const selectSpan = (db: Db, at?: Date) =>
  selectList(db, at)
    .where(
      and(
        eq(episodes.storyId, span.storyId),
        isPublic(at),
        gte(episodes.position, span.from),
        lte(episodes.position, span.to),
      ),
    )
    .orderBy(asc(episodes.position))
    .limit(span.most);

const publishedSpan = prepared((db) => selectSpan(db));

export const listEpisodes = (
  deps: Deps,
  storyId: string,
  { from, to = NUMBER_MAX, most }: Numbers,
  at?: Date,
): Promise<ListedRow[]> =>
  (at === undefined ? publishedSpan(deps) : selectSpan(deps.db, at)).execute({ storyId, from, to, most });

const byId = prepared((db) =>
  selectList(db).where(sql`${episodes.id} = any(${sql.placeholder('ids')}::uuid[])`),
);

/** Unsorted. The caller has checked that readers may know of them. */
export const listById = async (deps: Deps, ids: readonly string[]): Promise<ListedRow[]> =>
  ids.length === 0 ? [] : byId(deps).execute({ ids });

/** For a select from `stories`. An index covers the query. */
export const hundredsColumn = (at?: Date) =>
  sql<Hundred[]>`(select coalesce(jsonb_agg(hundred order by hundred."from"), '[]') from (
    select (${episodes.position} - 1) / ${EPISODES_A_PAGE}::int * ${EPISODES_A_PAGE}::int + 1 as "from",
      min(${episodes.position}) as first, max(${episodes.position}) as last, count(*) as count
    from ${episodes} where ${episodes.storyId} = ${stories.id} and ${isPublic(at)} group by 1) hundred)`;

/** In a select from one table, columns lose its name. The `id` in the column above would then be the episode's. */
const selectHundreds = (db: Db, at?: Date) =>
  db
    .select({ hundreds: hundredsColumn(at) })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.ownerId))
    .where(eq(stories.id, sql.placeholder('storyId')));

const publishedHundreds = prepared((db) => selectHundreds(db));

export async function listHundreds(deps: Deps, storyId: string, at?: Date): Promise<Hundred[]> {
  const hundreds = at === undefined ? publishedHundreds(deps) : selectHundreds(deps.db, at);
  return (await hundreds.execute({ storyId }))[0]?.hundreds ?? [];
}

function selectNeighbours(db: Db, at?: Date) {
  const position = sql.placeholder('position');
  const ofStory = and(eq(episodes.storyId, sql.placeholder('storyId')), isPublic(at));
  const side = (where: SQL, order: SQL, most: string) =>
    db
      .select({ id: episodes.id })
      .from(episodes)
      .where(and(ofStory, where))
      .orderBy(order)
      .limit(sql.placeholder(most));
  const around = unionAll(
    side(lt(episodes.position, position), desc(episodes.position), 'before'),
    side(gte(episodes.position, position), asc(episodes.position), 'after'),
  );
  return selectList(db, at).where(sql`${episodes.id} in ${around}`).orderBy(asc(episodes.position));
}

const publishedNeighbours = prepared((db) => selectNeighbours(db));

/** Published episodes around a position and at it, at most `most` on either side. */
export const listNeighbours = (
  deps: Deps,
  { storyId, position, most, at }: { storyId: string; position: number; most: number; at?: Date | undefined },
): Promise<ListedRow[]> =>
  (at === undefined ? publishedNeighbours(deps) : selectNeighbours(deps.db, at)).execute({
    storyId,
    position,
    before: most,
    after: most + 1,
  });

export const previousOf = (rows: readonly ListedRow[], position: number): ListedRow | null =>
  rows.findLast((row) => (row.position ?? 0) < position) ?? null;
export const nextOf = (rows: readonly ListedRow[], position: number): ListedRow | null =>
  rows.find((row) => (row.position ?? 0) > position) ?? null;

const selectPages = (db: Db, table: typeof episodePages | typeof keptPages) =>
  db
    .select({ id: table.id, altText: table.altText, picture: pictureColumns })
    .from(table)
    .innerJoin(media, eq(media.id, table.mediaId))
    .where(eq(table.episodeId, sql.placeholder('episodeId')))
    .orderBy(asc(table.position), asc(table.id))
    .limit(sql.placeholder('most'));

const pagesOf = prepared((db) => selectPages(db, episodePages));
const keptPagesOf = prepared((db) => selectPages(db, keptPages));

/** `isKept`: the last public version, as the viewing says (`coins/unlock/viewing.ts`). */
export type Edition = { isKept?: boolean | undefined };

export const listPages = (
  deps: Deps,
  episodeId: string,
  { most = 1000, isKept = false }: Edition & { most?: number } = {},
) => (isKept ? keptPagesOf : pagesOf)(deps).execute({ episodeId, most });

const selectChapters = (db: Db, table: typeof chapters | typeof keptChapters) =>
  db
    .select({ id: table.id, title: table.title, html: table.html })
    .from(table)
    // Does not load the texts of other chapters.
    .where(sql`${table.episodeId} = ${sql.placeholder('episodeId')} and ${table.id} in (select id from (
      select id, row_number() over (order by position, id) as number from ${table}
      where episode_id = ${sql.placeholder('episodeId')}) as numbered
      where number >= ${sql.placeholder('from')}::int
        and number < ${sql.placeholder('from')}::int + ${CHAPTERS_ANSWERED_COUNT}::int)`)
    .orderBy(asc(table.position), asc(table.id));

const chaptersOf = prepared((db) => selectChapters(db, chapters));
const keptChaptersOf = prepared((db) => selectChapters(db, keptChapters));

/** At most `CHAPTERS_ANSWERED_COUNT` chapters, from this number on. */
export const listChapters = (
  deps: Deps,
  episodeId: string,
  { from, isKept = false }: Edition & { from: number },
) => (isKept ? keptChaptersOf : chaptersOf)(deps).execute({ episodeId, from });

export function countChapters(
  deps: Deps,
  episodeId: string,
  { isKept = false }: Edition = {},
): Promise<number> {
  const table = isKept ? keptChapters : chapters;
  return deps.db.$count(table, eq(table.episodeId, episodeId));
}
