import { eq } from 'drizzle-orm';
import t from 'tap';
import { collectionStories, collections, stories, users } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('collections', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addStory } = openShelf(deps);
  const author = await addAuthor();
  const [reader, other] = [await app.signUp('Reader'), await app.signUp('Other')];

  const make = async (title = 'Rainy days', extra: object = {}, as: Account = reader): Promise<string> => {
    const reply = await app.call('POST /collections', { as, body: { title, ...extra } });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json().collection.id;
  };
  const hold = (id: string, storyId: string, as: Account | undefined = reader) =>
    app.call(`PUT /collections/${id}/stories/${storyId}`, { as });
  const drop = (id: string, storyId: string, as: Account | undefined = reader) =>
    app.call(`DELETE /collections/${id}/stories/${storyId}`, { as });
  const read = (id: string, as?: Account, { query = '', country = 'FR' } = {}) =>
    app.call(`GET /collections/${id}${query}`, { as, headers: { 'x-country': country } });
  const idsIn = async (id: string, as?: Account, country?: string) =>
    (await read(id, as, country ? { country } : {}))
      .json()
      .collection.stories.map(({ story }: { story: { id: string } | null }) => story?.id ?? null);

  await t.test('SOC-07 a reader keeps named lists, what is added stands last', async (t) => {
    const [one, two] = [await addStory(author), await addStory(author)];
    const made = await app.call('POST /collections', { as: reader, body: { title: '  Rainy days ' } });
    t.equal(made.statusCode, 201);
    t.match(made.json(), {
      collection: { title: 'Rainy days', shared: false, stories_count: 0 },
      notice: { message: 'Collection created' },
    });
    const { id } = made.json().collection;
    t.match((await hold(id, one.id)).json(), { contained: true, stories_count: 1 });
    t.match((await hold(id, two.id)).json(), { contained: true, stories_count: 2 });
    t.match((await hold(id, two.id)).json(), { contained: true, stories_count: 2 }, 'twice is once');
    t.same(await idsIn(id, reader), [one.id, two.id]);
    const page = (await read(id, reader, { query: '?per_page=1&page=2' })).json().collection;
    t.match(page, {
      own: true,
      total: 2,
      page: 2,
      stories: [{ number: 2, story: { id: two.id, cover_url: /^\/media\// } }],
    });
    const list = (await app.call(`GET /collections?story_id=${one.id}`, { as: reader })).json();
    t.match(list, { total: 1, collections: [{ id, contains: true, stories_count: 2 }] });
    t.equal(list.collections[0].mini_thumbnail_urls.length, 2);
    t.match((await drop(id, one.id)).json(), { contained: false, stories_count: 1 });
    t.match((await drop(id, one.id)).json(), { contained: false, stories_count: 1 });
    t.match((await app.call(`GET /collections?story_id=${one.id}`, { as: reader })).json().collections, [
      { contains: false },
    ]);
    t.match((await app.call('GET /collections', { as: reader })).json().collections, [{ contains: null }]);
    const renamed = await app.call(`PATCH /collections/${id}`, { as: reader, body: { title: 'Sunny days' } });
    t.match(renamed.json().collection, { title: 'Sunny days', shared: false });
    t.equal((await app.call(`DELETE /collections/${id}`, { as: reader })).statusCode, 204);
    t.equal((await read(id, reader)).statusCode, 404);
    t.same((await app.call('GET /collections', { as: reader })).json().collections, []);
  });

  await t.test('SOC-07 it is its owner’s alone, unless it is shared', async (t) => {
    const story = await addStory(author);
    const id = await make();
    await hold(id, story.id);
    const changes = (as?: Account) => [
      () => app.call(`PATCH /collections/${id}`, { as, body: { shared: true } }),
      () => app.call(`DELETE /collections/${id}`, { as }),
      () => app.call(`PUT /collections/${id}/stories/${story.id}`, { as }),
      () => app.call(`DELETE /collections/${id}/stories/${story.id}`, { as }),
    ];
    for (const change of changes(other)) t.equal((await change()).statusCode, 404);
    for (const as of [other, undefined]) t.equal((await read(id, as)).statusCode, 404);
    await app.call(`PATCH /collections/${id}`, { as: reader, body: { shared: true } });
    for (const as of [other, undefined])
      t.match((await read(id, as)).json().collection, {
        own: false,
        shared: true,
        owner: { display_name: 'Reader' },
        stories: [{ story: { id: story.id } }],
      });
    for (const change of changes(other)) t.equal((await change()).statusCode, 404, 'to read, not to change');
    await deps.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, reader.id));
    t.equal((await read(id)).statusCode, 404, 'who is leaving shares nothing more');
    await deps.db.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, reader.id));
    await app.call(`PATCH /collections/${id}`, { as: reader, body: { shared: false } });
    t.equal((await read(id, other)).statusCode, 404);
  });

  await t.test('SOC-07, GEO-08 a story that is not shown keeps its place and says nothing', async (t) => {
    const [open, shut, gone] = [
      await addStory(author),
      await addStory(author, {}, { geofilter: { type: 'deny', countries: ['DE'] } }),
      await addStory(author),
    ];
    const id = await make('Mixed', { shared: true });
    for (const story of [open, shut, gone]) await hold(id, story.id);
    await deps.db.update(stories).set({ published: false }).where(eq(stories.id, gone.id));
    t.same(await idsIn(id, undefined, 'FR'), [open.id, shut.id, null]);
    t.same(await idsIn(id, undefined, 'DE'), [open.id, null, null]);
    const abroad = await read(id, undefined, { country: 'DE' });
    t.equal(abroad.json().collection.total, 3);
    t.notMatch(abroad.body, shut.id, 'not even its id');
    t.match((await read(id, reader, { country: 'DE' })).json().collection.stories[1], {
      story_id: shut.id,
      story: null,
      number: 2,
    });
    const moved = await app.call(`PUT /collections/${id}/stories/${gone.id}`, {
      as: reader,
      body: { position: 1 },
    });
    t.equal(moved.statusCode, 200, 'its owner can move it still');
    t.same(await idsIn(id, undefined, 'FR'), [null, open.id, shut.id]);
    t.equal((await hold(id, newId())).statusCode, 404);
    t.equal((await drop(id, gone.id)).statusCode, 200);
    t.equal(await deps.db.$count(collectionStories, eq(collectionStories.collectionId, id)), 2);
  });

  await t.test('SOC-07 a title is needed, and there is an end to it', async (t) => {
    const many = await app.signUp('Collector');
    for (const title of [undefined, '', '  ', '\u200b', 'x'.repeat(121)])
      t.equal((await app.call('POST /collections', { as: many, body: { title } })).statusCode, 422);
    await make('é'.repeat(120), {}, many);
    await deps.db
      .insert(collections)
      .values(Array.from({ length: 997 }, (_, at) => ({ id: newId(), ownerId: many.id, title: String(at) })));
    const last = await Promise.all(
      [1, 2, 3, 4, 5].map((at) => app.call('POST /collections', { as: many, body: { title: `Last ${at}` } })),
    );
    t.same(last.map(({ statusCode }) => statusCode).sort(), [201, 201, 422, 422, 422]);
    t.match(last.find(({ statusCode }) => statusCode === 422)?.json().fields, [{ title: [/1,000/] }]);
    const id = (await app.call('GET /collections', { as: many })).json().collections[0].id;
    const shelf = [];
    for (let at = 0; at < 3; at += 1) shelf.push((await addStory(author)).id);
    await deps.pool.query(
      `insert into stories (id, slug, owner_id, title, publication_type, genre, language)
       select gen_random_uuid(), 'filler-' || n, $1, 'Filler', 'novel', 'drama', 'en' from generate_series(1, 499) n`,
      [author],
    );
    await deps.pool.query(
      `insert into collection_stories (collection_id, story_id, position, added_at)
       select $1, id, row_number() over (), now() from stories where slug like 'filler-%'`,
      [id],
    );
    await deps.db.update(collections).set({ storiesCount: 499 }).where(eq(collections.id, id));
    const full = await Promise.all(shelf.map((storyId) => hold(id, storyId, many)));
    t.same(full.map(({ statusCode }) => statusCode).sort(), [200, 422, 422]);
    t.match(full.find(({ statusCode }) => statusCode === 422)?.json().fields, [{ story_id: [/500/] }]);
    t.equal(await deps.db.$count(collectionStories, eq(collectionStories.collectionId, id)), 500);
  });

  await t.test('SOC-23 nobody without an account, except for reading a shared one', async (t) => {
    const id = newId();
    for (const request of [
      'GET /collections',
      'POST /collections',
      `PATCH /collections/${id}`,
      `DELETE /collections/${id}`,
      `PUT /collections/${id}/stories/${id}`,
      `DELETE /collections/${id}/stories/${id}`,
      `PUT /collections/${id}/order`,
      `PUT /collections/${id}/follow`,
      `DELETE /collections/${id}/follow`,
      'GET /library',
    ])
      t.equal((await app.call(request)).statusCode, 401, request);
  });
});
