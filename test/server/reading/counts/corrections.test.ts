/** Wrong totals are corrected, and the operators are notified. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { counterSlots, episodeCounters, storyCounters } from '#db/schema/index.ts';
import { correctTotals } from '#server/domains/reading/counts/corrections.ts';
import { findTotals } from '#server/domains/reading/counts/counter-shards.ts';
import { addUpPending } from '#server/domains/reading/counts/service.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('totals and what they count', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const story = await addStory(await addAuthor());
  const { id: episodeId } = await addEpisode(story, 1, {}, { pages: 0 });
  const readers = await Promise.all([1, 2, 3].map((n) => app.signUp(`Reader ${n}`)));
  for (const [index, as] of readers.entries()) {
    await app.call(`PUT /stories/${story.id}/subscription`, { as, body: {} });
    await app.call(`PUT /stories/${story.id}/rating`, { as, body: { stars: 3 + index } });
    await app.call(`PUT /episodes/${episodeId}/like`, { as });
  }
  const ofStory = eq(storyCounters.storyId, story.id);
  const ofEpisode = eq(episodeCounters.episodeId, episodeId);
  const right = {
    subscribers_count: 3,
    ratings_sum: 12,
    ratings_count: 3,
    stars_3: 1,
    stars_4: 1,
    stars_5: 1,
  };
  const totals = () => findTotals(deps, 'story', story.id);
  const likes = async () => (await findTotals(deps, 'episode', episodeId))?.likes_count;
  // Corrects the totals that the fixtures made up.
  await correctTotals(deps);

  await t.test('SOC-03 SOC-04 SOC-21 what is right stays as it is', async (t) => {
    t.match(await totals(), right);
    t.equal(await likes(), 3);
    t.same(await correctTotals(deps), []);
    t.match(await totals(), right);
  });

  await t.test('SOC-03 SOC-04 what is wrong is put right once, and told', async (t) => {
    await deps.db
      .update(storyCounters)
      .set({ subscribersCount: 99, ratingsSum: 1, stars5: 7 })
      .where(ofStory);
    await deps.db.update(episodeCounters).set({ likesCount: 0 }).where(ofEpisode);
    const told: unknown[] = [];
    const log = Object.create(deps.log, { warn: { value: (...said: unknown[]) => told.push(said) } });
    const corrected = await correctTotals({ ...deps, log });
    t.match(corrected, [
      { kind: 'episode', id: episodeId, was: { likes_count: 0 }, is: { likes_count: 3 } },
      { kind: 'story', id: story.id, was: { subscribers_count: 99, ratings_sum: 1, stars_5: 7 }, is: right },
    ]);
    t.match(told, [
      [corrected[0], 'corrected totals'],
      [corrected[1], 'corrected totals'],
    ]);
    t.match(await totals(), right);
    t.equal(await likes(), 3);
    t.same(await correctTotals(deps), []);
  });

  await t.test(
    'SOC-21 the likes of a story are those of its episodes, added up already or not yet',
    async (t) => {
      await addUpPending(deps);
      const likesOfStory = async () => {
        const [row] = await deps.db
          .select({ likes: storyCounters.likesCount })
          .from(storyCounters)
          .where(ofStory);
        return row?.likes;
      };
      t.equal(await likesOfStory(), 3);
      const { id: second } = await addEpisode(story, 2, {}, { pages: 0 });
      for (const as of readers) await app.call(`PUT /episodes/${second}/like`, { as });
      await app.call(`DELETE /episodes/${episodeId}/like`, { as: readers[0] });
      t.same(await correctTotals(deps), [], 'what waits to be added up is no fault');
      await deps.db.update(storyCounters).set({ likesCount: 40 }).where(ofStory);
      t.match(await correctTotals(deps), [
        { kind: 'story', id: story.id, was: { likes_count: 42 }, is: { likes_count: 5 } },
      ]);
      await addUpPending(deps);
      t.equal(await likesOfStory(), 5);
      t.same(await correctTotals(deps), []);
      await app.call(`PUT /episodes/${episodeId}/like`, { as: readers[0] });
      for (const as of readers) await app.call(`DELETE /episodes/${second}/like`, { as });
    },
  );

  await t.test('what lies in slots counts, before it is added up and after', async (t) => {
    await deps.db.update(storyCounters).set({ subscribersCount: 1 }).where(ofStory);
    await deps.db.insert(counterSlots).values({ subjectId: story.id, slot: 1, subscribersCount: 2 });
    t.same(await correctTotals(deps), [], 'the sum is right');
    await deps.db
      .update(counterSlots)
      .set({ subscribersCount: 9 })
      .where(eq(counterSlots.subjectId, story.id));
    t.equal((await correctTotals(deps)).length, 1);
    t.match(await totals(), right);
    await addUpPending(deps);
    t.match(await totals(), right);
    t.same(await correctTotals(deps), []);
  });

  await t.test('figures that were brought along are kept', async (t) => {
    await deps.db
      .update(storyCounters)
      .set({ subscribersCount: 1003, subscribersBrought: 1000, likesCount: 53 })
      .where(ofStory);
    await deps.db.update(episodeCounters).set({ likesCount: 53, likesBrought: 50 }).where(ofEpisode);
    t.same(await correctTotals(deps), []);
    t.match(await totals(), { subscribers_count: 1003 });
  });

  await t.test('beside readers who come and go, and sweeps, it corrects nothing', async (t) => {
    const wrong = await Promise.all([
      ...readers.map(async (as) => {
        for (const stars of [1, 5, 2]) {
          await app.call(`DELETE /episodes/${episodeId}/like`, { as });
          await app.call(`PUT /stories/${story.id}/rating`, { as, body: { stars } });
          await app.call(`PUT /episodes/${episodeId}/like`, { as });
        }
        return [];
      }),
      ...[1, 2, 3, 4].map(async () => correctTotals(deps)),
      addUpPending(deps).then(() => []),
    ]);
    t.same(wrong.flat(), []);
    t.same(await correctTotals(deps), []);
    t.equal(await likes(), 53);
  });
});
