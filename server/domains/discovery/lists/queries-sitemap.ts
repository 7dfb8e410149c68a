/** Entries of the sitemap, read in parts by keyset, so that no query stays open while a slow crawler reads. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { media, stories, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { pictureAddress } from '../../media/present.ts';
import { GENRES, STORY_LANGUAGES } from '../../publishing/stories/rules.ts';
import { isEachOpenIn, isOpen } from '../../reading/reader/cards.ts';

/** Entries per file. In every language, a file stays below 50,000 addresses and 50 MB (sitemaps.org). */
export const LISTED_A_PART = 10_000;
const ROWS_A_QUERY = 200;

export type Listed = { slug: string; lastUpdate: Date; pictureUrl: string | null };

/** The part starts at this id, inclusive. */
export type PartOf = { from: string; country: string | null };

/** First ids of the parts. Reads an index from end to end, so callers should cache the answer for a while. */
export async function findParts({ db }: Deps): Promise<{ stories: string[]; profiles: string[] }> {
  const { rows } = await db.execute<{ stories: string[]; profiles: string[] }>(sql`
    with open as (select ${stories.id}, ${stories.ownerId} from ${stories} where ${isOpen}),
    story_ids as (select id, row_number() over (order by id) as n from open),
    owner_ids as (select owner_id as id, row_number() over (order by owner_id) as n
      from (select distinct owner_id from open) owners)
    select array(select id from story_ids where n % ${LISTED_A_PART} = 1 order by id) as stories,
      array(select id from owner_ids where n % ${LISTED_A_PART} = 1 order by id) as profiles`);
  const [found] = rows;
  return { stories: found?.stories ?? [], profiles: found?.profiles ?? [] };
}

export async function findShelves(
  { db }: Deps,
  country: string | null,
): Promise<{ genres: string[]; languages: string[] }> {
  const { genre, language } = stories;
  const filled = (names: readonly string[], column: typeof genre | typeof language) => sql`array(
    select name from unnest(${sql.param([...names])}::text[]) with ordinality as all_names(name, at)
    where (select true from ${stories} where ${column} = name and ${isEachOpenIn(country)} limit 1) order by at)`;
  const { rows } = await db.execute<{ genres: string[]; languages: string[] }>(
    sql`select ${filled(GENRES, genre)} as genres, ${filled(STORY_LANGUAGES, language)} as languages`,
  );
  const [found] = rows;
  return { genres: found?.genres ?? [], languages: found?.languages ?? [] };
}

const storiesAfter = prepared((db) =>
  db
    .select({
      id: stories.id,
      slug: stories.slug,
      lastUpdate: stories.lastUpdate,
      cover: { id: media.id, hash: media.hash, variants: media.variants },
    })
    .from(stories)
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .where(and(gt(stories.id, sql.placeholder('after')), isEachOpenIn(sql.placeholder('country'))))
    .orderBy(asc(stories.id))
    .limit(sql.placeholder('most')),
);

/** Reads people by their open stories, since most people have none. Dates them by their newest story. */
const peopleAfter = prepared((db) => {
  const owners = db
    .select({ id: stories.ownerId, at: sql`max(${stories.lastUpdate})`.as('at') })
    .from(stories)
    .where(and(gt(stories.ownerId, sql.placeholder('after')), isEachOpenIn(sql.placeholder('country'))))
    .groupBy(stories.ownerId)
    .orderBy(asc(stories.ownerId))
    .limit(sql.placeholder('most'))
    .as('owners');
  return db
    .select({
      id: users.id,
      slug: users.slug,
      lastUpdate: sql<Date>`${owners.at}`.mapWith(stories.lastUpdate),
      cover: { id: media.id, hash: media.hash, variants: media.variants },
    })
    .from(owners)
    .innerJoin(users, eq(users.id, owners.id))
    .leftJoin(media, eq(media.id, users.pictureMediaId))
    .orderBy(asc(users.id));
});

/** Returns the id before this one, so that `after` includes it. */
const before = (id: string): string => {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

type Query = typeof storiesAfter | typeof peopleAfter;

const partsOf = (query: Query) =>
  async function* listed(deps: Deps, { from, country }: PartOf): AsyncGenerator<Listed[]> {
    let after = before(from);
    for (let left = LISTED_A_PART; left > 0; left -= ROWS_A_QUERY) {
      const rows = await query(deps).execute({ after, country, most: Math.min(left, ROWS_A_QUERY) });
      if (rows.length > 0)
        yield rows.map(({ slug, lastUpdate, cover }) => ({
          slug,
          lastUpdate,
          pictureUrl: cover && pictureAddress(cover, 640),
        }));
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_A_QUERY) return;
      after = last.id;
    }
  };

export const listStories = partsOf(storiesAfter);
export const listPeople = partsOf(peopleAfter);
