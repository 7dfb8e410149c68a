import t from 'tap';
import { migrateDatabase } from '../../db/migrate.ts';
import { newId } from '../../server/lib/ids.ts';
import { databaseBefore } from '../support/migrations.ts';

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
