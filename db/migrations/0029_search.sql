CREATE TABLE "search_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"genre" text,
	"language" text,
	"reach" smallint NOT NULL,
	"title" text NOT NULL,
	"names" text NOT NULL,
	"terms" "tsvector" NOT NULL,
	"geofilter_type" text,
	"countries" text[]
);
--> statement-breakpoint
CREATE TABLE "search_postings" (
	"term" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"grade" smallint NOT NULL,
	"reach" smallint NOT NULL,
	"found_id" uuid NOT NULL,
	"genre" text,
	"language" text,
	"is_filtered" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_postings_ranked" ON "search_postings" USING btree ("kind","term","grade" DESC NULLS FIRST,"reach" DESC NULLS FIRST,"found_id" DESC NULLS FIRST,"genre","language","is_filtered");--> statement-breakpoint
CREATE INDEX "search_postings_found" ON "search_postings" USING btree ("found_id");--> statement-breakpoint
CREATE FUNCTION "search_reach"(popularity bigint) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select floor(log(2::numeric, greatest(popularity, 0) + 1))::smallint
$$;--> statement-breakpoint
-- Text as it is compared: compatible forms are one, accents, vowel signs, joiners and capitals make no difference, katakana is hiragana.
CREATE FUNCTION "search_fold"(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select lower(public.unaccent('public.unaccent'::regdictionary, translate(
    normalize(regexp_replace(normalize(given, NFKD),
      '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]+', '', 'g'), NFKC),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'
  )) collate "und-x-icu") collate "default"
$$;--> statement-breakpoint
-- Words of a folded text in their order. Scripts without spaces, and pictures such as emoji, make a run of signs.
CREATE FUNCTION "search_tokens"(folded text) RETURNS TABLE ("no" bigint, "word" text, "is_signs" boolean) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select m.no, coalesce(m.found[1], left(m.found[2], 40)), m.found[1] is not null
  from regexp_matches(folded,
    '([\u0e00-\u0e4e\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3\u2600-\u27bf\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003fffd]+)'
    '|([^\u0001-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b9-\u02df\u0374\u0375\u037e\u0387\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u0700-\u070f\u0964\u0965\u0970\u0e00-\u0e5b\u0e80-\u0edf\u1000-\u109f\u10fb\u1361-\u1368\u1680\u1780-\u17ff\u1800-\u180e\u2000-\u2bff\u2e00-\u2e7f\u2e80-\u2fdf\u2ff0-\u312f\u3130-\u318e\u3190-\u9fff\ua4fe\ua4ff\ua60d-\ua60f\ua960-\ua97c\uac00-\ud7fb\ue000-\ufaff\ufd3e\ufd3f\ufe10-\ufe6f\uff00-\uffff\U0001d000-\U0001d1ff\U0001f000-\U0010ffff]+)', 'g')
    with ordinality as m (found, no)
$$;--> statement-breakpoint
-- `~` and the stem of a word in a story's language; of a phrase (null) in each that has stems. Words that say nothing have none.
CREATE FUNCTION "search_stems"(word text, language text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_agg(distinct '~' || s.stem), '{}') from (
    select unnest(ts_lexize('pg_catalog.english_stem', word)) where language is null or language = 'en'
    union all select unnest(ts_lexize('pg_catalog.german_stem', word)) where language is null or language = 'de'
    union all select word where language is null or language not in ('en', 'de')
  ) s (stem) where length(word) > 1
$$;--> statement-breakpoint
-- The single signs and the pairs of a run; of a phrase the pairs alone, or its one sign.
CREATE FUNCTION "search_grams"(run text, is_phrase boolean) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select substr(run, n, size) from generate_series(1, 2) size, generate_series(1, least(length(run) - size + 1, 120)) n
  where not is_phrase or (size = least(2, length(run)) and n <= 6)
$$;--> statement-breakpoint
-- The word, and what is left of it without one of its letters: two words that are one slip apart have one of these in common.
CREATE FUNCTION "search_spellings"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select array_agg(distinct left(word, n - 1) || substr(word, n + 1)) || word from generate_series(1, length(word)) n
$$;--> statement-breakpoint
-- Known words that the given one may stand for: one slip away, or, of a long word, made of the same groups of letters.
CREATE FUNCTION "search_likely"(given text) RETURNS text[] LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  select coalesce(array_agg(l.word), '{}') from (
    select w.word from search_words w
    where length(given) > 2 and w.word <> given
      and (search_spellings(w.word) && search_spellings(given)
        or (length(given) > 5 and w.word % given and similarity(w.word, given) >= 0.4))
    order by search_spellings(w.word) && search_spellings(given) desc, similarity(w.word, given) desc, w.word
    limit 6) l
$$;--> statement-breakpoint
-- Whether anything that may be found holds a word that begins like this, or has its stem. Its 8 letters may belong to another one.
CREATE FUNCTION "search_is_known"(given text) RETURNS boolean LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  select exists (
    select from unnest(search_stems(given, null) || left(given, 8)) t (term) cross join lateral (
      select from search_postings p where p.kind = any('{comics,indie,novel,creators}') and p.term = t.term limit 1) p
    where length(given) <= 8 or t.term like '~%')
  or length(given) > 8 and exists (select from search_words where word >= given and word < given || U&'\+10FFFF')
$$;--> statement-breakpoint
-- What a phrase asks for: one row for each word or pair of signs. `terms` are where to look; `query` and, for a longer run of
-- signs, `pattern` are how to tell that a document holds it, unless the terms alone are sure. A word that says nothing may be
-- missing where others stand beside it. Loosely, an unknown word stands for those that it is likely to be, and may be missing if
-- there are none of them and others beside it.
CREATE FUNCTION "search_phrase"(phrase text, is_loose boolean) RETURNS TABLE ("whole" text, "is_optional" boolean, "terms" text[], "is_sure" boolean, "query" text, "title_query" text, "pattern" text) LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  with word as materialized (
    select t.no, t.word, t.is_signs, not t.is_signs and (
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
CREATE INDEX "search_words_spellings" ON "search_words" USING gin (search_spellings("word"));--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
-- Words that have left these documents and stand in no other are forgotten: they may be names.
CREATE FUNCTION "search_forget"(words text[]) RETURNS void LANGUAGE sql STRICT AS $$
  delete from search_words w where w.word = any(words) and (
    select true from search_postings p
    where p.kind = any('{comics,indie,novel,creators}') and p.term = left(w.word, 8) limit 1) is null
$$;--> statement-breakpoint
-- Of these stories those that readers may know of, countries aside.
CREATE FUNCTION "search_stories_of"(ids uuid[]) RETURNS TABLE ("id" uuid, "kind" text, "genre" text, "language" text, "reach" smallint, "title" text, "author" text, "tags" text, "description" text, "geofilter_type" text, "countries" text[]) LANGUAGE sql STABLE STRICT AS $$
  select s.id, s.publication_type, s.genre, s.language, search_reach(s.popularity), s.title, u.display_name,
    array_to_string(s.tags, ' '), s.description, g.type, g.countries
  from stories s join users u on u.id = s.owner_id
    left join geofilter_strategies g on g.story_id = s.id and g.type <> 'worldwide'
  where s.id = any(ids) and s.published and s.deleted_at is null
    and u.locked_at is null and u.deletion_requested_at is null and u.erased_at is null
$$;--> statement-breakpoint
-- Of these people those who have such a story. They are open wherever one of their stories is.
CREATE FUNCTION "search_creators_of"(ids uuid[]) RETURNS TABLE ("id" uuid, "kind" text, "genre" text, "language" text, "reach" smallint, "title" text, "author" text, "tags" text, "description" text, "geofilter_type" text, "countries" text[]) LANGUAGE sql STABLE STRICT AS $$
  with story as (
    select s.owner_id, s.popularity, g.type, g.countries
    from stories s left join geofilter_strategies g on g.story_id = s.id and g.type <> 'worldwide'
    where s.owner_id = any(ids) and s.published and s.deleted_at is null
  ), summary as (
    select owner_id, max(popularity) as popularity, bool_or(type is null) as is_worldwide, count(*) filter (where type = 'deny') as denies
    from story group by owner_id
  ), country as (
    select owner_id, c.code, count(*) filter (where type = 'deny') as denies, bool_or(type = 'allow') as is_allowed
    from story cross join lateral unnest(countries) c (code) group by owner_id, c.code
  )
  select u.id, 'creators', null, null, search_reach(m.popularity), u.display_name, u.slug, '', '',
    case when m.is_worldwide then null when m.denies > 0 then 'deny' else 'allow' end,
    case when not m.is_worldwide then array(select c.code from country c where c.owner_id = u.id
      and case when m.denies > 0 then c.denies = m.denies and not c.is_allowed else c.is_allowed end order by 1) end
  from users u join summary m on m.owner_id = u.id
  where u.locked_at is null and u.deletion_requested_at is null and u.erased_at is null
$$;--> statement-breakpoint
CREATE FUNCTION "search_write_one"(of_id uuid, of_kind text, of_genre text, of_language text, of_reach smallint, of_title text, of_author text, of_tags text, of_description text, of_geofilter_type text, of_countries text[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with token as materialized (
    select p.place, t.no, t.word, t.is_signs, count(*) over (partition by p.place) = 1 as is_only
    from (values (1, of_title), (2, of_author), (3, of_tags), (4, of_description)) p (place, text)
      cross join lateral search_tokens(search_fold(p.text)) t
    where t.no <= case p.place when 4 then 120 else 60 end
  ), gram as materialized (
    select t.place, t.no, t.word, t.is_only, g.gram from token t cross join lateral search_grams(t.word, false) g (gram)
    where t.is_signs and (t.place < 4 or length(g.gram) = 2)
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
  ), posted as (
    insert into search_postings (term, kind, grade, reach, found_id, genre, language, is_filtered)
    select term, of_kind, max(grade), of_reach, of_id, of_genre, of_language, of_geofilter_type is not null from term group by term
  )
  insert into search_documents (id, kind, genre, language, reach, title, names, terms, geofilter_type, countries)
  select of_id, of_kind, of_genre, of_language, of_reach,
    coalesce(string_agg(word, ' ' order by no) filter (where place = 1), ''),
    coalesce(string_agg(' ' || word, '' order by place, no) filter (where place < 4), ''),
    (select string_agg(format('%L:1%s', h.term, chr(64 + h.place)), ' ') from (
      select word as term, min(place) as place from token where place < 4 and not is_signs group by word
      union all select gram, min(place) from gram group by gram
      union all select stem, min(place) from stem group by stem) h)::tsvector,
    of_geofilter_type, of_countries
  from token
  -- What is made of nothing but points and strokes has no term.
  having count(*) > 0
  on conflict (id) do update set kind = excluded.kind, genre = excluded.genre, language = excluded.language, reach = excluded.reach,
    title = excluded.title, names = excluded.names, terms = excluded.terms, geofilter_type = excluded.geofilter_type,
    countries = excluded.countries;
end $$;--> statement-breakpoint
-- Makes documents and postings anew of these stories, or of these people.
CREATE FUNCTION "search_write"(ids uuid[], is_creators boolean) RETURNS void LANGUAGE plpgsql STRICT AS $$
declare
  old_words text[];
  open_ids uuid[] := '{}';
  fact record;
begin
  -- Two deeds that change the same document come one after the other, and the later one reads what the first has left.
  perform from search_documents where id = any(ids) and (kind = 'creators') = is_creators order by id for update;
  old_words := array(select distinct unnest(string_to_array(ltrim(names), ' '))
    from search_documents where id = any(ids) and (kind = 'creators') = is_creators);
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
-- Stories that are, or were, open to readers, and their authors. What is one creator's row is changed by a sweep, lest two deeds on
-- two stories wait for each other; only who is not to be found at all yet is added at once.
CREATE FUNCTION "search_refresh"(story_ids uuid[], owner_ids uuid[]) RETURNS void LANGUAGE plpgsql STRICT AS $$
declare
  newcomers uuid[];
begin
  if cardinality(story_ids) = 0 then return; end if;
  perform search_write(story_ids, false);
  newcomers := array(select id from unnest(owner_ids) o (id) where not exists (select from search_documents d where d.id = o.id) order by id);
  if cardinality(newcomers) > 0 then perform search_write(newcomers, true); end if;
  insert into search_changes (document_id) select unnest(story_ids || owner_ids);
end $$;--> statement-breakpoint
CREATE FUNCTION "search_on_stories"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'INSERT' then
    perform search_refresh(array_agg(id), array_agg(distinct owner_id)) from new_rows where published;
  elsif tg_op = 'DELETE' then
    delete from search_documents where id in (select id from old_rows where published);
    delete from search_postings where found_id in (select id from old_rows where published);
    insert into search_changes (document_id) select distinct owner_id from old_rows where published;
  else
    perform search_refresh(array_agg(n.id), array_agg(distinct n.owner_id)) from new_rows n join old_rows o using (id)
    where (o.published or n.published) and (o.published, o.deleted_at, o.owner_id, o.title, o.description, o.tags, o.language, o.genre, o.publication_type)
      is distinct from (n.published, n.deleted_at, n.owner_id, n.title, n.description, n.tags, n.language, n.genre, n.publication_type);
    insert into search_changes (document_id)
    select unnest(array[n.id, n.owner_id]) from new_rows n join old_rows o using (id)
    where n.published and search_reach(o.popularity) <> search_reach(n.popularity);
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "search_on_users"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  changed uuid[];
begin
  changed := array(select n.id from new_rows n join old_rows o using (id)
    where (o.display_name, o.slug, o.locked_at, o.deletion_requested_at, o.erased_at)
      is distinct from (n.display_name, n.slug, n.locked_at, n.deletion_requested_at, n.erased_at) order by 1);
  if cardinality(changed) = 0 then return null; end if;
  perform search_write(array(select id from stories where owner_id = any(changed) and published order by 1), false);
  perform search_write(changed, true);
  insert into search_changes (document_id) select unnest(changed);
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "search_on_geofilters"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_refresh(array_agg(s.id), array_agg(distinct s.owner_id))
  from new_rows n join search_documents d on d.id = n.story_id join stories s on s.id = n.story_id
  where (d.geofilter_type, d.countries) is distinct from (nullif(n.type, 'worldwide'), case when n.type <> 'worldwide' then n.countries end);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "search_story_inserted" AFTER INSERT ON "stories" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "search_on_stories"();--> statement-breakpoint
CREATE TRIGGER "search_story_updated" AFTER UPDATE ON "stories" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "search_on_stories"();--> statement-breakpoint
CREATE TRIGGER "search_story_deleted" AFTER DELETE ON "stories" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "search_on_stories"();--> statement-breakpoint
CREATE TRIGGER "search_user_updated" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "search_on_users"();--> statement-breakpoint
CREATE TRIGGER "search_geofilter_inserted" AFTER INSERT ON "geofilter_strategies" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "search_on_geofilters"();--> statement-breakpoint
CREATE TRIGGER "search_geofilter_updated" AFTER UPDATE ON "geofilter_strategies" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "search_on_geofilters"();--> statement-breakpoint
-- What was noted: documents are made anew, since two deeds at once may have read each other's past, and their words are learned.
CREATE FUNCTION "search_settle"(most integer) RETURNS integer LANGUAGE plpgsql AS $$
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
  select distinct t.word from search_documents d cross join lateral search_tokens(d.names) t
  where d.id = any(ids) and not t.is_signs and length(t.word) > 2 order by 1
  on conflict do nothing;
  return cardinality(ids);
end $$;--> statement-breakpoint
SELECT search_refresh(array_agg(id), array_agg(distinct owner_id)) FROM "stories" WHERE "published";
