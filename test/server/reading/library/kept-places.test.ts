import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('places that a browser has kept', async (t) => {
  const app = await startTestApp({
    environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' },
  });
  t.teardown(() => app.close());
  const { addAuthor, addStory, addEpisode } = openShelf(app.deps);
  const author = await addAuthor('Mirko Haas');
  const lamps = await addStory(author, { slug: 'lamps', title: 'Lamps' });
  const first = await addEpisode(lamps, 1, {}, { pages: 5 });
  const draft = await addEpisode(lamps, 2, { status: 'in_progress', publishedAt: null });
  const third = await addEpisode(lamps, 3, {}, { pages: 2 });
  const closed = await addStory(author, {}, { geofilter: { type: 'deny', countries: ['DE'] } });
  const shut = await addEpisode(closed, 1);
  const hidden = await addEpisode(await addStory(author, { published: false }), 1);
  const ask = async (ids: readonly string[], country = 'FR') => {
    const reply = await app.app.inject({
      url: `/api/library/places?episode_ids=${ids.join(',')}`,
      headers: { 'x-country': country },
    });
    return { status: reply.statusCode, places: reply.json().places ?? null };
  };
  type Place = { episode_id: string; story: { slug: string }; next_number: number | null; items: number };
  const told = async (ids: readonly string[], country?: string) =>
    ((await ask(ids, country)).places as Place[]).map(({ episode_id: id }) => id).toSorted();

  await t.test('LEG-12 each says its story, how long the episode is and what follows', async (t) => {
    const { places } = await ask([first.id, third.id]);
    const [one, last] = [first.id, third.id].map((id) =>
      (places as Place[]).find(({ episode_id: of }) => of === id),
    );
    t.match(one, { number: 1, items: 5, next_number: 3, story: { slug: 'lamps', title: 'Lamps' } });
    t.match(last, { number: 3, items: 2, next_number: null });
  });

  await t.test('EPI-43, GEO-08 what is not for this reader is left out', async (t) => {
    const all = [first.id, draft.id, hidden.id, shut.id];
    t.same(await told(all), [first.id, shut.id].toSorted());
    t.same(await told(all, 'DE'), [first.id]);
  });

  await t.test('what is no list of a few ids is refused', async (t) => {
    const many = Array.from({ length: 10 }, () => first.id);
    for (const ids of [[], ['x'], [first.id, ''], many]) t.equal((await ask(ids)).status, 422);
    t.equal((await ask(many.slice(1))).status, 200);
  });
});
