import t from 'tap';
import { stories } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

const EPISODES = 130;

t.test('the part of a story that is a reader’s own', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const author = await addAuthor();
  const reader = await app.signUp('Reader');
  const mine = (id: string, query = '', country = 'FR') =>
    app.call(`GET /stories/${id}/mine${query}`, { as: reader, headers: { 'x-country': country } });

  await t.test('STP-08 who has done nothing yet has nothing', async (t) => {
    const story = await addStory(author);
    await addEpisode(story, 1);
    const reply = await mine(story.id);
    t.equal(reply.headers['cache-control'], 'no-store');
    t.same(reply.json(), {
      own: false,
      subscribed: false,
      notify: null,
      stars: null,
      rated_at: null,
      reported: null,
      choice: null,
      glide_speed: null,
      prose: null,
      notes: null,
      continue: null,
      read_count: 0,
      episodes: [],
      liked_episode_ids: [],
      unlocked_episode_ids: [],
      locked_episodes: [],
      unlocked_numbers: [],
    });
  });

  await t.test(
    'SOC-08, SOC-21 marks come in the hundreds of the list, the place from anywhere',
    async (t) => {
      const story = await addStory(author);
      const ids: string[] = [];
      for (let number = 1; number <= EPISODES; number += 1)
        ids.push((await addEpisode(story, number, {}, { pages: number === 120 ? 3 : 1 })).id);
      const [second = '', last = ''] = [ids[1], ids[119]];
      for (const [id, item] of [
        [second, 1],
        [last, 2],
      ] as const) {
        await app.call(`PUT /episodes/${id}/like`, { as: reader });
        await app.call(`PUT /episodes/${id}/progress`, { as: reader, body: { item, furthest_item: item } });
      }
      const first = (await mine(story.id)).json();
      t.match(first.episodes, [
        { id: second, number: 2, item: 1, furthest_item: 1, items: 1, offset: 0, finished: true },
      ]);
      t.equal(first.episodes.length, 1);
      t.equal(first.read_count, 1, 'the other one is not read to its end');
      await app.call(`PUT /episodes/${last}/progress`, { as: reader, body: { item: 2, furthest_item: 3 } });
      t.ok(
        Date.parse(first.episodes[0].read_at) > 0,
        'when it was read, so that devices can tell what is later',
      );
      t.same(first.liked_episode_ids, [second]);
      t.match(first.continue, {
        episode_id: last,
        number: 120,
        item: 2,
        next: { episode_id: ids[120], number: 121 },
      });
      const rest = (await mine(story.id, '?episodes_from=101')).json();
      t.equal(rest.episodes.length, 1);
      t.match(rest.episodes, [
        { id: last, number: 120, item: 2, furthest_item: 3, items: 3, finished: true },
      ]);
      t.same(rest.liked_episode_ids, [last]);
      t.same(rest.continue, { ...first.continue, finished: true });
      t.equal(rest.read_count, 2, 'of the whole story');
      t.same((await mine(story.id, '?episodes_from=131')).json().episodes, []);
      t.equal((await mine(story.id, '?episodes_from=0')).statusCode, 422);
    },
  );

  await t.test('STP-09 a story that is not shown has no such part', async (t) => {
    const shut = await addStory(author, {}, { geofilter: { type: 'deny', countries: ['DE'] } });
    t.equal((await mine(shut.id, '', 'DE')).statusCode, 451);
    t.equal((await mine(shut.id, '', 'FR')).statusCode, 200);
    t.equal((await mine(newId())).statusCode, 404);
    await app.deps.db.update(stories).set({ published: false });
    t.equal((await mine(shut.id)).statusCode, 404);
  });
});
