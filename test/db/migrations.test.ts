import t from 'tap';
import { migrateDatabase } from '../../db/migrate.ts';
import { DAY_MS, MINUTE_MS } from '../../server/lib/durations.ts';
import { newId } from '../../server/lib/ids.ts';
import { databaseBefore } from './migrations.ts';

const DAY_MINUTES = DAY_MS / MINUTE_MS;

t.test('a portrait whose picture is gone shows none, and any other stays', async (t) => {
  const { url, client, close } = await databaseBefore('0012_picture_uses');
  t.teardown(close);
  const [plain, lost, shown, picture] = [newId(), newId(), newId(), newId()];
  for (const id of [plain, lost, shown])
    await client.query(
      `insert into users (id, email, slug, display_name, date_of_birth)
       values ('${id}', '${id}@a.b', '${id}', 'A', '1990-01-01')`,
    );
  await client.query(
    `insert into media (id, owner_id, purpose, original_name, hash, bytes, type, width, height)
     values ($1, $2, 'profile', 'a.png', 'h', 1, 'image/png', 1, 1)`,
    [picture, shown],
  );
  await client.query('update users set picture_media_id = $2 where id = $1', [lost, newId()]);
  await client.query('update users set picture_media_id = $2 where id = $1', [shown, picture]);
  await migrateDatabase(url);
  const { rows } = await client.query('select id, picture_media_id from users order by id');
  t.same(rows, [
    { id: plain, picture_media_id: null },
    { id: lost, picture_media_id: null },
    { id: shown, picture_media_id: picture },
  ]);
});

t.test('what was counted moves to rows of its own, and receipts learn whose they are', async (t) => {
  const { url, client, close } = await databaseBefore('0013_counters');
  t.teardown(close);
  const [user, story, quiet, episode] = [newId(), newId(), newId(), newId()];
  await client.query(
    `insert into users (id, email, slug, display_name, date_of_birth, founder, created_at)
     values ('${user}', 'a@b.c', 'a', 'A', '1990-01-01', true, '2026-03-01T23:00:00Z')`,
  );
  await client.query(
    `insert into stories (id, slug, owner_id, title, publication_type, genre, language, published,
       views_count, likes_count, subscribers_count, ratings_sum, ratings_count)
     values ('${story}', 's', '${user}', 'S', 'novel', 'drama', 'en', true, 1304880, 7, 8, 9, 2),
       ('${quiet}', 'q', '${user}', 'Q', 'novel', 'drama', 'en', false, 0, 0, 0, 0, 0)`,
  );
  await client.query(
    `insert into episodes (id, story_id, position, title, status, views_count, likes_count, comments_count, impressions_count)
     values ('${episode}', '${story}', 1, 'E', 'published', 5000000000, 3, 4, 6)`,
  );
  await client.query(`insert into story_days (story_id, day, views) values ('${story}', '2026-11-20', 12)`);
  await client.query(
    `insert into episode_events (episode_id, event, actor_id) values ('${episode}', 'publish', '${user}')`,
  );
  await migrateDatabase(url);
  const one = async (text: string) => (await client.query(text)).rows;
  t.match(await one(`select * from story_counters where story_id = '${story}'`), [
    { views_count: '1304880', likes_count: 7, subscribers_count: 8, ratings_sum: 9, ratings_count: 2 },
  ]);
  t.match(await one('select * from episode_counters'), [
    { views_count: '5000000000', likes_count: 3, comments_count: 4, impressions_count: '6' },
  ]);
  t.same(await one('select id, popularity from stories order by popularity'), [
    { id: quiet, popularity: '0' },
    { id: story, popularity: '1300000' },
  ]);
  t.match(await one('select story_id, episode_id, actor_id from episode_events'), [
    { story_id: story, episode_id: episode, actor_id: user },
  ]);
  t.same(await one('select user_id, since::text, until from founder_terms'), [
    { user_id: user, since: '2026-03-01', until: null },
  ]);
  await client.query(`delete from stories where id = '${story}'`);
  t.equal((await one('select * from story_days')).length, 1);
  t.equal((await one('select * from episode_events')).length, 1);
  t.equal((await one('select * from episode_counters')).length, 0);
});

t.test('tables in parts keep what they held, and the statements of before go on', async (t) => {
  const { url, client, close } = await databaseBefore('0058_partitions');
  t.teardown(close);
  const [user, story, episode] = [newId(), newId(), newId()];
  const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows.flat();
  await client.query(
    `insert into users (id, email, slug, display_name, date_of_birth) values ('${user}', 'a@b.c', 'a', 'A', '1990-01-01')`,
  );
  // The last day simulates a clock that ran ahead.
  const days = `unnest(array['2024-02-29', current_date::text, '2999-12-31']::date[]) as d`;
  const insert = [
    `insert into episode_days (episode_id, day, views) select '${episode}', d, 1 from ${days} where true
     on conflict (episode_id, day) do update set views = episode_days.views + excluded.views`,
    `insert into story_days (story_id, day, views) select '${story}', d, 1 from ${days} where true
     on conflict (story_id, day) do update set views = story_days.views + excluded.views`,
    `insert into attention_days (reader_id, day, story_id, seconds) select '${user}', d, '${story}', 60 from ${days} where true
     on conflict (reader_id, day, story_id) do update set seconds = attention_days.seconds + excluded.seconds`,
  ];
  const mark = (reader: string, ago: string) =>
    `insert into view_marks as mark (episode_id, reader, seen_at) values ('${episode}', '${reader}', now() - interval '${ago}')
     on conflict (episode_id, reader) do update set seen_at = excluded.seen_at
       where mark.seen_at <= excluded.seen_at - interval '24 hours' returning reader`;
  for (const statement of insert) await client.query(statement);
  t.same(await rows(mark('lately', '20 hours')), ['lately']);
  t.same(await rows(mark('long ago', '40 hours')), ['long ago']);
  await migrateDatabase(url);
  for (const statement of insert) await client.query(statement);
  t.same(await rows('select views from episode_days order by day'), ['2', '2', '2']);
  t.same(await rows('select views from story_days order by day'), ['2', '2', '2']);
  t.same(await rows('select seconds from attention_days order by day'), [120, 120, 120]);
  t.same(await rows('select tableoid::regclass::text from story_days order by day'), [
    ...['story_days_before', 'story_days_before', 'story_days_default'],
  ]);
  t.same(await rows(mark('lately', '1 second')), [], 'is known again');
  t.same(await rows(mark('long ago', '1 second')), ['long ago'], 'counts again');
  t.same(await rows('select reader from seen_marks order by seen_at'), ['lately', 'long ago']);
});

t.test('two releases count side by side: what one has seen, the other does not count again', async (t) => {
  const { url, client, close } = await databaseBefore('0058_partitions');
  t.teardown(close);
  const [user, story, episode] = [newId(), newId(), newId()];
  await client.query(
    `insert into users (id, email, slug, display_name, date_of_birth) values ('${user}', 'a@b.c', 'a', 'A', '1990-01-01')`,
  );
  await migrateDatabase(url);
  const rows = async (text: string, values: unknown[] = []) =>
    (await client.query({ text, values, rowMode: 'array' })).rows.flat();
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const at = (minutes: number) => new Date(midnight + minutes * MINUTE_MS).toISOString();
  // The statement of release 0.1.0, one batch at a time.
  const before = (readers: string[], times: string[]) =>
    rows(
      `insert into view_marks as mark (episode_id, reader, seen_at)
       select distinct on (v.episode_id, v.reader) v.episode_id, v.reader, v.seen_at
       from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as v (episode_id, reader, seen_at)
       order by v.episode_id, v.reader, v.seen_at
       on conflict (episode_id, reader) do update set seen_at = excluded.seen_at
         where mark.seen_at <= excluded.seen_at - make_interval(secs => 86400)
       returning reader`,
      [readers.map(() => episode), readers, times],
    );
  const after = (reader: string, minutes: number) =>
    rows(
      `insert into seen_marks (day, episode_id, reader, seen_at) values ($1, $2, $3, $4) on conflict do nothing returning reader`,
      [at(minutes).slice(0, 10), episode, reader, at(minutes)],
    );
  t.same(await after('seen by the new', 5), ['seen by the new']);
  t.same(await after('seen before midnight', -5), ['seen before midnight']);
  t.same(await after('seen the day before', -DAY_MINUTES), ['seen the day before']);
  t.same(
    await before(
      ['seen by the new', 'seen before midnight', 'seen the day before', 'seen by the old'],
      [at(8), at(5), at(5), at(5)],
    ),
    ['seen by the old', 'seen the day before'],
  );
  t.same(await before(['seen by the old'], [at(8)]), []);
  t.same(await after('seen by the old', 8), []);
  t.same(
    await rows(`select reader from view_marks order by reader`),
    ['seen by the old', 'seen the day before'],
    'the sweep of before finds its own',
  );

  // Row positions (ctid) repeat across partitions. The previous release's sweep must delete only old rows.
  for (const day of ['2024-02-29', '2999-12-31'])
    await client.query(`insert into attention_days (reader_id, day, story_id) values ($1, $2, $3)`, [
      ...[user, day, story],
    ]);
  t.equal(new Set(await rows('select ctid::text from attention_days')).size, 1);
  await client.query(
    `delete from attention_days where day < $1
     and ctid in (select ctid from attention_days where day < $1 limit 10000)`,
    ['2025-01-01'],
  );
  t.same(await rows('select day::text from attention_days'), ['2999-12-31']);
});

t.test('notifications in parts keep what they held, and the statements of before go on', async (t) => {
  const { url, client, close } = await databaseBefore('0061_notifications_parts');
  t.teardown(close);
  const people = Array.from({ length: 40 }, () => newId());
  const rows = async (text: string, values: unknown[] = []) =>
    (await client.query({ text, values, rowMode: 'array' })).rows.flat();
  for (const id of people)
    await client.query(
      `insert into users (id, email, slug, display_name, date_of_birth) values ($1::uuid, $1::text || '@a.b', $1::text, 'A', '1990-01-01')`,
      [id],
    );
  const tell = (subject: string) =>
    rows(
      `insert into notifications (id, user_id, kind, key, subject_ids)
       select u.id, u.user_id, 'new_episode', 'new_episode:1', array[$2::uuid] from unnest($1::uuid[], $3::uuid[]) as u (id, user_id)
       on conflict (user_id, key) do update set count = notifications.count + 1,
         subject_ids = notifications.subject_ids || excluded.subject_ids, read_at = null
         where not (excluded.subject_ids <@ notifications.subject_ids) returning id`,
      [people.map(() => newId()), subject, people],
    );
  const [first, second] = [newId(), newId()];
  const ids = await tell(first);
  await client.query('update notifications set read_at = now() where user_id = $1', [people[0]]);
  // Ignores a column that a later migration adds.
  const all = `select (to_jsonb(n) - 'mailed_count')::text from notifications n order by user_id`;
  const before = await rows(all);
  t.equal(before.length, people.length);
  await migrateDatabase(url);
  t.same(await rows(all), before);
  t.ok((await rows('select distinct tableoid from notifications')).length > 8, 'they lie in many parts');
  t.same(await tell(first), [], 'what was told is known');
  t.same((await tell(second)).toSorted(), ids.toSorted(), 'and grows in place');
  t.same(await rows('select distinct count from notifications'), [2]);
  await client.query('delete from notifications where id = $1', [ids[0]]);
  t.equal(Number(await rows('select count(*) from notifications')), people.length - 1);
  const nobody = `insert into notifications (id, user_id, kind, key, subject_ids) values ($1, $1, 'payout', 'a', '{}')`;
  await t.rejects(client.query(nobody, [newId()]), /notifications_user_id_users_id_fk/);
});
