-- What a phrase asks for: one row for each word or pair of signs. `terms` are where to look; `query` and, for a longer run of
-- signs, `pattern` are how to tell that a document holds it, unless the terms alone are sure. A word that says nothing may be
-- missing where others stand beside it, but not the last one, which may be the beginning of another. Loosely, an unknown word stands for those that it is likely to be, and may be missing if
-- there are none of them and others beside it.
CREATE OR REPLACE FUNCTION "search_phrase"(phrase text, is_loose boolean) RETURNS TABLE ("whole" text, "is_optional" boolean, "terms" text[], "is_sure" boolean, "query" text, "title_query" text, "pattern" text) LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  with word as materialized (
    select t.no, t.word, t.is_signs, not t.is_signs and (is_loose or t.no < max(t.no) over ()) and (
        ts_lexize('pg_catalog.english_stem', t.word) = '{}' or ts_lexize('pg_catalog.german_stem', t.word) = '{}') as is_idle,
      case when is_loose and not t.is_signs and not search_is_known(t.word) then search_likely(t.word) else array[t.word] end as words
    from search_tokens(search_fold(phrase)) t order by t.no limit 10
  ), whole as (
    select string_agg(word, ' ' order by no) as whole, bool_and(is_idle) as is_all_idle,
      count(*) filter (where words <> '{}' and not is_idle) as said from word
  )
  select a.whole, w.is_idle and not a.is_all_idle or w.words = '{}' and a.said > 1, l.starts || s.stems, l.is_sure,
    '(' || coalesce(nullif(concat_ws(' | ', l.query, s.query), ''), quote_literal('~')) || ')',
    '(' || coalesce(nullif(concat_ws(' | ', l.title_query, s.title_query), ''), quote_literal('~')) || ')', null
  from word w, whole a, lateral (
    select coalesce(array_agg(distinct left(word, 8)), '{}') as starts, coalesce(bool_and(length(word) <= 8), true) as is_sure,
      string_agg(format('%L:*', word), ' | ') as query, string_agg(format('%L:*A', word), ' | ') as title_query
    from unnest(w.words) u (word)) l, lateral (
    select coalesce(array_agg(stem), '{}') as stems, string_agg(format('%L', stem), ' | ') as query,
      string_agg(format('%L:A', stem), ' | ') as title_query
    from unnest(case when w.words = '{}' then '{}' else search_stems(w.word, null) end) u (stem)) s
  where not w.is_signs
  union all
  select a.whole, false, array[g.gram], length(w.word) <= 2, format('%L', g.gram), format('%L:A', g.gram),
    case when length(w.word) > 2 then '%' || w.word || '%' end
  from word w, whole a, lateral search_grams(w.word, true) g (gram)
  where w.is_signs
$$;--> statement-breakpoint
-- Words that have left these documents and stand in no other are forgotten: they may be names.
CREATE OR REPLACE FUNCTION "search_forget"(words text[]) RETURNS void LANGUAGE sql STRICT AS $$
  delete from search_words where word in (
    select w.word from search_words w where w.word = any(words) and (
      select true from search_postings p
      where p.kind = any('{comics,indie,novel,creators}') and p.term = left(w.word, 8) limit 1) is null
    -- Somebody else forgets it just now.
    for update skip locked)
$$;
