import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, subscriptions, users } from '#db/schema/index.ts';
import { findTotals } from '#server/domains/reading/counts/counter-shards.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('subscribing to a creator', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addStory } = openShelf(deps);
  const reader = await app.signUp('Reader');
  const send = (method: string, slug: string, as: Account | null = reader, headers = {}) =>
    app.call(`${method} /users/${slug}/subscription`, { ...(as ? { as } : {}), headers });
  /** Includes shards that are not yet added to the total. */
  const countOf = async (id: string) => (await findTotals(deps, 'story', id))?.subscribers_count;
  const followed = async (as = reader) =>
    (await deps.db.select().from(subscriptions).where(eq(subscriptions.readerId, as.id)))
      .map(({ storyId }) => storyId)
      .sort();

  const ida = await addAuthor('Ida', { slug: 'ida' });
  const [one, two] = [await addStory(ida), await addStory(ida)];
  const away = await addStory(ida, {}, { geofilter: { type: 'deny', countries: ['DE'] } });
  await addStory(ida, { published: false });
  await addStory(ida, { deletedAt: deps.clock.now() });
  const other = await addStory(await addAuthor('Sam', { slug: 'sam' }));
  const inGermany = { 'x-country': 'DE' };

  await t.test(
    'PRO-07 SOC-04 it covers what is published and open to the reader, and counts each once',
    async (t) => {
      await app.call(`PUT /stories/${one.id}/subscription`, { as: reader });
      t.same((await send('GET', 'ida', reader, inGermany)).json(), { subscribed: false, stories_count: 2 });
      for (const _ of [1, 2]) {
        const reply = await send('PUT', 'ida', reader, inGermany);
        t.equal(reply.statusCode, 200);
        t.match(reply.json(), {
          subscribed: true,
          stories_count: 2,
          notice: { is_success: true, message: 'Subscribed to all stories' },
        });
      }
      t.same(await followed(), [one.id, two.id].sort());
      t.same([await countOf(one.id), await countOf(two.id), await countOf(away.id)], [1, 1, 0]);
      t.same((await send('GET', 'ida', reader, inGermany)).json(), { subscribed: true, stories_count: 2 });
      t.same(
        (await send('GET', 'ida')).json(),
        { subscribed: false, stories_count: 3 },
        'elsewhere there is more',
      );
    },
  );

  await t.test('PRO-07 SOC-04 it is undone as one, and leaves what is not shown too', async (t) => {
    await send('PUT', 'ida');
    await app.call(`PUT /stories/${other.id}/subscription`, { as: reader });
    t.equal((await followed()).length, 4);
    await deps.db.update(stories).set({ published: false }).where(eq(stories.id, two.id));
    for (const _ of [1, 2])
      t.match((await send('DELETE', 'ida')).json(), { subscribed: false, stories_count: 2 });
    t.same(await followed(), [other.id], 'others stay');
    t.same([await countOf(one.id), await countOf(two.id), await countOf(away.id)], [0, 0, 0]);
    await deps.db.update(stories).set({ published: true }).where(eq(stories.id, two.id));
  });

  await t.test('PRO-07 requests at once count each reader once', async (t) => {
    const readers = await Promise.all([app.signUp(), app.signUp(), app.signUp()]);
    const all = readers.flatMap((as) => [as, as, as]);
    const replies = await Promise.all(all.map((as) => send('PUT', 'ida', as)));
    t.same(new Set(replies.map(({ statusCode }) => statusCode)), new Set([200]));
    t.same([await countOf(one.id), await countOf(two.id), await countOf(away.id)], [3, 3, 3]);
    await Promise.all(all.map((as) => send('DELETE', 'ida', as)));
    t.same([await countOf(one.id), await countOf(two.id), await countOf(away.id)], [0, 0, 0]);
  });

  await t.test('PRO-07 all or none: one too many is refused, and nothing is counted', async (t) => {
    const many = await app.signUp('Follows Many');
    const owner = await addAuthor('Prolific');
    const ids = Array.from({ length: 1998 }, () => newId());
    await deps.db.insert(stories).values(
      ids.map((id) => ({
        id,
        slug: id,
        ownerId: owner,
        title: 'x',
        publicationType: 'comics' as const,
        format: 'page_ltr' as const,
        genre: 'crime',
        language: 'en',
      })),
    );
    await deps.db.insert(subscriptions).values(ids.map((storyId) => ({ storyId, readerId: many.id })));
    const reply = await send('PUT', 'ida', many);
    t.equal(reply.statusCode, 409);
    t.equal(reply.json().code, 'too_many_subscriptions');
    t.equal((await followed(many)).length, 1998);
    t.equal(await countOf(one.id), 0);
    t.equal((await send('PUT', 'ida', many, inGermany)).statusCode, 200, 'two more fit');
  });

  await t.test('PRO-07 nobody, who is leaving, and who has nothing', async (t) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      t.equal((await send(method, 'ida', null)).statusCode, 401, method);
      t.equal((await send(method, 'nobody')).statusCode, 404, method);
    }
    await addAuthor('Idle', { slug: 'idle' });
    t.match((await send('PUT', 'idle')).json(), { subscribed: false, stories_count: 0 });
    await deps.db.update(users).set({ deletionRequestedAt: deps.clock.now() }).where(eq(users.slug, 'sam'));
    t.equal((await send('PUT', 'sam')).statusCode, 404);
  });
});
