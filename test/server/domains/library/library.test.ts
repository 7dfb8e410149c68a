/** A reader's library: what they are reading and what they follow. */
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
    t.same(titles(first.continue_reading), ['Two', 'One']);
    t.match(first.continue_reading, [
      {
        subscribed: false,
        read_at: later(1).toISOString(),
        cover_url: /^\/media\//,
        author: { display_name: 'Mirko Haas' },
        continue: { episode_id: two.episodeId, number: 1, item: 4, items: 4, finished: true, next: null },
        new_episodes: 0,
      },
      { subscribed: true, continue: { item: 2, finished: false } },
    ]);
    t.match(first, { continue_reading_total: 2, subscriptions_total: 2 });
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
    t.match((await library(as)).continue_reading, [{ title: 'One', new_episodes: 0 }, { title: 'Two' }]);
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
});
