/** Totals that many increment concurrently: nobody waits for a locked row, and nothing is lost or counted twice. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { counterSlots, episodeCounters, storyCounters } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { findTotals, foldShards } from '#server/domains/reading/counts/counter-shards.ts';
import { addUpPending, countEvents } from '#server/domains/reading/counts/service.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('slots', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const addWork = async () => {
    const story = await addStory(author);
    const { id: episodeId } = await addEpisode(story, 1, {}, { pages: 0 });
    await inTransaction(deps, (tx) => countEvents(tx, { storyId: story.id, episodeId, likes: 1 }));
    return { storyId: story.id, episodeId };
  };
  const rowOf = async ({ episodeId }: { episodeId: string }) => {
    const [row] = await deps.db
      .select()
      .from(episodeCounters)
      .where(eq(episodeCounters.episodeId, episodeId));
    return row?.likesCount;
  };
  const slotsOf = (subjectId: string) => deps.db.$count(counterSlots, eq(counterSlots.subjectId, subjectId));
  const whileHeld = async (work: { storyId: string; episodeId: string }, deed: () => Promise<unknown>) =>
    inTransaction(deps, async (tx) => {
      const { storyId, episodeId } = work;
      const { storyId: ofStory } = storyCounters;
      await tx.db
        .select()
        .from(episodeCounters)
        .where(eq(episodeCounters.episodeId, episodeId))
        .for('update');
      await tx.db.select().from(storyCounters).where(eq(ofStory, storyId)).for('update');
      await deed();
    });

  await t.test('SOC-21 a like does not wait for a row that another holds, and is told at once', async (t) => {
    const work = await addWork();
    const reader = await app.signUp('Reader');
    await whileHeld(work, async () => {
      const reply = await app.call(`PUT /episodes/${work.episodeId}/like`, { as: reader });
      t.match(reply.json(), { liked: true, likes_count: 2 });
      const rated = await app.call(`PUT /stories/${work.storyId}/rating`, { as: reader, body: { stars: 4 } });
      t.match(rated.json(), { rating_average: 4, ratings_count: 1, rating_distribution: [0, 0, 0, 1, 0] });
    });
    t.equal(await rowOf(work), 1);
    t.equal(await slotsOf(work.episodeId), 1);
    t.equal(await slotsOf(work.storyId), 1);
    const again = await app.call(`DELETE /episodes/${work.episodeId}/like`, { as: reader });
    t.match(again.json(), { liked: false, likes_count: 1 }, 'what is taken back finds what it takes');
    t.equal(await slotsOf(work.episodeId), 0);
    await addUpPending(deps);
    t.equal(await slotsOf(work.storyId), 0);
    t.match(await findTotals(deps, 'story', work.storyId), { ratings_sum: 4, ratings_count: 1, stars_4: 1 });
  });

  await t.test('a deed that is rolled back leaves nothing in a slot', async (t) => {
    const work = await addWork();
    await whileHeld(work, async () => {
      const failed = inTransaction(deps, async (tx) => {
        await countEvents(tx, { ...work, likes: 1 });
        throw new Error('no');
      });
      await t.rejects(failed, { message: 'no' });
    });
    t.equal(await slotsOf(work.episodeId), 0);
    t.match(await findTotals(deps, 'episode', work.episodeId), { likes_count: 1 });
  });

  await t.test('200 at once, up and down, beside sweeps: the sum is right at every moment', async (t) => {
    const work = await addWork();
    const actions = Array.from(
      { length: 200 },
      (_, n) => () =>
        inTransaction(deps, (tx) =>
          countEvents(tx, n % 4 === 3 ? { ...work, likes: -1 } : { ...work, likes: 1, subscribers: 1 }),
        ),
    );
    // Increments first, so that the later decrements have something to take back.
    await Promise.all(actions.filter((_, n) => n % 4 !== 3).map((deed) => deed()));
    t.match(await findTotals(deps, 'episode', work.episodeId), { likes_count: 151 });
    await Promise.all([
      ...actions.map((deed) => deed()),
      ...Array.from({ length: 5 }, () => foldShards(deps)),
    ]);
    t.match(await findTotals(deps, 'episode', work.episodeId), { likes_count: 251 });
    t.match(await findTotals(deps, 'story', work.storyId), { subscribers_count: 300 });
    await foldShards(deps);
    t.equal(await rowOf(work), 251);
    t.equal(await slotsOf(work.episodeId), 0);
  });

  await t.test('what was erased meanwhile leaves no slot behind', async (t) => {
    const { episodeId, storyId } = await addWork();
    await deps.db.insert(counterSlots).values({ subjectId: episodeId, slot: 1, likesCount: 3 });
    await deps.db.delete(episodeCounters).where(eq(episodeCounters.episodeId, episodeId));
    await foldShards(deps);
    t.equal(await slotsOf(episodeId), 0);
    t.equal(await slotsOf(storyId), 0);
  });
});
