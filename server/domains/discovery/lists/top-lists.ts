/** The tops of long lists, as far as they can be read in a country: what the landing page is made of. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { limitOf, prepared } from '#db/prepared.ts';
import { episodes, geofilterStrategies, rankings, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import { isOpen } from '../../reading/reader/cards.ts';

/** So many more are looked at, in case that some are closed; where that is not enough, several times as many. */
const CLOSED_FEW = 6;
const FURTHER = [4, 32];

/**
 * `where` and `order` are such that an index has the top at its end. Announced episodes are those that are still to come;
 * of rankings `where` names the day and the kind.
 */
export type Top = {
  of: keyof typeof lists;
  where?: SQL | undefined;
  order: readonly SQL[];
  most: number;
};

export type Picked = {
  storyId: string;
  /** Of an episode its place in the story, of a place in a ranking the views; of a story 0. */
  number: number;
  /** When the episode came out or is to come; when the ranking was counted. */
  at: Date;
};

export type TopLists<Name extends string> = {
  picked: Record<Name, Picked[]>;
  /** Of all that stand before the last one picked, closed ones included: by them countries differ. */
  geofilters: GeofilterFacts[];
};

export const mostRead = [desc(stories.popularity), desc(stories.id)];
export const latestEpisodes = [sql`${episodes.publishedAt} desc nulls first`];
export const nextEpisodes = [sql`${episodes.publishAt}`];

const ofStory = eq(episodes.storyId, stories.id);

/**
 * What stands in a list beside its stories, how, and which two columns tell more of it. Spelled out, so that a plan that is
 * kept can use the indexes of what is published and of what is announced.
 */
const lists = {
  stories: null,
  episodes: {
    table: episodes,
    on: and(ofStory, sql`${episodes.status} = 'published'`, isNull(episodes.deletedAt)),
    number: episodes.position,
    at: episodes.publishedAt,
  },
  announced: {
    table: episodes,
    on: and(
      ofStory,
      sql`${episodes.status} = 'scheduled' and ${episodes.isAnnounced}`,
      isNull(episodes.deletedAt),
    ),
    number: episodes.position,
    at: episodes.publishAt,
  },
  rankings: {
    table: rankings,
    on: eq(rankings.storyId, stories.id),
    number: rankings.views,
    at: rankings.countedAt,
  },
};

/**
 * One query, unless a country is shut out of most that stands on top. `values` are those of the placeholders that stand in
 * the lists, which are the same for every call. How many of a list are looked at stands in the query itself: a plan that is
 * kept would otherwise expect a tenth of the whole table.
 */
export function topListsOf<Name extends string>(tops: Record<Name, Top>) {
  const rounds = [1, ...FURTHER].map((times) => {
    const mostOf = ({ most }: Top): number => most * times + CLOSED_FEW;
    return { mostOf, query: prepared((db) => selectTops(db, tops, mostOf)) };
  });
  const names = Object.keys(tops) as Name[];
  return async (
    deps: Deps,
    country: string | null,
    values: Record<string, unknown>,
  ): Promise<TopLists<Name>> => {
    for (const { mostOf, query } of rounds) {
      const [found] = await query(deps).execute(values);
      const looked = names.map((name) => lookThrough(found?.[name] ?? [], tops[name], country));
      const isEnough = looked.every(({ picked, all }, at) => {
        const top = tops[names[at] as Name];
        return picked.length >= top.most || all < mostOf(top);
      });
      if (!isEnough && mostOf !== rounds.at(-1)?.mostOf) continue;
      const picked = Object.fromEntries(looked.map((each, at) => [names[at], each.picked]));
      return {
        picked: picked as Record<Name, Picked[]>,
        geofilters: knowsCountries(deps) ? looked.flatMap(({ geofilters }) => geofilters) : [],
      };
    }
    throw new Error('the last round ends the search');
  };
}

/** Where nothing tells countries apart, there is nothing to tell apart. */
const knowsCountries = ({ config }: Deps): boolean =>
  config.COUNTRY_HEADER !== undefined || config.GEOIP_DB !== undefined;

function lookThrough(rows: readonly TopRow[], { most }: Top, country: string | null) {
  const picked: Picked[] = [];
  const geofilters: GeofilterFacts[] = [];
  for (const [storyId, type, countries, number, atMs] of rows) {
    if (picked.length === most) break;
    const geofilter = type === null ? null : { type, countries: countries ?? [] };
    if (isFiltered(geofilter)) geofilters.push(geofilter);
    if (!isAvailableIn(geofilter, country)) continue;
    picked.push({ storyId, number: number ?? 0, at: new Date(atMs ?? 0) });
  }
  return { picked, geofilters, all: rows.length };
}

type MostOf = (top: Top) => number;

/** One row with a column for each list: a hundred rows of few columns take several times as long to read. */
function selectTops(db: Db, tops: Record<string, Top>, mostOf: MostOf) {
  const lists = Object.entries(tops).map(([name, top]) => [name, listOf(db, top, mostOf)] as const);
  return db.select(Object.fromEntries(lists)).from(sql`(select) as one`);
}

function listOf(db: Db, top: Top, mostOf: MostOf): SQL<TopRow[]> {
  const { of, where, order } = top;
  const beside = lists[of];
  const { type, countries } = geofilterStrategies;
  const facts = [sql`${stories.id}`, sql`${type}`, sql`${countries}`];
  if (beside !== null) facts.push(sql`${beside.number}`, sql`floor(extract(epoch from ${beside.at}) * 1000)`);
  const query = db
    .select({ row: sql`json_build_array(${sql.join(facts, sql`, `)})`.as('row') })
    .from(stories)
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .$dynamic();
  const rows = (beside === null ? query : query.innerJoin(beside.table, beside.on))
    .where(and(isOpen, where))
    .orderBy(...order)
    .limit(limitOf(mostOf(top)));
  return sql`(select coalesce(json_agg(top.row), '[]') from ${rows} as top)`;
}

/** As JSON has it. */
type TopRow = [
  storyId: string,
  type: GeofilterFacts['type'] | null,
  countries: string[] | null,
  number?: number | null,
  atMs?: number | null,
];
