import { eq } from 'drizzle-orm';
import t from 'tap';
import { collectionFollowers, collectionStories, collections, stories, users } from '#db/schema/index.ts';
import { collectOwnData } from '#server/domains/administration/privacy/collect.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 24 * 3_600_000;

t.test('shared collections', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const [owner, reader] = [await app.signUp('Jule Winter'), await app.signUp('Reader')];
  // An older account may write as much as this test needs.
  const longAgo = new Date(Date.now() - 10 * DAY_MS);
  await deps.db.update(users).set({ createdAt: longAgo }).where(eq(users.id, owner.id));
  const make = async (title: string, extra: object = { shared: true }): Promise<string> =>
    (await app.call('POST /collections', { as: owner, body: { title, ...extra } })).json().collection.id;
  const fill = async (id: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const story = await addStory(author);
      await addEpisode(story, 1);
      await app.call(`PUT /collections/${id}/stories/${story.id}`, { as: owner });
      ids.push(story.id);
    }
    return ids;
  };
  const read = async (id: string, as?: Account) =>
    (await app.call(`GET /collections/${id}`, { as })).json().collection;
  const orderOf = async (id: string) =>
    (await read(id, owner)).stories.map(({ story_id }: { story_id: string }) => story_id);
  const put = (id: string, storyId: string, body: object, as = owner) =>
    app.call(`PUT /collections/${id}/stories/${storyId}`, { as, body });
  const order = (id: string, storyIds: unknown, as = owner) =>
    app.call(`PUT /collections/${id}/order`, { as, body: { story_ids: storyIds } });
  const follow = (id: string, as: Account = reader) => app.call(`PUT /collections/${id}/follow`, { as });
  const leave = (id: string, as: Account = reader) => app.call(`DELETE /collections/${id}/follow`, { as });
  const listed = async (as: Account = reader, list = 'all') =>
    (await app.call(`GET /collections?list=${list}`, { as })).json();

  await t.test('SOC-07 its stories stand in the order that their owner gives them', async (t) => {
    const id = await make('Order');
    const [a = '', b = '', c = '', d = ''] = await fill(id, 4);
    t.same(await orderOf(id), [a, b, c, d]);
    t.equal((await order(id, [d, c, b, a])).statusCode, 204);
    t.same(await orderOf(id), [d, c, b, a]);
    t.equal((await put(id, a, { position: 2 })).statusCode, 200);
    t.same(await orderOf(id), [d, a, c, b]);
    await put(id, d, { position: 500 });
    t.same(await orderOf(id), [a, c, b, d], 'beyond the end is the last');
    await app.call(`DELETE /collections/${id}/stories/${c}`, { as: owner });
    const rows = await deps.db.select().from(collectionStories).where(eq(collectionStories.collectionId, id));
    t.same(rows.map(({ position }) => position).sort(), [1, 2, 3], 'without gaps');
    for (const wrong of [[a, b], [a, b, c], [a, b, b], [a, b, d, newId()], []]) {
      const refused = await order(id, wrong);
      t.equal(refused.statusCode, 409);
      t.equal(refused.json().code, 'stale_version');
    }
    for (const wrong of ['x', [1], Array.from({ length: 501 }, () => a)])
      t.equal((await order(id, wrong)).statusCode, 422);
    for (const wrong of [0, -1, 1.5, 501, 'x'])
      t.same(Object.keys((await put(id, a, { position: wrong })).json().fields[0]), ['position']);
    t.equal((await order(id, [a, b, d], reader)).statusCode, 404);
  });

  await t.test('SOC-07 two devices that order at once leave one order, and no place twice', async (t) => {
    const id = await make('Both');
    const ids = await fill(id, 5);
    const replies = await Promise.all([
      ...ids.map((storyId, at) => put(id, storyId, { position: 5 - at })),
      order(id, [...ids].reverse()),
      order(id, ids),
      app.call(`DELETE /collections/${id}/stories/${ids[2]}`, { as: owner }),
      order(id, [...ids].reverse()),
    ]);
    for (const { statusCode } of replies) t.ok([200, 204, 409].includes(statusCode), String(statusCode));
    const rows = await deps.db.select().from(collectionStories).where(eq(collectionStories.collectionId, id));
    t.same(
      rows.map(({ position }) => position).sort(),
      rows.map((_, at) => at + 1),
    );
    t.equal((await read(id, owner)).stories_count, rows.length);
  });

  await t.test('SOC-07 it says what it is about, and why each story is there', async (t) => {
    const id = await make('Rainy Sunday', { about: '  For the kind of day.  ' });
    const [a = ''] = await fill(id, 1);
    t.match((await put(id, a, { why: ' It never stops raining. ' })).json(), {
      added: false,
      message: 'Collection saved',
    });
    t.match(await read(id, owner), {
      about: 'For the kind of day.',
      stories: [{ why: 'It never stops raining.', number: 1 }],
    });
    await put(id, a, { why: '' });
    t.equal((await read(id, owner)).stories[0].why, '');
    const patch = (body: object) => app.call(`PATCH /collections/${id}`, { as: owner, body });
    t.match((await patch({ about: '' })).json().collection, { about: '', title: 'Rainy Sunday' });
    t.same(Object.keys((await patch({ about: 'x'.repeat(1001) })).json().fields[0]), ['about']);
    t.same(Object.keys((await put(id, a, { why: 'é'.repeat(301) })).json().fields[0]), ['why']);
  });

  await t.test('SOC-07 the place of a story that is gone for good is kept', async (t) => {
    const id = await make('Lost');
    const [a = '', b = '', c = ''] = await fill(id, 3);
    await deps.db.delete(stories).where(eq(stories.id, b));
    const { stories: entries, stories_count } = await read(id);
    t.equal(stories_count, 3);
    t.match(entries, [
      { number: 1, story: { id: a } },
      { number: 2, story: null, story_id: null },
      { number: 3, story: { id: c } },
    ]);
    t.equal((await app.call(`DELETE /collections/${id}/stories/${b}`, { as: owner })).statusCode, 200);
    t.same(await orderOf(id), [a, c]);
  });

  await t.test('SOC-07, SOC-08 a reader sees where they are in each story', async (t) => {
    const story = await addStory(author);
    const [first, second] = [await addEpisode(story, 1), await addEpisode(story, 2)];
    const id = await make('Places');
    await put(id, story.id, {});
    const placeOf = async (as?: Account) => (await read(id, as)).stories[0].place;
    t.equal(await placeOf(), null);
    t.equal(await placeOf(reader), null);
    const go = (episodeId: string, item: number) =>
      app.call(`PUT /episodes/${episodeId}/progress`, { as: reader, body: { item, furthest_item: item } });
    await go(first.id, 1);
    t.match(await placeOf(reader), { number: 1, next_number: 2, finished: false });
    await go(second.id, 99);
    t.match(await placeOf(reader), { number: 2, next_number: null, finished: true });
    t.equal(await placeOf(owner), null);
  });

  await t.test(
    'SOC-07 a shared one is followed, and gone without a trace when it is shared no longer',
    async (t) => {
      const id = await make('Secret plans');
      for (const _ of [1, 2]) t.match((await follow(id)).json(), { following: true, followers_count: 1 });
      t.match(await read(id, reader), { following: true, followers_count: 1 });
      t.match((await listed()).collections, [{ id, own: false, owner: { display_name: 'Jule Winter' } }]);
      t.match(await listed(reader, 'followed'), { total: 1 });
      t.match(await listed(reader, 'own'), { total: 0, collections: [] });
      t.same(Object.keys((await follow(id, owner)).json().fields[0]), ['id']);
      await app.call(`PATCH /collections/${id}`, { as: owner, body: { shared: false } });
      const after = await app.call('GET /collections?list=all', { as: reader });
      t.match(after.json(), { total: 0, collections: [] });
      t.notMatch(after.body, 'Secret');
      t.notMatch(JSON.stringify(await collectOwnData(deps, reader.id)), 'Secret');
      t.equal((await follow(id, await app.signUp())).statusCode, 404);
      t.equal((await read(id, owner)).followers_count, 0, 'nobody follows what nobody sees');
      await app.call(`PATCH /collections/${id}`, { as: owner, body: { shared: true } });
      t.equal((await listed()).total, 1, 'it is back when it is shared again');
      await deps.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, owner.id));
      t.equal((await listed()).total, 0, 'nor is one of whoever is leaving');
      await deps.db.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, owner.id));
      await app.call(`PATCH /collections/${id}`, { as: owner, body: { shared: false } });
      t.match((await leave(id)).json(), { following: false, followers_count: 0 });
      t.equal((await leave(id)).statusCode, 404);
      const other = await make('Gone soon');
      await follow(other);
      await app.call(`DELETE /collections/${other}`, { as: owner });
      t.equal((await listed()).total, 0);
      t.equal(await deps.db.$count(collectionFollowers), 0);
    },
  );

  await t.test('SOC-07 followers at once are counted once each, and go with their account', async (t) => {
    const id = await make('Many');
    const many = [await app.signUp(), await app.signUp(), await app.signUp()];
    await Promise.all(many.flatMap((as) => [follow(id, as), follow(id, as)]));
    const countOf = async () =>
      (await deps.db.select().from(collections).where(eq(collections.id, id)))[0]?.followersCount;
    t.equal(await countOf(), 3);
    const [first] = many;
    await deps.db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 31 * DAY_MS) })
      .where(eq(users.id, first?.id ?? ''));
    await eraseDueAccounts(deps);
    t.equal(await countOf(), 2);
    await Promise.all(many.slice(1).flatMap((as) => [leave(id, as), leave(id, as)]));
    t.equal(await countOf(), 0);
  });

  await t.test('SOC-07 whoever writes too often is told to wait', async (t) => {
    const eager = await app.signUp('Eager');
    const replies = [];
    for (let at = 0; at < 61; at += 1)
      replies.push(await app.call('POST /collections', { as: eager, body: { title: String(at) } }));
    t.equal(replies.at(-1)?.statusCode, 429);
    t.ok(replies.at(-1)?.headers['retry-after']);
  });
});
