/** Counting writes its own narrow rows, never those of the story or episode. */
import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { pendingFigures, stories, storyCounters } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { addUpPending, countEvents, rankRead } from '#server/domains/reading/counts/service.ts';
import type { View } from '#server/domains/reading/counts/view-counter.ts';
import { countViews } from '#server/domains/reading/counts/views.ts';
import { startTestApp } from '../../../support/app.ts';
import { everywhere, viewsOf } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('counting', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  let readers = 0;
  const viewsFor = (episodeIds: readonly string[]): View[] =>
    episodeIds.map((episodeId) => {
      readers += 1;
      return { episodeId, reader: `r${readers}`, userId: null, country: null, seenAt: deps.clock.now() };
    });
  const addWork = async (title: string) => {
    const story = await addStory(author, { title });
    const episode = await addEpisode(story, 1, {}, { pages: 0 });
    return { storyId: story.id, episodeId: episode.id };
  };
  /** Position of the rows, and the transactions that last changed or locked them. */
  const marksOf = async (table: string) =>
    (await deps.pool.query(`select id, ctid, xmin, xmax from ${table} order by id`)).rows;

  await t.test('EPI-08 a batch of views writes no row of stories or episodes', async (t) => {
    const work = await addWork('One');
    await countViews(deps, viewsFor([work.episodeId]));
    const before = await Promise.all(['stories', 'episodes'].map(marksOf));
    for (let batch = 0; batch < 3; batch += 1)
      await countViews(deps, viewsFor(Array.from({ length: 20 }, () => work.episodeId)));
    await inTransaction(deps, (tx) => countEvents(tx, { ...work, likes: 1, impressions: 2 }));
    await inTransaction(deps, (tx) => countEvents(tx, { storyId: work.storyId, subscribers: 1 }));
    await addUpPending(deps);
    t.same(await Promise.all(['stories', 'episodes'].map(marksOf)), before);
    t.same(await viewsOf(app, work), everywhere(61));
  });

  await t.test('EPI-08 who edits a story holds up nobody who reads it', async (t) => {
    const work = await addWork('Edited');
    await countViews(deps, viewsFor([work.episodeId]));
    await inTransaction(deps, async (tx) => {
      await tx.db.select().from(stories).where(eq(stories.id, work.storyId)).for('update');
      await countViews(deps, viewsFor([work.episodeId]));
    });
    t.same(await viewsOf(app, work), everywhere(2));
  });

  await t.test('EPI-08, STO-18 processes that count at once lose nothing', async (t) => {
    const works = [await addWork('Two'), await addWork('Three'), await addWork('Four')];
    const ids = works.map(({ episodeId }) => episodeId);
    await Promise.all(
      Array.from({ length: 12 }, async (_, turn) => {
        await countViews(deps, viewsFor(turn % 2 === 0 ? ids : ids.toReversed()));
        for (const work of turn % 2 === 0 ? works : works.toReversed())
          await inTransaction(deps, (tx) => countEvents(tx, { ...work, likes: 1 }));
        await Promise.all([addUpPending(deps), addUpPending(deps)]);
      }),
    );
    await addUpPending(deps);
    t.equal(await deps.db.$count(pendingFigures), 0);
    for (const work of works) {
      t.same(await viewsOf(app, work), everywhere(12));
      const { episode } = (await app.call(`GET /episodes/${work.episodeId}`)).json();
      const { story } = (await app.call(`GET /stories/${work.storyId}`)).json();
      t.same([episode.likes_count, story.likes_count], [12, 12]);
    }
  });

  await t.test('a deed raises one total and appends one row, whatever it counts', async (t) => {
    const work = await addWork('Five');
    const written = async () => {
      const { rows } = await deps.pool.query(`select count(*)::int as n from (
        select ctid::text, xmin::text from story_counters union all select ctid::text, xmin::text from episode_counters
        union all select ctid::text, xmin::text from story_days union all select ctid::text, xmin::text from episode_days
        union all select ctid::text, xmin::text from pending_figures) r
        where xmin = (select max(xmin::text::bigint)::text from pending_figures)`);
      return rows[0].n;
    };
    await inTransaction(deps, (tx) => countEvents(tx, { ...work, likes: 1 }));
    t.equal(await written(), 2);
    await inTransaction(deps, (tx) => countEvents(tx, { ...work, impressions: 1 }));
    t.equal(await written(), 1);
    await addUpPending(deps);
  });

  await t.test('STO-20 ratings stand in the total at once, also when they change', async (t) => {
    const { storyId } = await addWork('Six');
    const rate = (before: number | null, after: number | null) =>
      inTransaction(deps, (tx) => countEvents(tx, { storyId, rating: { before, after } }));
    await rate(null, 5);
    await rate(null, 2);
    await rate(2, 4);
    await rate(null, 1);
    await rate(1, null);
    const { story } = (await app.call(`GET /stories/${storyId}`)).json();
    t.match(story, { rating_average: 4.5, ratings_count: 2, rating_distribution: [0, 0, 0, 1, 1] });
  });

  await t.test('STO-19 the most read are put in order by a sweep, which waits for nobody', async (t) => {
    const [first, second] = [await addWork('Seven'), await addWork('Eight')];
    const orderOf = async () => {
      const rows = await deps.db
        .select({ id: stories.id, popularity: stories.popularity })
        .from(stories)
        .where(sql`${stories.id} in (${first.storyId}, ${second.storyId})`)
        .orderBy(sql`${stories.popularity} desc`);
      return rows.map(({ id, popularity }) => [id, popularity]);
    };
    await countViews(deps, viewsFor([first.episodeId]));
    await countViews(deps, viewsFor([second.episodeId, second.episodeId]));
    t.same(
      (await orderOf()).map(([, popularity]) => popularity),
      [0, 0],
    );
    await inTransaction(deps, async (tx) => {
      await tx.db.select().from(stories).where(eq(stories.id, first.storyId)).for('update');
      await rankRead(deps);
    });
    t.same(await orderOf(), [
      [second.storyId, 2],
      [first.storyId, 0],
    ]);
    await rankRead(deps);
    t.same(await orderOf(), [
      [second.storyId, 2],
      [first.storyId, 1],
    ]);
    t.equal(await deps.db.$count(storyCounters, sql`unranked_at is not null`), 0);
    const before = await marksOf('stories');
    await deps.db
      .update(storyCounters)
      .set({ viewsCount: 123_456, unrankedAt: deps.clock.now() })
      .where(eq(storyCounters.storyId, first.storyId));
    await rankRead(deps);
    t.notSame(await marksOf('stories'), before);
    t.same((await orderOf())[0], [first.storyId, 123_000]);
    const moved = await marksOf('stories');
    await countViews(deps, viewsFor([first.episodeId]));
    await rankRead(deps);
    t.same(await marksOf('stories'), moved, 'among so many a view more moves nothing');
  });
});
