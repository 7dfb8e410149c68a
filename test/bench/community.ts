import { sql } from 'drizzle-orm';
import { listComments } from '../../server/domains/community/comments/queries.ts';
import { listNotes } from '../../server/domains/community/short-notes/queries.ts';
import { listLeft } from '../../server/domains/community/short-notes/reactions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { countQueries, openShelf, type Shelf } from '../support/shelf.ts';
import { atMost, figure, median, type Row } from './row.ts';

const SIZES = [500, 50_000];
const AUTHORS = 500;
const WARM_ROUNDS = 10;
const ROUNDS = 200;
const QUERIES_MAX_COUNT = 3;
const NOTE_QUERIES_MAX_COUNT = 6;
const FACTOR_MAX = 1.2;

async function addUsers(app: TestApp, count: number): Promise<void> {
  await app.deps.pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth)
     select gen_random_uuid(), 'many' || n || '@example.org', 'many-' || n, 'Reader ' || n, '1990-01-01'
     from generate_series(1, $1) n`,
    [count],
  );
}

async function addEpisode(shelf: Shelf): Promise<{ storyId: string; episodeId: string }> {
  const story = await shelf.addStory(await shelf.addAuthor());
  const { id } = await shelf.addEpisode(story, 1);
  return { storyId: story.id, episodeId: id };
}

/** Adds comments in order. Every tenth is a reply. */
async function addComments(app: TestApp, shelf: Shelf, size: number): Promise<string> {
  const { storyId, episodeId } = await addEpisode(shelf);
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

/** Adds all notes to one page. The reader shows the first 500. */
async function addNotes(app: TestApp, shelf: Shelf, size: number): Promise<Listed> {
  const { episodeId } = await addEpisode(shelf);
  const { rows } = await app.deps.pool.query<{ id: string }>(
    'select id from episode_pages where episode_id = $1 order by position limit 1',
    [episodeId],
  );
  const pageId = rows[0]?.id ?? '';
  await app.deps.pool.query(
    `insert into tsukkomi_comments (id, episode_id, page_id, x, y, author_id, body)
     select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex($3::int), 12, '0'))::uuid, $1, $2,
       n % 100 / 100.0, n % 97 / 97.0, (select id from users where slug = 'many-' || (1 + n % 500)), 'Note ' || n
     from generate_series(1, $3) n`,
    [episodeId, pageId, size],
  );
  return { episodeId, pageId };
}

type Listed = { episodeId: string; pageId: string };

async function costsOf(app: TestApp, works: [() => Promise<unknown>, () => Promise<unknown>]) {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1)
    for (const which of [0, 1] as const) {
      const begun = performance.now();
      await works[which]();
      if (round >= 0) times[which].push(performance.now() - begun);
    }
  const [few, many] = times.map(median) as [number, number];
  return { ms: many, factor: many / few, queries: await countQueries(app.deps, works[1]) };
}

const asking = { viewer: null, country: null };

const listing = (app: TestApp, episodeId: string, sort: 'new' | 'top') => () =>
  listComments(app.deps, asking, { episodeId }, { sort, page: 1, perPage: 24 });

async function benchNotes(app: TestApp, shelf: Shelf): Promise<Row[]> {
  const [few, many] = [await addNotes(app, shelf, 500), await addNotes(app, shelf, 50_000)];
  await app.deps.db.execute(sql`analyze`);
  const rows: Row[] = [];
  for (const [name, list] of [
    ['notes of a page with 50,000', (of: Listed) => listNotes(app.deps, asking, of)],
    ['where 50,000 notes are', ({ episodeId }: Listed) => listLeft(app.deps, asking, episodeId)],
  ] as const) {
    const cost = await costsOf(app, [() => list(few), () => list(many)]);
    rows.push(
      figure(name, cost.ms, 'ms'),
      atMost('the same, queries', cost.queries, NOTE_QUERIES_MAX_COUNT),
      atMost('the same, beside 500', cost.factor, FACTOR_MAX),
    );
  }
  return rows;
}

export async function benchCommunity(): Promise<Row[]> {
  const rows: Row[] = [];
  const app = await startTestApp();
  const shelf = openShelf(app.deps);
  try {
    await addUsers(app, AUTHORS);
    const ids = [];
    for (const size of SIZES) ids.push(await addComments(app, shelf, size));
    await app.deps.db.execute(sql`analyze`);
    for (const sort of ['new', 'top'] as const) {
      const [few = '', many = ''] = ids;
      const cost = await costsOf(app, [listing(app, few, sort), listing(app, many, sort)]);
      rows.push(
        figure(`first of 50,000 comments, ${sort}`, cost.ms, 'ms'),
        atMost(`the same, queries`, cost.queries, QUERIES_MAX_COUNT),
        atMost(`the same, beside 500`, cost.factor, FACTOR_MAX),
      );
    }
    rows.push(...(await benchNotes(app, shelf)));
  } finally {
    await app.close();
  }
  return rows;
}
