/**
 * Matches a phrase with the lists of `search_postings`. Reads the heads of the rarest word's lists, and checks the
 * documents found there for the other words. A search costs the same, however frequent a word is. For a word in
 * thousands of titles, it sees the best placed and most read ones.
 */
import { type SQL, sql } from 'drizzle-orm';
import { limitOf } from '#db/prepared.ts';
import { searchDocuments, searchPostings } from '#db/schema/index.ts';
import { isClosedIn } from '../../reading/reader/cards.ts';
import { FOUND_MAX_COUNT } from './rules.ts';

/** Number of entries read from a list that is filtered by genre or language. */
const HEAD_OF_FILTERED = 8 * FOUND_MAX_COUNT;

const phrase = sql`${sql.placeholder('phrase')}::text`;
const isLoose = sql`${sql.placeholder('isLoose')}::boolean`;
const country = sql`${sql.placeholder('country')}::text`;
const genre = sql`${sql.placeholder('genre')}::text`;
const language = sql`${sql.placeholder('language')}::text`;

export type Phrase = { phrase: string; isLoose: boolean; country: string | null };

const bestFirst = sql`is_title desc, begins_title desc, is_in_title desc, grade desc, reach desc, found_id desc`;

/** The parsed phrase. `headsOf` continues from here. */
const asking = sql`
    token as materialized (select * from search_phrase(${phrase}, ${isLoose})),
    asked as materialized (
      select max(whole) as whole, (select count(*) from token) = 1 and bool_and(is_sure) as is_sure, count(*) > 1 as are_many,
        string_agg(query, ' & ')::tsquery as query,
        string_agg(title_query, ' & ')::tsquery as title_query, array_agg(pattern) filter (where pattern is not null) as patterns
      from token where not is_optional)`;

type Narrowed = { isFiltered: boolean };

/** `kind` may be a column. All postings of one result agree on its reach and on whether it is filtered. */
function headsOf(kind: SQL, { isFiltered }: Narrowed): { rarest: SQL; head: SQL } {
  const isOfKind = sql`p.kind = ${kind} and p.term = t.term`;
  const head = sql`
    select p.found_id, p.grade, p.reach, p.is_filtered, p.genre, p.language from ${searchPostings} p where ${isOfKind}
    order by p.grade desc, p.reach desc, p.found_id desc limit ${limitOf(isFiltered ? HEAD_OF_FILTERED : FOUND_MAX_COUNT)}`;
  const narrowed = sql`
    select h.* from (${head}) h
    where (${kind} = 'creators' or (${genre} is null or h.genre = ${genre}) and (${language} is null or h.language = ${language}))
    limit ${limitOf(FOUND_MAX_COUNT)}`;
  const rarest = sql`
    rarest as (
      select k.terms from token k where not k.is_optional
      -- Where there is but one word nothing has to be counted.
      order by case when (select are_many from asked) then (
        select count(*) from unnest(k.terms) t (term) cross join lateral (
          select from ${searchPostings} p where ${isOfKind} limit ${limitOf(FOUND_MAX_COUNT)}) h) end
      limit 1)`;
  return { rarest, head: isFiltered ? narrowed : head };
}

const isClosed = sql`d.geofilter_type is not null and ${isClosedIn(country, sql`d.geofilter_type`, sql`d.countries`)}`;
/** Reads one row at a time by its key. A cached plan would otherwise read the whole table. */
const documentOf = (id: SQL): SQL =>
  sql`lateral (select * from ${searchDocuments} where id = ${id} limit 1) d`;
const isMatch = sql`(a.is_sure or d.terms @@ a.query and (a.patterns is null or d.names like all (a.patterns)))`;

/** Totals of `found`: `open` plus the results open in this country, and every filter that decided it. */
const summed = (open: SQL): SQL => sql`
  least(${open} + count(*) filter (where not is_closed), ${limitOf(FOUND_MAX_COUNT)}) as total,
  coalesce(jsonb_agg(distinct jsonb_build_object('type', geofilter_type, 'countries', countries))
    filter (where geofilter_type is not null), '[]') as geofilters`;

/** Fetches a document only when the list does not suffice. The first list alone may contain all that is counted. */
export function foundCounts(kinds: SQL, options: Narrowed): SQL {
  const { rarest, head } = headsOf(sql`tab.kind`, options);
  const headOf = (terms: SQL): SQL => sql`
    select l.found_id, l.is_filtered from rarest r cross join lateral unnest(${terms}) t (term) cross join lateral (${head}) l`;
  const most = limitOf(FOUND_MAX_COUNT);
  return sql`(
  with ${asking}
  select tab.kind, s.* from unnest(${kinds}) tab (kind) cross join lateral (
    with ${rarest},
    first as materialized (${headOf(sql`r.terms[1:1]`)}),
    known as materialized (
      select is_sure and (select count(*) from first where not is_filtered) >= ${most} as is_full from asked),
    candidate as (
      select distinct h.* from (select * from first union all ${headOf(sql`r.terms[2:]`)}) h where not (select is_full from known)),
    tally as (
      select case when (select is_full from known) then ${most} else count(*) filter (where a.is_sure and not c.is_filtered) end as open,
        array_agg(c.found_id) filter (where c.is_filtered or not a.is_sure) as others
      from candidate c cross join asked a),
    found as (
      select d.geofilter_type, d.countries, ${isClosed} as is_closed
      from tally cross join lateral unnest(tally.others) o (id) cross join asked a cross join ${documentOf(sql`o.id`)}
      where ${isMatch})
    select ${summed(sql`(select open from tally)`)} from found) s
) as page`;
}

const perPage = sql`${sql.placeholder('perPage')}::bigint`;
const offset = sql`${sql.placeholder('offset')}::bigint`;

/** A table to join. A page without results is one row with the total. For a single short word, the grade decides. */
export function foundPage(kind: SQL, options: Narrowed): SQL {
  const { rarest, head } = headsOf(kind, options);
  return sql`(
  with ${asking}, ${rarest},
    candidate as (
      select distinct on (l.found_id) l.found_id, l.grade, l.reach, l.is_filtered
      from rarest r cross join lateral unnest(r.terms) t (term) cross join lateral (${head}) l
      order by l.found_id, l.grade desc),
    graded as (
      select *, grade = 9 as is_title, grade in (6, 8, 9) as begins_title, grade >= 5 as is_in_title from candidate),
    found as (
      select c.*, null::text as geofilter_type, null::text[] as countries, false as is_closed
      from graded c where not c.is_filtered and (select is_sure from asked)
      union all
      select c.found_id, c.grade, c.reach, c.is_filtered, case when a.is_sure then c.is_title else d.title = a.whole end,
        case when a.is_sure then c.begins_title else starts_with(d.title, a.whole) end,
        case when a.is_sure then c.is_in_title else d.terms @@ a.title_query end, d.geofilter_type, d.countries, ${isClosed}
      from graded c cross join asked a cross join ${documentOf(sql`c.found_id`)}
      where (c.is_filtered or not a.is_sure) and ${isMatch}),
    top as (
      select * from found where not is_closed order by ${bestFirst}
      limit greatest(0, least(${perPage}, ${limitOf(FOUND_MAX_COUNT)} - ${offset})) offset ${offset})
  select s.total, s.geofilters, p.found_id, p.place from (select ${summed(sql`0`)} from found) s
  left join (select found_id, row_number() over (order by ${bestFirst}) as place from top) p on true
) as page`;
}
