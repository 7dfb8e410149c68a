/**
 * Adds many stories without episodes for search benches, directly into the database. Titles, names, tags and
 * descriptions are made-up words with realistic frequencies. The nth most frequent of 60,000 words occurs in about
 * every nth text. "lamp" occurs in 30 of 100 titles. One title in ten is Japanese, Chinese or Korean.
 */
import pg from 'pg';

export const STORIES_A_CREATOR = 4;
const WORDS = 60_000;

const SYLLABLES =
  'ba be bi bo bu da de di do du fa fe fi fo ga ge gi go gu ha he hi ho ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi za ze zi zo';

const FUNCTIONS = `
  create function pg_temp.chance(n bigint, salt bigint) returns double precision language sql immutable as $$
    select (hashint8extended(n, salt) & 1048575) / 1048576.0 $$;
  create function pg_temp.word(rank int) returns text language sql immutable as $$
    select string_agg(s.syllables[1 + ((rank::bigint * 7919 / power(80, k)::bigint) + rank * k) % cardinality(s.syllables)], '')
    from (select string_to_array('${SYLLABLES}', ' ') as syllables) s, generate_series(0, 1 + rank % 3) k $$;
  create function pg_temp.words(n bigint, salt bigint, most int, least_rank int) returns text language sql immutable as $$
    select string_agg(pg_temp.word((least_rank * power(${WORDS}.0 / least_rank, pg_temp.chance(n * 64 + k, salt)))::int), ' ')
    from generate_series(1, 1 + floor(most * pg_temp.chance(n, salt + 1))::int) k $$;
  create function pg_temp.signs(n bigint, start int, most int) returns text language sql immutable as $$
    select string_agg(chr(start + floor(power(pg_temp.chance(n * 16 + k, 77), 2) * most)::int), '') from generate_series(1, 2 + (n / 10) % 6) k $$;
`;

const id = (kind: number, n: string): string =>
  `('01900000-000${kind}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const statements = (from: number, to: number): string[] => [
  `insert into users (id, email, email_confirmed_at, slug, display_name, date_of_birth)
   select ${id(1, 'n')}, 'titles' || n || '@many.example', now(), 'titles-' || n,
     initcap(pg_temp.words(n, 11, 1, 50) || ' ' || pg_temp.words(n, 13, 1, 500)), '1990-01-01'
   from generate_series(${from / STORIES_A_CREATOR + 1}, ${to / STORIES_A_CREATOR}) n`,
  `insert into stories (id, slug, owner_id, title, description, publication_type, format, genre, language, tags,
     published, first_published_at, popularity)
   select ${id(2, 's')}, 'titled-' || s, ${id(1, `(s - 1) / ${STORIES_A_CREATOR} + 1`)},
     case when s % 10 = 4 then case s / 10 % 3 when 0 then pg_temp.signs(s, 12450, 80) when 1 then pg_temp.signs(s, 19968, 3000) else pg_temp.signs(s, 44032, 4000) end
       else initcap(case when pg_temp.chance(s, 21) < 0.33 then 'lamp ' else '' end || pg_temp.words(s, 31, 4, 3)) end,
     'The ' || pg_temp.words(s, 41, 40, 3), case when s % 10 < 6 then 'comics' when s % 10 < 8 then 'indie' else 'novel' end,
     case when s % 10 < 8 then 'page_ltr' end,
     (array['action','romance','fantasy','comedy','drama','crime','horror','sports','historical','educational'])[1 + floor(10 * power(pg_temp.chance(s, 2), 2))::int],
     (array['en','en','en','de','ja','ko','fr','es','it','is'])[1 + floor(10 * power(pg_temp.chance(s, 3), 2))::int],
     string_to_array(pg_temp.words(s, 51, 4, 20), ' '), s % 20 <> 0, now(),
     floor(20 / power(pg_temp.chance(s, 4) + 0.00001, 1.3))::bigint
   from generate_series(${from + 1}, ${to}) s`,
  `insert into pricing_strategies (story_id) select ${id(2, 's')} from generate_series(${from + 1}, ${to}) s`,
  `insert into geofilter_strategies (story_id, type, countries)
   select ${id(2, 's')}, case when s % 100 = 7 then 'deny' else 'worldwide' end,
     case when s % 100 = 7 then array[(array['CN','DE','SA','FR'])[1 + s / 100 % 4]] else '{}' end
   from generate_series(${from + 1}, ${to}) s`,
];

const PART = 5_000;

/** Adds stories up to number `to`, indexes their words, and updates the planner's statistics. */
export async function addManyTitles(databaseUrl: string, { to }: { to: number }): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set synchronous_commit = off; set work_mem = '64MB'`);
    await client.query(FUNCTIONS);
    for (let from = 0; from < to; from += PART)
      for (const text of statements(from, Math.min(to, from + PART))) await client.query(text);
    // Adds all words at once. The documents are up to date, only the word list is missing.
    await client.query(`insert into search_words (word) select distinct t.word
      from search_documents d cross join lateral search_tokens(d.names) t
      where not t.is_signs and length(t.word) > 2 on conflict do nothing`);
    await client.query('truncate search_changes');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
