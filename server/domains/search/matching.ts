/**
 * How a phrase meets the lists of `search_postings`. Its rarest word says where to look: of each of its lists the head is read,
 * and what was found there is held against the other words by its document. So a search costs the same however often a word
 * stands in titles, and of a word that thousands hold it sees the best placed and most read.
 */
import { type SQL, sql } from 'drizzle-orm';
import { limitOf } from '../../../db/prepared.ts';
import { searchDocuments, searchPostings } from '../../../db/schema/index.ts';
import { isClosedIn } from '../reading/cards.ts';
import { FOUND_MAX_COUNT } from './rules.ts';

/** So far down a list is read for what is of one genre or language. */
const HEAD_OF_FILTERED = 8 * FOUND_MAX_COUNT;

const phrase = sql`${sql.placeholder('phrase')}::text`;
const isLoose = sql`${sql.placeholder('isLoose')}::boolean`;
const country = sql`${sql.placeholder('country')}::text`;
const genre = sql`${sql.placeholder('genre')}::text`;
const language = sql`${sql.placeholder('language')}::text`;

/** What stands in for the placeholders of every search, beside those of filters and pages. */
export type Phrase = { phrase: string; isLoose: boolean; country: string | null };

/** The best first; for a window over `found`. */
const bestFirst = sql`is_title desc, begins_title desc, is_in_title desc, grade desc, reach desc, found_id desc`;

/** What is asked for; `matching` goes on from there. */
export const asking = sql`
    token as materialized (select * from search_phrase(${phrase}, ${isLoose})),
    asked as materialized (
      select max(whole) as whole, (select count(*) from token) = 1 and bool_and(is_sure) as is_sure, string_agg(query, ' & ')::tsquery as query,
        string_agg(title_query, ' & ')::tsquery as title_query, array_agg(pattern) filter (where pattern is not null) as patterns
      from token where not is_optional)`;

/**
 * The common table expressions up to `found`: what matches the phrase, whether it is closed in the country, and its filter.
 * `kind` is one of those that can be found, or a column that names it. A document is fetched only where the list itself does
 * not tell enough: a single short word is the list's own, and its grade says where it stands.
 */
export function matching(kind: SQL, { isFiltered }: { isFiltered: boolean }): SQL {
  const isOfKind = sql`p.kind = ${kind} and p.term = t.term`;
  const narrowed = isFiltered
    ? sql`where (${kind} = 'creators' or (${genre} is null or h.genre = ${genre}) and (${language} is null or h.language = ${language}))`
    : sql``;
  const head = limitOf(isFiltered ? HEAD_OF_FILTERED : FOUND_MAX_COUNT);
  const isClosed = sql`d.geofilter_type is not null and ${isClosedIn(country, sql`d.geofilter_type`, sql`d.countries`)}`;
  return sql`
    rarest as (
      select k.terms from token k where not k.is_optional
      order by (
        select count(*) from unnest(k.terms) t (term) cross join lateral (
          select from ${searchPostings} p where ${isOfKind} limit ${limitOf(FOUND_MAX_COUNT)}) h)
      limit 1),
    candidate as (
      select l.found_id, max(l.grade) as grade, max(l.reach) as reach, bool_or(l.is_filtered) as is_filtered
      from rarest r cross join lateral unnest(r.terms) t (term) cross join lateral (
        select h.* from (
          select p.found_id, p.grade, p.reach, p.is_filtered, p.genre, p.language from ${searchPostings} p where ${isOfKind}
          order by p.grade desc, p.reach desc, p.found_id desc limit ${head}) h
        ${narrowed}
        limit ${limitOf(FOUND_MAX_COUNT)}) l
      group by l.found_id),
    found as materialized (
      select c.found_id, c.grade, c.reach, d.geofilter_type, d.countries, ${isClosed} as is_closed,
        case when a.is_sure then c.grade = 9 else d.title = a.whole end as is_title,
        case when a.is_sure then c.grade in (6, 8, 9) else starts_with(d.title, a.whole) end as begins_title,
        case when a.is_sure then c.grade >= 5 else d.terms @@ a.title_query end as is_in_title
      from candidate c cross join asked a
      -- One row at a time by its key: a plan that is kept would rather read the whole table.
      left join lateral (select * from ${searchDocuments} where id = c.found_id and (c.is_filtered or not a.is_sure) limit 1) d on true
      where a.is_sure or d.terms @@ a.query and (a.patterns is null or d.names like all (a.patterns)))`;
}

/** How many there are for this country, and every filter that decided it. */
export const summed = sql`
  least(count(*) filter (where not is_closed), ${limitOf(FOUND_MAX_COUNT)}) as total,
  coalesce(jsonb_agg(distinct jsonb_build_object('type', geofilter_type, 'countries', countries))
    filter (where geofilter_type is not null), '[]') as geofilters`;

/** One row for each of the page, or a single one without; each knows the sum. As a table to join to. */
export const foundPage = (kind: SQL, options: { isFiltered: boolean }): SQL => sql`(
  with ${asking}, ${matching(kind, options)}, placed as (
    select found_id, row_number() over (order by ${bestFirst}) as place from found where not is_closed)
  select s.total, s.geofilters, p.found_id, p.place from (select ${summed} from found) s
  left join (
    select * from placed where place <= ${limitOf(FOUND_MAX_COUNT)} order by place
    limit ${sql.placeholder('perPage')} offset ${sql.placeholder('offset')}) p on true
) as page`;
