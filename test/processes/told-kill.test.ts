/** A worker is killed while it notifies thousands of a release. The next one continues and notifies each once. */

import t from 'tap';
import { subscriptions } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { BATCH_COUNT } from '#server/domains/notifications/notifications/fan-out.ts';
import { record } from '#server/outbox/record.ts';
import { episodePublished } from '../../server/domains/publishing/events.ts';
import { startTestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { type Environment, ownFolder, startWorker } from '../support/processes.ts';
import { openShelf } from '../support/shelf.ts';

const BATCHES = 4;
/** In the third batch, so that two batches are complete. */
const HELD_AT = 2 * BATCH_COUNT + 500;

t.test('NOT-04 OPS-10 kill -9 in the middle of telling subscribers tells each once', async (t) => {
  const app = await startTestApp();
  const folder = await ownFolder();
  const programs: Awaited<ReturnType<typeof startWorker>>[] = [];
  t.teardown(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await app.close();
    await folder.end();
  });
  const { deps } = app;
  const environment: Environment = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: folder.path,
    BASE_URL: 'http://tsuzuki.test',
    LOG_LEVEL: 'info',
  };
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const ownerId = await addAuthor();
  const story = await addStory(ownerId);
  const { id: episodeId } = await addEpisode(story, 1);
  await deps.pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth)
     select gen_random_uuid(), 'many' || n || '@example.org', 'many-' || n, 'Reader ' || n, '1990-01-01'
     from generate_series(1, $1) n`,
    [BATCHES * BATCH_COUNT],
  );
  await deps.pool.query(
    `insert into subscriptions (story_id, reader_id) select $1, id from users where slug like 'many-%'`,
    [story.id],
  );
  await deps.db.insert(subscriptions).values({ storyId: story.id, readerId: ownerId });
  const told = async () => {
    const { rows } = await deps.pool.query(
      `select count(*)::int as rows, coalesce(sum(count), 0)::int as news, count(distinct user_id)::int as people
       from notifications where kind = 'new_episode'`,
    );
    return rows[0] as { rows: number; news: number; people: number };
  };

  // Locks a row that the third batch needs. A separate query finds it, since `for update` would also lock skipped rows.
  const { rows: held } = await deps.pool.query<{ id: string }>(
    `select id from users where slug like 'many-%' order by id offset $1 limit 1`,
    [HELD_AT],
  );
  const holder = await deps.pool.connect();
  await holder.query('begin');
  await holder.query('select id from users where id = $1 for update', [held[0]?.id]);
  programs.push(await startWorker(environment));
  await inTransaction(deps, (tx) => record(tx, episodePublished, { episodeId, first: true }));
  await eventually('two batches are told', async () => (await told()).rows === 2 * BATCH_COUNT);
  await programs[0]?.stop('SIGKILL');
  await holder.query('rollback');
  holder.release();
  const half = 2 * BATCH_COUNT;
  t.same(await told(), { rows: half, news: half, people: half }, 'the third is told to nobody');

  programs.push(await startWorker(environment));
  await eventually('the round is done', async () => {
    const { rows } = await deps.pool.query('select done_at from notification_rounds');
    return rows[0]?.done_at != null;
  });
  const all = BATCHES * BATCH_COUNT;
  t.same(await told(), { rows: all, news: all, people: all }, 'each once, and its team never');
  const { rows } = await deps.pool.query(
    'select count(*)::int as count from notification_counters where unread_count <> 1',
  );
  t.equal(rows[0].count, 0);
});
