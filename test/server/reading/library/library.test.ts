import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, stories } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

t.test('the library', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  setClock(app, NOON);
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const author = await addAuthor('Mirko Haas');
  const publish = async (title: string, geofilter = {}) => {
    const story = await addStory(author, { title }, { geofilter });
    const episode = await addEpisode(story, 1, {}, { pages: 4 });
    return { ...story, episodeId: episode.id };
  };
  const library = async (as: Parameters<typeof app.call>[1], query = '', country = 'FR') =>
    (await app.call(`GET /library${query}`, { ...as, headers: { 'x-country': country } })).json();
  const read = (as: object, episodeId: string, item: number) =>
    app.call(`PUT /episodes/${episodeId}/progress`, { ...as, body: { item, furthest_item: item } });
  const titles = (list: { title: string }[]) => list.map(({ title }) => title);

  await t.test('SOC-04, SOC-08 what was read last and what was updated last come first', async (t) => {
    const as = { as: await app.signUp('Reader') };
    const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')];
    for (const { id } of [one, three]) await app.call(`PUT /stories/${id}/subscription`, as);
    await read(as, one.episodeId, 2);
    setClock(app, later(1));
    await read(as, two.episodeId, 4);
    const first = await library(as);
    t.same(titles(first.continue_reading), ['One']);
    t.match(first.continue_reading, [{ subscribed: true, continue: { item: 2, finished: false } }]);
    t.match(first.finished, [
      {
        subscribed: false,
        read_at: later(1).toISOString(),
        cover_url: /^\/media\//,
        author: { display_name: 'Mirko Haas' },
        continue: { episode_id: two.episodeId, number: 1, item: 4, items: 4, finished: true, next: null },
        new_episodes: 0,
      },
    ]);
    t.match(first, { continue_reading_total: 1, finished_total: 1, subscriptions_total: 2 });
    setClock(app, later(5));
    const episode = await addEpisode(one, 2);
    await addEpisode(three, 2);
    await addEpisode(three, 3);
    await app.deps.db
      .update(stories)
      .set({ lastUpdate: later(5) })
      .where(eq(stories.id, one.id));
    const second = await library(as);
    t.same(titles(second.subscriptions), ['One', 'Three']);
    t.match(second.subscriptions, [
      { new_episodes: 1, continue: { next: { episode_id: episode.id, number: 2 } } },
      { new_episodes: 2, continue: null, read_at: null },
    ]);
    await app.deps.db
      .update(episodes)
      .set({ publishedAt: later(9) })
      .where(eq(episodes.id, one.episodeId));
    t.match((await library(as)).subscriptions, [{ new_episodes: 1 }], 'one that comes back is not new');
    setClock(app, later(6));
    await read(as, one.episodeId, 1);
    t.match((await library(as)).continue_reading, [{ title: 'One', new_episodes: 0 }]);
    await addEpisode(two, 2);
    t.match((await library(as)).continue_reading, [{ title: 'One' }, { title: 'Two' }], 'it goes on');
    t.same((await library(as)).finished, []);
  });

  await t.test(
    'SOC-04 a page at a time, one shelf or both, and what is closed here is left out',
    async (t) => {
      const as = { as: await app.signUp('Reader') };
      const works = [
        await publish('A'),
        await publish('B'),
        await publish('C', { type: 'deny', countries: ['DE'] }),
      ];
      for (const [at, { id, episodeId }] of works.entries()) {
        setClock(app, later(60 + at));
        await app.call(`PUT /stories/${id}/subscription`, as);
        await read(as, episodeId, 1);
      }
      const page = await library(as, '?per_page=2&page=2');
      t.same(titles(page.continue_reading), ['A']);
      t.match(page, { continue_reading_total: 3, subscriptions_total: 3, page: 2, per_page: 2 });
      const one = await library(as, '?shelf=subscriptions');
      t.match(one, { continue_reading: [], continue_reading_total: 0, subscriptions_total: 3 });
      const abroad = await library(as, '', 'DE');
      t.same(titles(abroad.continue_reading), ['B', 'A']);
      t.match(abroad, { continue_reading_total: 2, subscriptions_total: 2 });
      await app.deps.db
        .update(stories)
        .set({ published: false })
        .where(eq(stories.id, works[0]?.id ?? ''));
      t.same(titles((await library(as)).continue_reading), ['C', 'B']);
      t.same((await library({ as: await app.signUp('Other') })).continue_reading, []);
    },
  );

  await t.test('SOC-04 subscriptions stand as one asks for', async (t) => {
    const as = { as: await app.signUp('Reader') };
    const works = [];
    for (const [at, title] of ['éclair', 'Zebra', 'Eagle'].entries()) {
      setClock(app, later(100 + at));
      const work = await publish(title);
      works.push(work);
      await app.deps.db
        .update(stories)
        .set({ lastUpdate: later(100 + at) })
        .where(eq(stories.id, work.id));
    }
    const [eclair, zebra, eagle] = works as [(typeof works)[0], (typeof works)[0], (typeof works)[0]];
    for (const [at, { id }] of [zebra, eclair, eagle].entries()) {
      setClock(app, later(110 + at));
      await app.call(`PUT /stories/${id}/subscription`, as);
    }
    for (const [at, { episodeId }] of [eagle, eclair].entries()) {
      setClock(app, later(120 + at));
      await read(as, episodeId, 1);
    }
    const sorted = async (sort: string) =>
      titles((await library(as, `?shelf=subscriptions&sort=${sort}`)).subscriptions);
    t.same(await sorted('updated'), ['Eagle', 'Zebra', 'éclair']);
    t.same(await sorted('title'), ['Eagle', 'éclair', 'Zebra'], 'without case and accents');
    t.same(await sorted('read'), ['éclair', 'Eagle', 'Zebra'], 'what was never read comes last');
    t.same(await sorted('followed'), ['Eagle', 'éclair', 'Zebra']);
    t.equal((await app.call('GET /library?sort=luck', as)).statusCode, 422);
    const second = await library(as, '?shelf=subscriptions&sort=title&per_page=1&page=2');
    t.same(titles(second.subscriptions), ['éclair']);
  });

  await t.test('SOC-08 what is put away stands on no shelf until one reads on', async (t) => {
    const as = { as: await app.signUp('Reader') };
    const [begun, done] = [await publish('Begun'), await publish('Done')];
    setClock(app, later(200));
    await read(as, begun.episodeId, 2);
    await read(as, done.episodeId, 4);
    const shelves = async () => {
      const { continue_reading: reading, finished, finished_total: total } = await library(as);
      return [titles(reading), titles(finished), total];
    };
    t.same(await shelves(), [['Begun'], ['Done'], 1]);
    for (const { id } of [begun, done])
      for (const _ of [1, 2])
        t.equal(
          (await app.call(`DELETE /library/reading/${id}`, as)).statusCode,
          204,
          'again changes nothing',
        );
    t.same(await shelves(), [[], [], 0]);
    const mine = (await app.call(`GET /stories/${begun.id}/mine`, as)).json();
    t.match(mine.continue, { number: 1, item: 2 }, 'its place is kept');
    t.equal((await app.call(`PUT /library/reading/${done.id}`, as)).statusCode, 204);
    t.same(await shelves(), [[], ['Done'], 1]);
    const old = { episode_id: begun.episodeId, item: 1, furthest_item: 1, read_at: later(190).toISOString() };
    await app.call('PUT /library/progress', { ...as, body: { episodes: [old] } });
    t.same(await shelves(), [[], ['Done'], 1], 'an older place of another device does not bring it back');
    setClock(app, later(201));
    await read(as, begun.episodeId, 3);
    t.same(await shelves(), [['Begun'], ['Done'], 1]);
    const other = { as: await app.signUp('Other') };
    for (const method of ['PUT', 'DELETE'])
      t.equal((await app.call(`${method} /library/reading/${begun.id}`, other)).statusCode, 404);
    t.equal((await app.call(`DELETE /library/reading/${begun.id}`)).statusCode, 401);
  });
});
