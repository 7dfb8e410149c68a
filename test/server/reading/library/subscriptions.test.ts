import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories } from '#db/schema/index.ts';
import { addUpPending } from '#server/domains/reading/counts/service.ts';
import { viewCounter } from '#server/domains/reading/counts/view-counter.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('subscriptions', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const author = await addAuthor();
  const reader = await app.signUp('Reader');
  const start = async (
    ...parameters: Parameters<typeof addStory> extends [string, ...infer R] ? R : never
  ) => {
    const story = await addStory(author, ...parameters);
    await addEpisode(story, 1);
    return story.id;
  };
  const send = (method: 'PUT' | 'DELETE', id: string, as: Account | undefined = reader, headers = {}) =>
    app.call(`${method} /stories/${id}/subscription`, { as, headers });
  const countOf = async (id: string) =>
    (await app.call(`GET /stories/${id}`)).json().story.subscribers_count as number;

  await t.test('SOC-04, SOC-22, STP-05 the count follows at once, and twice is once', async (t) => {
    const id = await start();
    for (const _ of [1, 2]) {
      const reply = await send('PUT', id);
      t.equal(reply.statusCode, 200);
      t.match(reply.json(), {
        subscribed: true,
        subscribers_count: 1,
        notice: { is_success: true, message: 'Subscribed' },
      });
    }
    t.equal(await countOf(id), 1);
    t.equal((await app.call(`GET /stories/${id}/mine`, { as: reader })).json().subscribed, true);
    for (const _ of [1, 2])
      t.match((await send('DELETE', id)).json(), {
        subscribed: false,
        subscribers_count: 0,
        message: 'Unsubscribed',
      });
    t.equal(await countOf(id), 0);
    t.equal((await app.call(`GET /stories/${id}/mine`, { as: reader })).json().subscribed, false);
    await addUpPending(app.deps);
  });

  await t.test('SOC-04, NOT-04 a subscriber chooses how they hear of new episodes', async (t) => {
    const id = await start();
    const choose = (notify?: unknown) =>
      app.call(`PUT /stories/${id}/subscription`, { as: reader, body: { notify } });
    const known = async () => (await app.call(`GET /stories/${id}/mine`, { as: reader })).json().notify;
    t.equal(await known(), null);
    t.match((await choose()).json(), { subscribed: true, notify: 'all', message: 'Subscribed' });
    t.match((await choose('none')).json(), { notify: 'none', message: 'Your choice is saved' });
    t.match((await choose()).json(), { notify: 'none' }, 'what is not sent stays');
    t.equal(await known(), 'none');
    for (const wrong of ['often', '', 1, null]) {
      const refused = await choose(wrong);
      t.equal(refused.statusCode, 422, String(wrong));
      t.ok(refused.json().fields[0].notify);
    }
    t.match((await send('DELETE', id)).json(), { subscribed: false, notify: null });
    t.match((await choose('app')).json(), { subscribed: true, notify: 'app', subscribers_count: 1 });
    const together = await Promise.all(['all', 'app', 'none'].map(choose));
    t.same(new Set(together.map(({ statusCode }) => statusCode)), new Set([200]));
    t.equal(await countOf(id), 1);
  });

  await t.test('SOC-22 requests at once count each reader once', async (t) => {
    const id = await start();
    const others = [await app.signUp(), await app.signUp()];
    const everybody = [reader, ...others].flatMap((as) => [as, as, as, as]);
    const replies = await Promise.all(everybody.map((as) => send('PUT', id, as)));
    t.same(new Set(replies.map(({ statusCode }) => statusCode)), new Set([200]));
    // Counts made while the row was locked wait in shards until the sweep.
    await addUpPending(app.deps);
    t.equal(await countOf(id), 3);
    await Promise.all([reader, reader, reader, reader].map((as) => send('DELETE', id, as)));
    t.equal(await countOf(id), 2);
  });

  await t.test('SOC-04 only what the reader may see, and leaving works always', async (t) => {
    const [gone, hidden] = [await start(), await start()];
    await send('PUT', gone);
    await send('PUT', hidden);
    await app.deps.db.update(stories).set({ deletedAt: new Date() }).where(eq(stories.id, gone));
    await app.deps.db.update(stories).set({ published: false }).where(eq(stories.id, hidden));
    const other = await app.signUp();
    for (const id of [gone, hidden, newId()])
      for (const method of ['PUT', 'DELETE'] as const)
        t.equal((await send(method, id, other)).statusCode, 404);
    for (const id of [gone, hidden])
      t.match((await send('DELETE', id)).json(), { subscribed: false, subscribers_count: 0 });
    await app.deps.db.update(stories).set({ published: true }).where(eq(stories.id, hidden));
    t.equal(await countOf(hidden), 0);
    const shut = await start({}, { geofilter: { type: 'deny', countries: ['DE'] } });
    t.equal((await send('PUT', shut, reader, { 'x-country': 'DE' })).statusCode, 451);
    t.equal((await send('PUT', shut, reader, { 'x-country': 'FR' })).statusCode, 200);
    const draft = await start({ published: false });
    await joinTeam(app, draft, other, 'viewer');
    t.equal((await send('PUT', draft, other)).statusCode, 200, 'its own team sees it');
  });

  await t.test(
    'SOC-22, STO-20 pages that show the counts are made anew some time after, not for each',
    async (t) => {
      const id = await start();
      const { showGrown } = viewCounter.of(app.deps);
      const grown: string[] = [];
      const purged: string[] = [];
      const { purge } = app.deps.cache;
      viewCounter.of(app.deps).showGrown = (ids) => void grown.push(...ids);
      app.deps.cache.purge = (tags) => void purged.push(...tags);
      await send('PUT', id);
      await send('PUT', id);
      t.same(grown, [id], 'once: the second changed nothing');
      await app.call(`PUT /stories/${id}/rating`, { as: reader, body: { stars: 3 } });
      t.same(grown, [id, id]);
      t.same(purged, []);
      Object.assign(viewCounter.of(app.deps), { showGrown });
      Object.assign(app.deps.cache, { purge });
    },
  );

  await t.test('SOC-23, STP-07 nobody without an account', async (t) => {
    const id = await start();
    for (const method of ['PUT', 'DELETE'] as const) {
      const reply = await app.call(`${method} /stories/${id}/subscription`);
      t.equal(reply.statusCode, 401);
      t.equal(reply.json().code, 'sign_in_required');
    }
    t.equal((await app.call(`GET /stories/${id}/mine`)).statusCode, 401);
    t.equal(await countOf(id), 0);
  });
});
