import t from 'tap';
import type { TransactionDeps } from '#server/deps.ts';
import { collectReactions, eraseReactions } from '#server/domains/community/personal.ts';
import { findCollection } from '#server/domains/reading/library/queries-collection.ts';
import { listCollections } from '#server/domains/reading/library/queries-collections.ts';
import { findLibrary } from '#server/domains/reading/library/queries-library.ts';
import { findMine } from '#server/domains/reading/library/queries-mine.ts';
import { collectLibrary, eraseLibrary } from '#server/domains/reading/personal.ts';
import { listOwnReports } from '#server/domains/safety/reports/queries.ts';
import { createNotices } from '#server/lib/notices.ts';
import { startTestApp } from '../../../support/app.ts';
import { addManyStories, numberedId } from '../../../support/many-stories.ts';
import { rowsRead } from '../../../support/plans.ts';
import { countQueries } from '../../../support/shelf.ts';

const STORIES = 2_000;
const READERS = 100;
/** Stories per reader, with one episode of each. */
const STORIES_EACH = 100;
const ROWS_MAX_COUNT = 500;

/** Every reader follows, reads, likes, rates, collects and reports other stories. */
const FILLING = [
  `insert into subscriptions (story_id, reader_id, created_at) select s, u, now() from pairs`,
  `insert into story_places (story_id, reader_id, episode_id, read_at) select s, u, e, now() - n * interval '1 minute' from pairs`,
  `insert into story_choices (story_id, reader_id, direction, pairs, saver, chosen_at)
   select s, u, 'rtl', 'off', false, now() - n * interval '1 minute' from pairs`,
  `insert into episode_places (episode_id, reader_id, item_id, item, furthest_item_id, furthest_item, lock_version, read_at)
   select e, u, gen_random_uuid(), 1, gen_random_uuid(), 2, n % 2, now() - n * interval '1 minute' from pairs`,
  `insert into likes (episode_id, reader_id) select e, u from pairs`,
  `insert into ratings (story_id, reader_id, stars) select s, u, 1 + n % 5 from pairs`,
  `insert into collections (id, owner_id, title) select u, u, 'Own' from pairs group by u`,
  `insert into collection_stories (collection_id, story_id, position, added_at)
    select u, s, row_number() over (partition by u), now() from pairs`,
  `insert into violation_reports (id, reporter_id, subject_type, subject_id, story_id, category)
   select gen_random_uuid(), u, 'story', s, s, 'spam' from pairs`,
];

t.test('a reader among many', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  await addManyStories(app.databaseUrl, { to: STORIES });
  const client = await deps.pool.connect();
  const id = (kind: string, n: string) =>
    `('01900000-000' || ${kind} || '-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  await client.query(`create temporary table pairs as
    select n, ${id('1', 'r')} as u, ${id('2', 's')} as s, ${id('5', '(s - 1) * 10 + 1')} as e
    from (select r, k as n, (r * 17 + k * 19) % ${STORIES} + 1 as s
      from generate_series(1, ${READERS}) r, generate_series(1, ${STORIES_EACH}) k) pair`);
  for (const statement of FILLING) await client.query(statement);
  await client.query('analyze');
  const { rows: own } = await client.query(
    `select s from pairs join stories on stories.id = s and published where u = $1 order by n limit 1`,
    [numberedId('user', 3)],
  );
  client.release();
  const storyId = own[0].s as string;
  const viewer = { id: numberedId('user', 3), administrator: false } as never;
  const reader = { viewer, country: 'DE' };
  const part = { page: 1, perPage: 24 };
  const person = { id: numberedId('user', 3) } as never;
  const tx: TransactionDeps = {
    ...{ ...deps, notices: createNotices(), purges: new Set() },
    beforeCommit: () => undefined,
    afterCommit: () => undefined,
  };

  await t.test('none reads more of a table than it shows, and what is passed over on the way', async (t) => {
    const works: Record<string, () => Promise<unknown>> = {
      mine: () => findMine(deps, reader, { storyId }),
      reading: () => findLibrary(deps, reader, { shelf: 'continue_reading', part }),
      subscriptions: () => findLibrary(deps, reader, { shelf: 'subscriptions', part }),
      collections: () => listCollections(deps, reader, { of: 'all', storyId, part }),
      collection: () => findCollection(deps, reader, numberedId('user', 3), part),
      reports: () => listOwnReports(deps, viewer, part),
      'copy of the library': () => collectLibrary(deps, person),
      'copy of the reactions': () => collectReactions(deps, person),
      'end of the reactions': () => eraseReactions(tx, person),
      'end of the library': () => eraseLibrary(tx, person),
    };
    const growing =
      /^(stories|episodes|media|.*_(pages|strategies|counters|places|choices|stories|reports)|subscriptions|likes|ratings|collections|chapters)$/;
    for (const [name, work] of Object.entries(works)) {
      const rows = await rowsRead(deps, work);
      t.ok(Object.keys(rows).length > 0, `${name} asks the database`);
      for (const [table, count] of Object.entries(rows).filter(([table]) => growing.test(table)))
        t.ok(count <= ROWS_MAX_COUNT, `${name}: ${count} of ${table}`);
    }
  });

  await t.test('STP-08 the part of a story that is a reader’s own costs two questions', async (t) => {
    t.equal(await countQueries(deps, () => findMine(deps, reader, { storyId })), 2);
    const account = await app.signUp('Somebody');
    const call = () => app.call(`GET /stories/${storyId}/mine`, { as: account });
    await call();
    t.equal(await countQueries(deps, call), 3, 'and one for the session');
  });
});
