-- Neighbouring words of a folded text written as one: "re zero kai" gives rezero, rezerokai, zerokai.
CREATE FUNCTION "search_joins"(folded text) RETURNS TABLE ("joined" text, "parts" integer) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  with token as (select * from search_tokens(folded) where no <= 60)
  select j.joined, size from token a cross join generate_series(2, 4) size cross join lateral (
    select string_agg(b.word, '' order by b.no) as joined, count(*) as found, bool_or(b.is_signs) as has_signs
    from token b where b.no between a.no and a.no + size - 1) j
  where j.found = size and not j.has_signs and length(j.joined) between 3 and 40
$$;--> statement-breakpoint
-- The same of scripts without spaces: neighbouring runs as one run.
CREATE FUNCTION "search_joined_runs"(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select string_agg(word, '' order by no) from (
    select no, word, no - row_number() over (order by no) as island from search_tokens(folded) where is_signs and no <= 60) t
  group by island having count(*) > 1
$$;--> statement-breakpoint
-- `-` and the stems of what may be the second part of a German compound: "drachenreiter" gives -reit. Each part has a vowel, the
-- first at least three letters and the second at least four.
CREATE FUNCTION "search_second_parts"(word text, language text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_agg(distinct '-' || s.stem), '{}')
  from generate_series(4, least(length(word), 24) - 3) n
    cross join lateral unnest(ts_lexize('pg_catalog.german_stem', substr(word, n))) s (stem)
  where language = 'de' and length(word) >= 7 and length(s.stem) > 2
    and left(word, n - 1) ~ '[aeiouy]' and substr(word, n) ~ '[aeiouy]'
$$;--> statement-breakpoint
-- Where else a word of a phrase is looked for: as joined words of a title (`+`), and as the second part of a compound (`-`).
CREATE FUNCTION "search_other_terms"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select array['+' || word] || coalesce((
    select array_agg('-' || s.stem) from unnest(ts_lexize('pg_catalog.german_stem', word)) s (stem) where length(word) > 3), '{}')
$$;--> statement-breakpoint
-- Whether anything that may be found holds a word that begins like this, has its stem, or has it as a part. Its 8 letters may belong to another one.
CREATE OR REPLACE FUNCTION "search_is_known"(given text) RETURNS boolean LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  select exists (
    select from unnest(search_stems(given, null) || search_other_terms(given) || left(given, 8)) t (term) cross join lateral (
      select from search_postings p where p.kind = any('{comics,indie,novel,creators}') and p.term = t.term limit 1) p
    where length(given) <= 8 or t.term ~ '^[-+~]')
  or length(given) > 8 and exists (select from search_words where word >= given and word < given || U&'\+10FFFF')
$$;--> statement-breakpoint
-- What a phrase asks for, as before, and two more: its words may be one with their neighbours, and parts of longer ones.
CREATE OR REPLACE FUNCTION "search_phrase"(phrase text, is_loose boolean) RETURNS TABLE ("whole" text, "is_optional" boolean, "terms" text[], "is_sure" boolean, "query" text, "title_query" text, "pattern" text) LANGUAGE sql STABLE STRICT PARALLEL SAFE ROWS 3 AS $$
  with word as materialized (
    select t.no, t.word, t.is_signs, not t.is_signs and (is_loose or t.no < max(t.no) over ()) and (
        ts_lexize('pg_catalog.english_stem', t.word) = '{}' or ts_lexize('pg_catalog.german_stem', t.word) = '{}') as is_idle,
      case when is_loose and not t.is_signs and not search_is_known(t.word) then search_likely(t.word) else array[t.word] end as words
    from search_tokens(search_fold(phrase)) t order by t.no limit 10
  ), near as materialized (
    -- "spider man" may stand for "spiderman": each word may be one with its neighbour.
    select w.no, coalesce(array_agg(o.word) filter (where o.word is not null), '{}') as words from word w cross join lateral (
      select case when n.no < w.no then n.word || w.word else w.word || n.word end as word from word n
      where n.no in (w.no - 1, w.no + 1) and not n.is_signs) o
    where not w.is_signs group by w.no
  ), whole as (
    select string_agg(word, ' ' order by no) as whole, bool_and(is_idle) as is_all_idle,
      count(*) filter (where words <> '{}' and not is_idle) as said from word
  )
  select a.whole, w.is_idle and not a.is_all_idle or w.words = '{}' and a.said > 1, l.starts || s.stems || o.terms || j.terms, l.is_sure,
    '(' || coalesce(nullif(concat_ws(' | ', l.query, s.query, o.query, j.query), ''), quote_literal('~')) || ')',
    '(' || coalesce(nullif(concat_ws(' | ', l.title_query, s.title_query, o.title_query, j.title_query), ''), quote_literal('~')) || ')', null
  from word w left join near on near.no = w.no, whole a, lateral (
    select coalesce(array_agg(distinct left(word, 8)), '{}') as starts, coalesce(bool_and(length(word) <= 8), true) as is_sure,
      string_agg(format('%L:*', word), ' | ') as query, string_agg(format('%L:*A', word), ' | ') as title_query
    from unnest(w.words) u (word)) l, lateral (
    select coalesce(array_agg(stem), '{}') as stems, string_agg(format('%L', stem), ' | ') as query,
      string_agg(format('%L:A', stem), ' | ') as title_query
    from unnest(case when w.words = '{}' then '{}' else search_stems(w.word, null) end) u (stem)) s, lateral (
    select coalesce(array_agg(t.term), '{}') as terms, string_agg(format('%L', t.term), ' | ') as query,
      string_agg(format('%L:A', t.term), ' | ') as title_query
    from unnest(w.words) u (word) cross join lateral unnest(search_other_terms(u.word)) t (term)) o, lateral (
    select coalesce(array_agg(distinct left(n.word, 8)), '{}') as terms, string_agg(format('%L:*', n.word), ' | ') as query,
      string_agg(format('%L:*A', n.word), ' | ') as title_query
    from unnest(near.words) n (word)) j
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
      where p.kind = any('{comics,indie,novel,creators}') and p.term in (left(w.word, 8), '~' || w.word, '+' || w.word) limit 1) is null
    -- Somebody else forgets it just now.
    for update skip locked)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_write_one"(of_id uuid, of_kind text, of_genre text, of_language text, of_reach smallint, of_title text, of_author text, of_tags text, of_description text, of_geofilter_type text, of_countries text[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with token as materialized (
    select p.place, t.no, t.word, t.is_signs, count(*) over (partition by p.place) = 1 as is_only
    from (values (1, of_title), (2, of_author), (3, of_tags), (4, of_description)) p (place, text)
      cross join lateral search_tokens(search_fold(p.text)) t
    where t.no <= case p.place when 4 then 120 else 60 end
  ), gram as materialized (
    select t.place, t.no, t.word, t.is_only, g.gram from token t cross join lateral search_grams(t.word, false) g (gram)
    where t.is_signs and (t.place < 4 or length(g.gram) = 2)
  ), run as materialized (
    select p.place, r.run from (values (1, of_title), (2, of_author), (3, of_tags)) p (place, text)
      cross join lateral search_joined_runs(search_fold(p.text)) r (run)
  ), part as materialized (
    select p.place, '+' || j.joined as term from (values (1, of_title), (2, of_author), (3, of_tags)) p (place, text)
      cross join lateral search_joins(search_fold(p.text)) j
    union all
    select t.place, s.stem from token t cross join lateral unnest(search_second_parts(t.word, of_language)) s (stem)
    where t.place in (1, 3) and not t.is_signs
  ), stem as materialized (
    select t.place, s.stem from token t cross join lateral unnest(search_stems(t.word, of_language)) s (stem)
    where t.place <> 2 and not t.is_signs
  ), term as (
    select left(t.word, n) as term, case t.place
        when 1 then case when n < length(t.word) then 5 when t.is_only then 9 else 7 end + (t.no = 1 and not (t.is_only and n = length(t.word)))::int
        when 2 then 3 + (n = length(t.word))::int else 2 end as grade
      from token t cross join lateral generate_series(case t.place when 1 then 1 else least(2, length(t.word)) end, least(8, length(t.word))) n
      where not t.is_signs and t.place < 4
    union all
    select gram, case place when 1 then case when is_only and gram = word then 9 when no = 1 and starts_with(word, gram) then 8 else 7 end
      when 2 then 4 when 3 then 2 else 1 end from gram
    union all
    select stem, case place when 1 then 5 when 3 then 2 else 1 end from stem
    union all
    select g.gram, case r.place when 1 then 5 when 2 then 3 else 2 end
      from run r cross join lateral search_grams(r.run, false) g (gram) where length(g.gram) = 2
    union all
    -- What stands there as it was asked for comes before what is only a part of a word.
    select term, case when term like '-%' or place = 3 then 2 when place = 1 then 5 else 3 end from part
  ), posted as (
    insert into search_postings (term, kind, grade, reach, found_id, genre, language, is_filtered)
    select term, of_kind, max(grade), of_reach, of_id, of_genre, of_language, of_geofilter_type is not null from term group by term
  )
  insert into search_documents (id, kind, genre, language, reach, title, names, terms, geofilter_type, countries)
  select of_id, of_kind, of_genre, of_language, of_reach,
    coalesce(string_agg(word, ' ' order by no) filter (where place = 1), ''),
    coalesce(string_agg(' ' || word, '' order by place, no) filter (where place < 4), '') || coalesce((select string_agg(' ' || r.run, '') from run r), ''),
    (select string_agg(format('%L:1%s', h.term, chr(64 + h.place)), ' ') from (
      select word as term, min(place) as place from token where place < 4 and not is_signs group by word
      union all select gram, min(place) from (select gram, place from gram union all select g.gram, r.place from run r cross join lateral search_grams(r.run, false) g (gram)) g group by gram
      union all select term, min(case when term like '-%' then 3 else place end) from part group by term
      union all select stem, min(place) from stem group by stem) h)::tsvector,
    of_geofilter_type, of_countries
  from token
  -- What is made of nothing but points and strokes has no term.
  having count(*) > 0
  on conflict (id) do update set kind = excluded.kind, genre = excluded.genre, language = excluded.language, reach = excluded.reach,
    title = excluded.title, names = excluded.names, terms = excluded.terms, geofilter_type = excluded.geofilter_type,
    countries = excluded.countries;
end $$;--> statement-breakpoint
-- What is learned of a document, so that a slip can be put right: its words, those of its title joined, and their stems.
CREATE FUNCTION "search_words_of"(document search_documents) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  select t.word from search_tokens(document.names) t where not t.is_signs and length(t.word) > 2
  union select j.joined from search_joins(document.title) j where j.parts = 2 and length(j.joined) > 4
  union select substr(l.lexeme, 2) from unnest(document.terms) l where l.lexeme like '~%' and length(l.lexeme) between 4 and 9 and 'D' <> all(l.weights)
$$;--> statement-breakpoint
-- Makes documents and postings anew of these stories, or of these people.
CREATE OR REPLACE FUNCTION "search_write"(ids uuid[], is_creators boolean) RETURNS void LANGUAGE plpgsql STRICT AS $$
declare
  old_words text[];
  open_ids uuid[] := '{}';
  fact record;
begin
  -- Two deeds that change the same document come one after the other, and the later one reads what the first has left.
  perform from search_documents where id = any(ids) and (kind = 'creators') = is_creators order by id for update;
  old_words := array(select distinct search_words_of(d) from search_documents d where d.id = any(ids) and (d.kind = 'creators') = is_creators);
  delete from search_postings where found_id = any(ids) and (kind = 'creators') = is_creators;
  -- One after the other, since no plan for all at once is good for one and for thousands.
  for fact in select * from search_stories_of(ids) where not is_creators union all select * from search_creators_of(ids) where is_creators loop
    perform search_write_one(fact.id, fact.kind, fact.genre, fact.language, fact.reach, fact.title, fact.author, fact.tags, fact.description, fact.geofilter_type, fact.countries);
    open_ids := open_ids || fact.id;
  end loop;
  delete from search_documents
    where id = any(ids) and (kind = 'creators') = is_creators and id <> all(open_ids);
  perform search_forget(old_words);
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_settle"(most integer) RETURNS integer LANGUAGE plpgsql AS $$
declare
  ids uuid[];
begin
  with taken as (
    delete from search_changes where id in (select id from search_changes order by id limit most for update skip locked)
    returning document_id)
  select coalesce(array_agg(distinct document_id), '{}') into ids from taken;
  if cardinality(ids) = 0 then return 0; end if;
  perform search_write(array(select id from stories where id = any(ids) order by 1), false);
  perform search_write(array(select id from users where id = any(ids) order by 1), true);
  insert into search_words (word)
  select distinct search_words_of(d) from search_documents d where d.id = any(ids) order by 1
  on conflict do nothing;
  return cardinality(ids);
end $$;--> statement-breakpoint
-- The sweep makes all documents anew, some at a time.
INSERT INTO "search_changes" ("document_id") SELECT "id" FROM "search_documents";
