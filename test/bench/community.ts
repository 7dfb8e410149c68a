/** What the first page of a long list of comments costs, and how quickly many subscribers are told of a release. */
import { sql } from 'drizzle-orm';
import { listComments } from '../../server/domains/comments/queries.ts';
import { tellSubscribers } from '../../server/domains/notifications/rounds.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { countQueries, openShelf } from '../support/shelf.ts';
import { atLeast, atMost, figure, median, type Row } from './row.ts';

const SIZES = [500, 50_000];
const ROUNDS = 60;
const QUERIES_MAX_COUNT = 3;
const FACTOR_MAX = 1.2;
const SUBSCRIBERS = 20_000;
const TOLD_PER_SECOND = 5_000;

async function addUsers(app: TestApp, count: number): Promise<void> {
  await app.deps.pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth)
     select gen_random_uuid(), 'many' || n || '@example.org', 'many-' || n, 'Reader ' || n, '1990-01-01'
     from generate_series(1, $1) n`,
    [count],
  );
}

async function addEpisode(app: TestApp): Promise<{ storyId: string; episodeId: string }> {
  const shelf = openShelf(app.deps);
  const story = await shelf.addStory(await shelf.addAuthor());
  const { id } = await shelf.addEpisode(story, 1);
  return { storyId: story.id, episodeId: id };
}

/** Made in order, one of ten an answer. */
async function addComments(app: TestApp, size: number): Promise<string> {
  const { storyId, episodeId } = await addEpisode(app);
  await app.deps.pool.query(
    `insert into comments (id, story_id, episode_id, author_id, body, likes_count)
     select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex($3::int), 12, '0'))::uuid, $1, $2,
       (select id from users where slug = 'many-' || (1 + n % 500)), 'What was said, no. ' || n, n * 7919 % 1000
     from generate_series(1, $3) n`,
    [storyId, episodeId, size],
  );
  await app.deps.pool.query(
    'insert into comment_threads (subject_id, story_id, shown_count, listed_count) values ($1, $2, $3, $3)',
    [episodeId, storyId, size],
  );
  return episodeId;
}

async function listCost(app: TestApp, episodeId: string, sort: 'new' | 'top') {
  const asking = { viewer: null, country: null };
  const work = () => listComments(app.deps, asking, { episodeId }, { sort, page: 1, perPage: 24 });
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return { ms: median(times), queries: await countQueries(app.deps, work) };
}

export async function benchCommunity(): Promise<Row[]> {
  const rows: Row[] = [];
  const app = await startTestApp();
  try {
    await addUsers(app, SUBSCRIBERS);
    const ids = [];
    for (const size of SIZES) ids.push(await addComments(app, size));
    await app.deps.db.execute(sql`analyze`);
    for (const sort of ['new', 'top'] as const) {
      const [few, many] = [await listCost(app, ids[0] ?? '', sort), await listCost(app, ids[1] ?? '', sort)];
      rows.push(
        figure(`first of 50,000 comments, ${sort}`, many.ms, 'ms'),
        atMost(`the same, queries`, many.queries, QUERIES_MAX_COUNT),
        atMost(`the same, beside 500`, many.ms / few.ms, FACTOR_MAX),
      );
    }
    const { storyId, episodeId } = await addEpisode(app);
    await app.deps.pool.query(
      `insert into subscriptions (story_id, reader_id) select $1, id from users where slug like 'many-%'`,
      [storyId],
    );
    const begun = performance.now();
    await tellSubscribers(app.deps, episodeId);
    const seconds = (performance.now() - begun) / 1000;
    rows.push(atLeast('subscribers told of a release', SUBSCRIBERS / seconds, TOLD_PER_SECOND, '/s'));
  } finally {
    await app.close();
  }
  return rows;
}
