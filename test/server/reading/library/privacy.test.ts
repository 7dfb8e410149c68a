import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, stories, users, violationReports } from '#db/schema/index.ts';
import { collectOwnData } from '#server/domains/administration/privacy/collect.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { addUpPending } from '#server/domains/reading/counts/service.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';
import { leaveTraces } from '../../../support/traces.ts';

const DAY_MS = 24 * 3_600_000;
const TABLES = [
  'subscriptions',
  'episode_places',
  'story_places',
  'story_choices',
  'reading_settings',
  'collections',
  'collection_stories',
  'likes',
  'ratings',
];

t.test('what is kept of a reader', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const start = async () => {
    const story = await addStory(author);
    const { id } = await addEpisode(story, 1);
    return { storyId: story.id, episodeId: id };
  };
  const rowsIn = async (table: string) =>
    (await deps.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count as number;
  const eraseNow = async (id: string) => {
    await deps.db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 31 * DAY_MS) })
      .where(eq(users.id, id));
    await eraseDueAccounts(deps);
  };

  await t.test('SOC-24 the copy holds what a reader did, and nothing of others', async (t) => {
    const work = await start();
    const [reader, other] = [await app.signUp('Reader'), await app.signUp('Other')];
    const { collectionId } = await leaveTraces(app, reader, work);
    await leaveTraces(app, other, await start());
    const { files } = await collectOwnData(deps, reader.id);
    const { storyId, episodeId } = work;
    t.match(files, {
      subscriptions: [{ storyId, notify: 'app' }],
      reading_places: {
        episodes: [{ episodeId, item: 2, furthestItem: 2 }],
        stories: [{ storyId, episodeId }],
      },
      reading_choices: {
        stories: [{ storyId, direction: 'rtl', fit: 'width', pairs: 'moved' }],
        everywhere: [{ glideSpeed: 5 }],
      },
      collections: [{ id: collectionId, title: 'Rainy days', shared: true, stories: [{ storyId }] }],
      likes: [{ episodeId }],
      ratings: [{ storyId, stars: 4 }],
      violation_reports: [{ subjectId: storyId, category: 'spam', text: 'As I said before', state: 'open' }],
    });
    for (const name of ['subscriptions', 'collections', 'likes', 'ratings', 'violation_reports'])
      t.equal((files[name] as unknown[]).length, 1, name);
    t.notMatch(JSON.stringify(files), other.id);
    await eraseNow(other.id);
    await eraseNow(reader.id);
  });

  await t.test('SOC-22, SOC-24 with the account its rows go, and the totals by as much', async (t) => {
    for (const table of TABLES) t.equal(await rowsIn(table), 0, `${table} is empty`);
    const [one, two] = [await start(), await start()];
    const [leaver, keeper] = [await app.signUp('Leaver'), await app.signUp('Keeper')];
    for (const work of [one, two]) await leaveTraces(app, leaver, work);
    await leaveTraces(app, keeper, one);
    await app.call(`PUT /stories/${one.storyId}/rating`, { as: keeper, body: { stars: 1 } });
    await addUpPending(deps);
    const figures = async ({ storyId, episodeId }: typeof one) => {
      await addUpPending(deps);
      const { story } = (await app.call(`GET /stories/${storyId}`)).json();
      const { episode } = (await app.call(`GET /episodes/${episodeId}`)).json();
      const { subscribers_count, likes_count, rating_average, ratings_count } = story;
      return [subscribers_count, likes_count, episode.likes_count, rating_average, ratings_count];
    };
    t.same(await figures(one), [2, 2, 2, 2.5, 2]);
    t.same(await figures(two), [1, 1, 1, 4, 1]);
    const numbers = (await app.call('GET /user/violations', { as: leaver })).json().violations;
    await deps.db
      .update(violationReports)
      .set({ state: 'actioned', decidedAt: new Date() })
      .where(eq(violationReports.number, numbers[0].number));
    await eraseNow(leaver.id);
    t.same(await figures(one), [1, 1, 1, 1, 1]);
    t.same(await figures(two), [0, 0, 0, null, 0]);
    for (const table of TABLES) t.equal(await rowsIn(table), 1, `${table} holds the keeper's alone`);
    const reports = await deps.db
      .select()
      .from(violationReports)
      .where(eq(violationReports.subjectId, two.storyId));
    t.match(reports, [{ reporterId: null, state: 'actioned', text: '' }], 'the report stays, of nobody');
    const open = await deps.db
      .select()
      .from(violationReports)
      .where(eq(violationReports.subjectId, one.storyId));
    t.equal(open.length, 2);
    t.match(
      open.find(({ reporterId }) => reporterId === null),
      { state: 'open', text: 'As I said before' },
      'what is to be looked at can be read',
    );
  });

  await t.test('REP-06 with a story its readers’ rows go, and the reports of it stay', async (t) => {
    const work = await start();
    const reader = await app.signUp('Reader');
    const before = await Promise.all(TABLES.map(rowsIn));
    const { collectionId } = await leaveTraces(app, reader, work);
    await deps.db.delete(stories).where(eq(stories.id, work.storyId));
    t.equal(await deps.db.$count(episodes, eq(episodes.id, work.episodeId)), 0);
    const after = await Promise.all(TABLES.map(rowsIn));
    t.same(
      after.map((rows, at) => rows - (before[at] ?? 0)),
      TABLES.map((table) =>
        ['collections', 'collection_stories', 'reading_settings'].includes(table) ? 1 : 0,
      ),
    );
    const { collection } = (await app.call(`GET /collections/${collectionId}`)).json();
    t.match(collection, { stories_count: 1, stories: [{ story: null, story_id: null }] });
    t.match((await app.call('GET /user/violations', { as: reader })).json().violations, [
      { subject_id: work.storyId, subject: null },
    ]);
  });

  await t.test('whatever goes with a story, an episode or an account is found by an index', async (t) => {
    const { rows } = await deps.pool.query<{ key: string }>(
      `
      select c.conrelid::regclass || '.' || a.attname as key from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conrelid::regclass::text = any($1)
        and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
      [[...TABLES, 'violation_reports']],
    );
    t.same(rows, []);
  });
});
