import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, stories } from '#db/schema/index.ts';
import { addUpPending } from '#server/domains/reading/counts/service.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('reactions', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const author = await addAuthor();
  const [reader, other] = [await app.signUp('Reader'), await app.signUp('Other')];
  const start = async () => {
    const story = await addStory(author);
    const { id } = await addEpisode(story, 1);
    return { storyId: story.id, episodeId: id };
  };
  const like = (id: string, as: Account | undefined = reader, headers = {}) =>
    app.call(`PUT /episodes/${id}/like`, { as, headers });
  const unlike = (id: string, as: Account | undefined = reader) =>
    app.call(`DELETE /episodes/${id}/like`, { as });
  const rate = (id: string, stars: unknown, as: Account | undefined = reader) =>
    app.call(`PUT /stories/${id}/rating`, { as, body: { stars } });
  const likesOf = async (id: string) => {
    await addUpPending(app.deps);
    return (await app.call(`GET /episodes/${id}`)).json().episode.likes_count;
  };
  const ratingOf = async (id: string) => {
    const { rating_average, ratings_count } = (await app.call(`GET /stories/${id}`)).json().story;
    return [rating_average, ratings_count];
  };
  const distributionOf = async (id: string) =>
    (await app.call(`GET /stories/${id}`)).json().story.rating_distribution;
  const takeBack = (id: string, as: Account | undefined = reader) =>
    app.call(`DELETE /stories/${id}/rating`, { as });

  await t.test('SOC-21, ERR-68, ERR-69 an episode is liked and unliked, and the count follows', async (t) => {
    const { storyId, episodeId } = await start();
    for (const _ of [1, 2])
      t.match((await like(episodeId)).json(), {
        liked: true,
        likes_count: 1,
        notice: { is_success: true, message: 'Liked' },
      });
    t.equal(await likesOf(episodeId), 1);
    t.same((await app.call(`GET /stories/${storyId}/mine`, { as: reader })).json().liked_episode_ids, [
      episodeId,
    ]);
    t.same((await app.call(`GET /stories/${storyId}/mine`, { as: other })).json().liked_episode_ids, []);
    await addUpPending(app.deps);
    t.equal((await app.call(`GET /stories/${storyId}`)).json().story.likes_count, 1);
    for (const _ of [1, 2])
      t.match((await unlike(episodeId)).json(), { liked: false, likes_count: 0, message: 'Unliked' });
    await addUpPending(app.deps);
    t.equal((await app.call(`GET /stories/${storyId}`)).json().story.likes_count, 0);
  });

  await t.test('SOC-21 requests at once count each reader once', async (t) => {
    const { episodeId } = await start();
    const everybody = [reader, other].flatMap((as) => [as, as, as, as, as]);
    await Promise.all(everybody.map((as) => like(episodeId, as)));
    t.equal(await likesOf(episodeId), 2);
    await Promise.all(everybody.map((as, turn) => (turn % 2 === 0 ? unlike : like)(episodeId, as)));
    await Promise.all([reader, other].map((as) => like(episodeId, as)));
    // Two concurrent answers need not include each other, so this asks again.
    t.equal((await like(episodeId)).json().likes_count, 2);
    t.equal(await likesOf(episodeId), 2);
  });

  await t.test('SOC-21 a like is of what may be read; taking it back works always', async (t) => {
    const { storyId, episodeId } = await start();
    await like(episodeId);
    await app.deps.db.update(episodes).set({ status: 'in_progress' }).where(eq(episodes.id, episodeId));
    // The cache entry must be purged by hand, since the test writes to the database.
    app.deps.cache.purge([`episode:${episodeId}`]);
    t.equal((await like(episodeId, other)).statusCode, 404);
    t.match((await unlike(episodeId)).json(), { liked: false, likes_count: 0 });
    await app.deps.db.update(episodes).set({ status: 'published' }).where(eq(episodes.id, episodeId));
    app.deps.cache.purge([`episode:${episodeId}`]);
    t.equal(await likesOf(episodeId), 0);
    t.equal((await like(newId())).statusCode, 404);
    t.equal((await unlike(newId())).statusCode, 404);
    const priced = await addStory(author, {}, { pricing: { type: 'all_premium', priceCoins: 5 } });
    t.equal((await like((await addEpisode(priced, 1)).id)).statusCode, 402);
    const shut = await addStory(author, {}, { geofilter: { type: 'allow', countries: ['FR'] } });
    t.equal((await like((await addEpisode(shut, 1)).id, reader, { 'x-country': 'DE' })).statusCode, 451);
    t.equal((await app.call(`GET /stories/${storyId}`)).statusCode, 200);
  });

  await t.test(
    'SOC-03, SOC-24, STP-04 a story is rated from 1 to 5, and the second replaces the first',
    async (t) => {
      const { storyId } = await start();
      const reply = await rate(storyId, 4);
      t.match(reply.json(), { rating_average: 4, ratings_count: 1, notice: { message: 'Rating saved' } });
      t.match((await rate(storyId, 1, other)).json(), { rating_average: 2.5, ratings_count: 2 });
      t.match((await rate(storyId, 5)).json(), { rating_average: 3, ratings_count: 2 });
      t.match((await rate(storyId, 5)).json(), { rating_average: 3, ratings_count: 2 });
      t.same(await ratingOf(storyId), [3, 2]);
      t.equal((await app.call(`GET /stories/${storyId}/mine`, { as: reader })).json().stars, 5);
      for (const stars of [0, 6, 2.5, '4', null, undefined]) {
        const refused = await rate(storyId, stars);
        t.equal(refused.statusCode, 422, String(stars));
        t.same(Object.keys(refused.json().fields[0]), ['stars']);
      }
      t.equal((await rate(newId(), 4)).statusCode, 404);
    },
  );

  await t.test('SOC-03, SOC-24 how many gave each count of stars, and a rating taken back', async (t) => {
    const { storyId } = await start();
    t.same(await distributionOf(storyId), [0, 0, 0, 0, 0]);
    t.same((await rate(storyId, 4)).json().rating_distribution, [0, 0, 0, 1, 0]);
    await rate(storyId, 1, other);
    t.same(await distributionOf(storyId), [1, 0, 0, 1, 0]);
    await rate(storyId, 5);
    t.same(await distributionOf(storyId), [1, 0, 0, 0, 1]);
    for (const _ of [1, 2])
      t.match((await takeBack(storyId)).json(), {
        rating_average: 1,
        ratings_count: 1,
        rating_distribution: [1, 0, 0, 0, 0],
        message: 'Rating removed',
      });
    t.equal((await app.call(`GET /stories/${storyId}/mine`, { as: reader })).json().stars, null);
    await app.deps.db.update(stories).set({ published: false }).where(eq(stories.id, storyId));
    t.equal((await takeBack(storyId)).statusCode, 404, 'it is not rated, and not shown');
    t.match((await takeBack(storyId, other)).json(), { rating_average: null, ratings_count: 0 });
    t.equal((await takeBack(newId())).statusCode, 404);
    await app.deps.db.update(stories).set({ published: true }).where(eq(stories.id, storyId));
    t.same(await distributionOf(storyId), [0, 0, 0, 0, 0]);
    t.same(await ratingOf(storyId), [null, 0]);
  });

  await t.test('SOC-03 ratings and their end at once leave what is there', async (t) => {
    const { storyId } = await start();
    await Promise.all(
      [1, 2, 3, 4, 5, 3].flatMap((stars) => [
        rate(storyId, stars),
        takeBack(storyId),
        rate(storyId, 6 - stars, other),
      ]),
    );
    const own = await Promise.all(
      [reader, other].map(
        async (as) => (await app.call(`GET /stories/${storyId}/mine`, { as })).json().stars as number | null,
      ),
    );
    const expected = [1, 2, 3, 4, 5].map((stars) => own.filter((each) => each === stars).length);
    t.same(await distributionOf(storyId), expected);
  });

  await t.test('SOC-03 requests at once leave one rating, and the sum of it', async (t) => {
    const { storyId } = await start();
    const stars = [1, 5, 2, 4, 3, 5, 1];
    await Promise.all(stars.flatMap((each) => [rate(storyId, each), rate(storyId, each, other)]));
    const known = await Promise.all(
      [reader, other].map(
        async (as) => (await app.call(`GET /stories/${storyId}/mine`, { as })).json().stars,
      ),
    );
    t.same(await ratingOf(storyId), [(known[0] + known[1]) / 2, 2]);
  });

  await t.test('SOC-03 nobody rates a story of their own team', async (t) => {
    const { storyId } = await start();
    const member = await app.signUp('Editor');
    await joinTeam(app, storyId, member, 'editor');
    const reply = await rate(storyId, 5, member);
    t.equal(reply.statusCode, 409);
    t.equal(reply.json().code, 'own_story');
    t.equal((await app.call(`GET /stories/${storyId}/mine`, { as: member })).json().own, true);
    t.same(await ratingOf(storyId), [null, 0]);
  });

  await t.test('SOC-23, STP-07 nobody without an account', async (t) => {
    const { storyId, episodeId } = await start();
    for (const request of [
      `PUT /episodes/${episodeId}/like`,
      `DELETE /episodes/${episodeId}/like`,
      `PUT /stories/${storyId}/rating`,
      `DELETE /stories/${storyId}/rating`,
    ]) {
      const reply = await app.call(request, request.startsWith('PUT /stories') ? { body: { stars: 5 } } : {});
      t.equal(reply.statusCode, 401, request);
    }
    t.equal(await likesOf(episodeId), 0);
  });
});
