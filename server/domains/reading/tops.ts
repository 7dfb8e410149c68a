/** The tops of long lists, as far as they can be read in a country: what the landing page is made of. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { limitOf, prepared } from '../../../db/prepared.ts';
import { episodes, geofilterStrategies, stories } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../geo/rules.ts';
import { geofilterColumns, isOpen } from './cards.ts';

/** So many more are looked at, in case that some are closed; where that is not enough, several times as many. */
const CLOSED_FEW = 6;
const FURTHER = [4, 32];

/** `where` and `order` are such that an index has the top at its end. */
export type Top = {
  of: 'stories' | 'episodes';
  where?: SQL | undefined;
  order: readonly SQL[];
  most: number;
};

export type Picked = {
  storyId: string;
  /** Of a list of episodes. */
  episode: { number: number; publishedAt: Date } | null;
};

export type Tops<Name extends string> = {
  picked: Record<Name, Picked[]>;
  /** Of all that stand before the last one picked, closed ones included: by them countries differ. */
  geofilters: GeofilterFacts[];
};

export const mostRead = [desc(stories.popularity), desc(stories.id)];
export const latestEpisodes = [sql`${episodes.publishedAt} desc nulls first`];

/**
 * One query, unless a country is shut out of most that stands on top. `values` are those of the placeholders that stand in
 * the lists, which are the same for every call. How many of a list are looked at stands in the query itself: a plan that is
 * kept would otherwise expect a tenth of the whole table.
 */
export function topsOf<Name extends string>(tops: Record<Name, Top>) {
  const rounds = [1, ...FURTHER].map((times) => {
    const mostOf = ({ most }: Top): number => most * times + CLOSED_FEW;
    return { mostOf, query: prepared((db) => selectTops(db, tops, mostOf)) };
  });
  const names = Object.keys(tops) as Name[];
  return async (deps: Deps, country: string | null, values: Record<string, unknown>): Promise<Tops<Name>> => {
    for (const { mostOf, query } of rounds) {
      const rows = Map.groupBy(await query(deps).execute(values), ({ top }) => top);
      const looked = names.map((name) => lookThrough(rows.get(name) ?? [], tops[name], country));
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
  for (const { storyId, number, publishedAt, geofilter } of rows) {
    if (picked.length === most) break;
    if (isFiltered(geofilter)) geofilters.push(geofilter);
    if (!isAvailableIn(geofilter, country)) continue;
    const episode = number === null || publishedAt === null ? null : { number, publishedAt };
    picked.push({ storyId, episode });
  }
  return { picked, geofilters, all: rows.length };
}

type MostOf = (top: Top) => number;

function selectTops(db: Db, tops: Record<string, Top>, mostOf: MostOf) {
  const [first, second, ...others] = Object.entries(tops).map(([name, top]) =>
    selectTop(db, name, top, mostOf),
  );
  if (first === undefined || second === undefined) throw new Error('a union needs two lists');
  return unionAll(first, second, ...others);
}

function selectTop(db: Db, name: string, top: Top, mostOf: MostOf) {
  const { of, where, order } = top;
  const isOfEpisodes = of === 'episodes';
  const published = and(eq(episodes.status, 'published'), isNull(episodes.deletedAt));
  const query = db
    .select({
      top: sql<string>`${name}::text`.as('top'),
      storyId: stories.id,
      number: isOfEpisodes ? episodes.position : sql<number | null>`null::integer`.as('number'),
      publishedAt: isOfEpisodes
        ? episodes.publishedAt
        : // The first list of the union decides how all are read.
          sql<Date | null>`null::timestamptz`.mapWith(episodes.publishedAt).as('published_at'),
      geofilter: geofilterColumns,
    })
    .from(stories)
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .$dynamic();
  return (isOfEpisodes ? query.innerJoin(episodes, and(eq(episodes.storyId, stories.id), published)) : query)
    .where(and(isOpen, where))
    .orderBy(...order)
    .limit(limitOf(mostOf(top)));
}

type TopRow = {
  top: string;
  storyId: string;
  number: number | null;
  publishedAt: Date | null;
  geofilter: GeofilterFacts | null;
};
