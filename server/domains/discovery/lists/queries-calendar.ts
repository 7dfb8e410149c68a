/** The calendar: episodes released on each day (UTC), and announced ones. */
import { and, desc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { limitOf, prepared } from '#db/prepared.ts';
import { episodes, geofilterStrategies, stories, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import { isOpen } from '../../reading/reader/cards.ts';
import { earliest, endOfDay } from '../../reading/reader/rules.ts';

const A_DAY_MAX_COUNT = 12;
/** Number of extra rows to read, because some may be closed in this country. */
const CLOSED = 6;

export type CalendarEntry = {
  slug: string;
  number: number;
  at: Date;
  title: string;
  language: string;
  author: string;
  /** Announced, not yet released. The episode's own title stays with its team until then. */
  isAhead: boolean;
};

export type CalendarDay = {
  day: string;
  entries: CalendarEntry[];
  hasMore: boolean;
};

export type Calendar = {
  days: CalendarDay[];
  next: CalendarEntry | null;
  geofilters: GeofilterFacts[];
  validUntil: Date;
};

/** Leaves out days without an entry. One query. */
export async function findCalendar(
  deps: Deps,
  { country, from, to }: { country: string | null; from: string; to: string },
): Promise<Calendar> {
  const now = deps.clock.now();
  const rows = await daysBetween(deps).execute({ from, to, now });
  const geofilters: GeofilterFacts[] = [];
  const look = (found: readonly Found[], isAhead: boolean): CalendarEntry[] =>
    found.flatMap(([type, countries, number, atMs, slug, title, language, author]) => {
      const geofilter = type === null ? null : { type, countries: countries ?? [] };
      if (isFiltered(geofilter)) geofilters.push(geofilter);
      if (!isAvailableIn(geofilter, country)) return [];
      return [{ slug, number, at: new Date(atMs), title, language, author, isAhead }];
    });
  const days = rows.map(({ day, out, ahead }) => {
    const [released, announced] = [look(out, false), look(ahead, true)];
    const entries = [
      ...released.slice(0, A_DAY_MAX_COUNT).toReversed(),
      ...announced.slice(0, A_DAY_MAX_COUNT),
    ];
    return { day, entries, hasMore: entries.length < released.length + announced.length };
  });
  const [next = null] = look(rows[0]?.next ?? [], true);
  const coming = days.flatMap(({ entries }) => entries.find(({ isAhead }) => isAhead)?.at ?? []);
  return {
    days: days.filter(({ entries }) => entries.length > 0),
    next,
    geofilters,
    validUntil: earliest(endOfDay(now), next?.at, ...coming) ?? endOfDay(now),
  };
}

type Found = [
  type: GeofilterFacts['type'] | null,
  countries: string[] | null,
  number: number,
  atMs: number,
  slug: string,
  title: string,
  language: string,
  author: string,
];

/** Reads each day from one end of an index, so that other days cost nothing. */
const daysBetween = prepared((db) => {
  const [start, end] = [sql`days.day`, sql`days.day + interval '1 day'`];
  const { publishedAt, publishAt } = episodes;
  const isOut = and(sql`${episodes.status} = 'published'`, gte(publishedAt, start), lt(publishedAt, end));
  const isTold = sql`${episodes.status} = 'scheduled' and ${episodes.isAnnounced}`;
  const isToCome = and(isTold, gt(publishAt, sql.placeholder('now')));
  const isOnDay = and(isToCome, gte(publishAt, start), lt(publishAt, end));
  const most = A_DAY_MAX_COUNT + CLOSED;
  return db
    .select({
      day: sql<string>`to_char(days.day at time zone 'UTC', 'YYYY-MM-DD')`,
      out: listOf(db, { at: publishedAt, where: isOut, order: desc(publishedAt), most }),
      ahead: listOf(db, { at: publishAt, where: isOnDay, order: sql`${publishAt}`, most }),
      next: listOf(db, { at: publishAt, where: isToCome, order: sql`${publishAt}`, most: 1 + CLOSED }),
    })
    .from(
      sql`(select day at time zone 'UTC' as day from generate_series(${sql.placeholder('from')}::timestamp,
        ${sql.placeholder('to')}::timestamp, interval '1 day') as every (day)) as days`,
    )
    .orderBy(sql`days.day`);
});

type Wanted = {
  at: typeof episodes.publishedAt | typeof episodes.publishAt;
  where: SQL | undefined;
  order: SQL;
  most: number;
};

function listOf(db: Db, { at, where, order, most }: Wanted): SQL<Found[]> {
  const { type, countries } = geofilterStrategies;
  const facts = [
    ...[sql`${type}`, sql`${countries}`, sql`${episodes.position}`],
    sql`floor(extract(epoch from ${at}) * 1000)`,
    ...[stories.slug, stories.title, stories.language, users.displayName].map((column) => sql`${column}`),
  ];
  const rows = db
    .select({ row: sql`json_build_array(${sql.join(facts, sql`, `)})`.as('row') })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .innerJoin(users, eq(users.id, stories.ownerId))
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .where(and(isOpen, isNull(episodes.deletedAt), where))
    .orderBy(order)
    .limit(limitOf(most));
  return sql`(select coalesce(json_agg(listed.row), '[]') from ${rows} as listed)`;
}
