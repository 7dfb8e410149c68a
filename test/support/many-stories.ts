/**
 * Adds many stories of ten episodes directly to the database. A thousand take 4 s and 25 MB, mostly for the search.
 * Every 20 share a creator. Kinds, genres, languages, counters and dates are as uneven as real ones. Pictures have no
 * files.
 */
import pg from 'pg';

export const EPISODES_EACH = 10;
export const STORIES_A_CREATOR = 20;

const GENRES =
  'action adventure comedy crime drama fantasy historical horror mystery romance sci_fi slice_of_life sports superhero supernatural thriller educational other';

/** Numbers of the kinds in ids, so that kind and number identify a row. */
const KINDS = { user: 1, story: 2, cover: 3, thumbnail: 4, episode: 5, page: 6, picture: 7, chapter: 8 };
type Kind = keyof typeof KINDS;

export const numberedId = (kind: Kind, n: number): string =>
  `01900000-000${KINDS[kind]}-7000-8000-${n.toString(16).padStart(12, '0')}`;
export const storySlug = (n: number): string => `many-${n}`;
/** Published story for a turn. Consecutive turns have different creators. */
export const publishedStory = (turn: number, stories: number): number =>
  ((turn * 7) % (stories / STORIES_A_CREATOR)) * STORIES_A_CREATOR + 1 + (turn % (STORIES_A_CREATOR - 1));
export const creatorSlug = (n: number): string => `creator-${n}`;

const idOf = (kind: Kind, n: string): string =>
  `('01900000-000${KINDS[kind]}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** Pseudo-random number from 0 up to 1, fixed per row. */
const chance = (n: string, salt: number): string =>
  `((hashint8extended((${n})::bigint, ${salt}) & 1048575) / 1048576.0)`;

const variants = (widths: readonly number[]): string =>
  JSON.stringify([
    ...['image/avif', 'image/webp'].flatMap((type) =>
      widths.map((width) => ({ piece: 0, width, height: width, type, bytes: 9000 })),
    ),
    { piece: 0, width: widths.at(-1), height: widths.at(-1), type: 'image/jpeg', bytes: 20_000 },
  ]);

type Pictures = {
  kind: Kind;
  purpose: string;
  story: string;
  width: number;
  height: number;
  widths: number[];
};

/** In `from`, `n` is the picture's number. `story` is the number of its story. */
const pictures = (from: string, { kind, purpose, story, width, height, widths }: Pictures): string => `
  insert into media (id, owner_id, purpose, original_name, hash, bytes, type, width, height, pieces, variants, hue, chroma, created_at, processed_at)
  select ${idOf(kind, 'n')}, ${idOf('user', `(${story} - 1) / ${STORIES_A_CREATOR} + 1`)}, '${purpose}', n || '.jpg',
    md5(n || '${kind}') || md5('${kind}' || n), 50000, 'image/jpeg', ${width}, ${height},
    jsonb_build_array(jsonb_build_object('width', ${width}, 'height', ${height},
      'placeholder', 'data:image/webp;base64,' || md5('a' || n) || md5('b' || n) || md5('c' || n) || md5('d' || n))),
    '${variants(widths)}', ${chance('n', 1)} * 360, 0.12, now() - interval '30 days', now() - interval '30 days'
  from ${from}`;

/** Statements that add the stories after `from` up to `to`. Both must be multiples of a creator's stories. */
function statements(from: number, to: number): string[] {
  const stories = `generate_series(${from + 1}, ${to}) n`;
  const isPublished = `s % 20 <> 0`;
  const updated = (n: string) => `(now() - interval '365 days' * power(${chance(n, 5)}, 2))`;
  const views = (n: string) => `floor(20 / power(${chance(n, 4)} + 0.00001, 1.3))::bigint`;
  const kindOf = (n: string) =>
    `case when ${n} % 10 < 6 then 'comics' when ${n} % 10 < 8 then 'indie' else 'novel' end`;
  /** Episode n is the kth of story s. */
  const episodes = `(select n, (n - 1) / ${EPISODES_EACH} + 1 as s, (n - 1) % ${EPISODES_EACH} + 1 as k
    from generate_series(${from * EPISODES_EACH + 1}, ${to * EPISODES_EACH}) n) e`;
  /** Three pages for the first episode of each story that is no novel. */
  const pages = `(select n, (n - 1) / 3 + 1 as s, (n - 1) % 3 + 1 as k from generate_series(${from * 3 + 1}, ${to * 3}) n) p
    where s % 10 < 8`;
  const firstOf = `(s - 1) * ${EPISODES_EACH} + 1`;
  const released = `${updated('s')} - interval '7 days' * (${EPISODES_EACH} - 1 - k)`;
  const isOut = `${isPublished} and k < ${EPISODES_EACH}`;
  return [
    `insert into users (id, email, email_confirmed_at, slug, display_name, date_of_birth)
     select ${idOf('user', 'n')}, 'creator' || n || '@many.example', now(), 'creator-' || n, 'Creator ' || n, '1990-01-01'
     from generate_series(${from / STORIES_A_CREATOR + 1}, ${to / STORIES_A_CREATOR}) n`,
    pictures(stories, {
      kind: 'cover',
      purpose: 'cover',
      story: 'n',
      width: 640,
      height: 640,
      widths: [160, 320, 640],
    }),
    pictures(stories, {
      kind: 'thumbnail',
      purpose: 'episode_cover',
      story: 'n',
      width: 200,
      height: 200,
      widths: [100, 200],
    }),
    pictures(pages, {
      kind: 'picture',
      purpose: 'page',
      story: 's',
      width: 1440,
      height: 2036,
      widths: [360, 720, 1080, 1440],
    }),
    `insert into stories (id, slug, owner_id, title, description, publication_type, format, genre, language, tags, tag_keys, cover_media_id,
       published, first_published_at, last_update, popularity, created_at)
     select ${idOf('story', 's')}, 'many-' || s, ${idOf('user', `(s - 1) / ${STORIES_A_CREATOR} + 1`)}, 'The ' || s || 'th Lamp',
       'Nine lamps, eight of them lit. Then somebody lights the ninth.', ${kindOf('s')},
       case when s % 10 < 8 then 'page_ltr' end,
       (string_to_array('${GENRES}', ' '))[1 + floor(18 * power(${chance('s', 2)}, 2))::int],
       (array['en','en','en','en','en','en','de','de','es','fr','ja','ko','pt','pl','it','sv','nl','da','fi','is'])[1 + floor(20 * power(${chance('s', 3)}, 2))::int],
       array['lamp', 'rain', 'tag ' || s % 500], array['lamp', 'rain', 'tag-' || s % 500], ${idOf('cover', 's')}, ${isPublished}, ${updated('s')} - interval '60 days', ${updated('s')},
       trunc(${views('s')}, least(0, 3 - length(${views('s')}::text))), now() - interval '400 days'
     from generate_series(${from + 1}, ${to}) s`,
    `insert into story_counters (story_id, subscribers_count, views_count, likes_count, ratings_sum, ratings_count)
     select ${idOf('story', 's')}, s % 997, ${views('s')}, s % 1999, s % 499 * 4, s % 499 from generate_series(${from + 1}, ${to}) s`,
    `insert into story_slugs (slug, story_id) select 'many-' || n, ${idOf('story', 'n')} from ${stories}`,
    `insert into story_members (story_id, user_id, role)
     select ${idOf('story', 'n')}, ${idOf('user', `(n - 1) / ${STORIES_A_CREATOR} + 1`)}, 'owner' from ${stories}`,
    `insert into pricing_strategies (story_id, type, free_count, price_coins)
     select ${idOf('story', 'n')}, case when n % 5 = 0 then 'first_free' else 'all_free' end, case when n % 5 = 0 then 3 else 0 end, 30
     from ${stories}`,
    `insert into geofilter_strategies (story_id, type, countries)
     select ${idOf('story', 'n')}, case when n % 100 = 7 then 'deny' else 'worldwide' end,
       case when n % 100 = 7 then array[(array['CN','RU','SA','FR'])[1 + n / 100 % 4]] else '{}' end
     from ${stories}`,
    `insert into episodes (id, story_id, position, published_rank, title, status, is_announced, thumbnail_media_id, publish_at, published_at, first_published_at)
     select ${idOf('episode', 'n')}, ${idOf('story', 's')}, k, case when ${isPublished} then k else 1 end, 'What the ' || n || 'th Light Saw',
       case when not (${isPublished}) then 'in_progress' when k < ${EPISODES_EACH} then 'published'
         when s % 10 = 3 then 'scheduled' else 'in_progress' end, s % 10 = 3,
       ${idOf('thumbnail', 's')},
       case when ${isPublished} and k = ${EPISODES_EACH} and s % 10 = 3 then now() + interval '30 days' * (0.1 + ${chance('n', 6)}) end,
       case when ${isOut} then ${released} end, case when ${isOut} then ${released} end
     from ${episodes}`,
    `insert into episode_counters (episode_id, likes_count, views_count, comments_count)
     select ${idOf('episode', 'n')}, n % 97, n % 9973, n % 31 from ${episodes}`,
    `insert into episode_pages (id, episode_id, media_id, position, name)
     select ${idOf('page', 'n')}, ${idOf('episode', firstOf)}, ${idOf('picture', 'n')}, k, k || '.jpg' from ${pages}`,
    `insert into chapters (id, episode_id, position, title, html, section_ends, words_count, characters_count)
     select ${idOf('chapter', 's')}, ${idOf('episode', firstOf)}, 1, 'The first light',
       repeat('<p>The lamp was lit when nobody looked, and it stayed lit all through the rain.</p>', 25), '{1328}', 350, 1900
     from generate_series(${from + 1}, ${to}) s where s % 10 >= 8`,
    `insert into story_days (story_id, day, views, likes, subscribers)
     select ${idOf('story', 's')}, current_date - d, s % 50, s % 5, s % 3
     from generate_series(${from + 1}, ${to}) s, generate_series(0, 6) d`,
    `insert into episode_days (episode_id, day, views, likes)
     select ${idOf('episode', firstOf)}, current_date - d, s % 30, s % 3
     from generate_series(${from + 1}, ${to}) s, generate_series(0, 2) d`,
    `insert into seen_marks (day, episode_id, reader, seen_at)
     select (seen_at at time zone 'UTC')::date, ${idOf('episode', firstOf)}, md5(s::text), seen_at
     from (select s, now() - interval '1 day' * ${chance('s', 7)} as seen_at
       from generate_series(${from + 1}, ${to}) s) seen`,
  ];
}

const PART = 20_000;

/** Adds the stories after `from` up to `to`, and updates the planner's statistics. */
export async function addManyStories(
  databaseUrl: string,
  { from = 0, to }: { from?: number; to: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set synchronous_commit = off; set work_mem = '64MB'`);
    for (let at = from; at < to; at += PART) {
      const end = Math.min(at + PART, to);
      await client.query('begin');
      for (const statement of statements(at, end)) await client.query(statement);
      await client.query('commit');
    }
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}
