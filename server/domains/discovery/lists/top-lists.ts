import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { limitOf, prepared } from '#db/prepared.ts';
import { episodes, geofilterStrategies, rankings, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import { isOpen } from '../../reading/reader/cards.ts';

/** Number of extra rows to read, because some may be closed. If too many are, reads several times as many. */
const CLOSED_FEW = 6;
const FURTHER = [4, 32];

/** `where` and `order` must match an end of an index. For rankings, `where` names the day and the kind. */
export type Top = {
  of: keyof typeof lists;
  where?: SQL | undefined;
  order: readonly SQL[];
  most: number;
};

export type Picked = {
  storyId: string;
  /** Position of an episode in its story, views of a ranked story, else 0. */
  number: number;
  at: Date;
};

export type TopLists<Name extends string> = {
  picked: Record<Name, Picked[]>;
  /** Filters of all stories before the last picked one, including closed stories. Countries differ by them. */
  geofilters: GeofilterFacts[];
};

export const mostRead = [desc(stories.popularity), desc(stories.id)];
export const latestEpisodes = [sql`${episodes.publishedAt} desc nulls first`];
export const nextEpisodes = [sql`${episodes.publishAt}`];

const ofStory = eq(episodes.storyId, stories.id);

/** Conditions are spelled out, so that cached plans can use the indexes of published and of announced episodes. */
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
 * One query, unless a country may not read most of the top. `values` fill the placeholders, alike in every call. Row
 * limits are part of the query text: a cached plan would otherwise expect a tenth of the table.
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

/** Without a source of countries, all readers see the same lists. */
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

/** One row with a column for each list. Reading a hundred rows of few columns takes several times as long. */
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

type TopRow = [
  storyId: string,
  type: GeofilterFacts['type'] | null,
  countries: string[] | null,
  number?: number | null,
  atMs?: number | null,
];
