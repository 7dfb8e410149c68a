import { and, asc, eq } from 'drizzle-orm';
import t from 'tap';
import { chapters, episodePages, episodePlaces, episodes, geofilterStrategies } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

t.test('places', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const reader = await app.signUp('Reader');

  const put = (episodeId: string, body: object, as: Account | undefined = reader) =>
    app.call(`PUT /episodes/${episodeId}/progress`, { as, body });
  const keep = async (episodeId: string, item: number, furthest = item, offset = 0) => {
    const reply = await put(episodeId, { item, furthest_item: furthest, offset });
    t.equal(reply.statusCode, 204, reply.body);
  };
  const bring = (places: object[], as: Account | undefined = reader) =>
    app.call('PUT /library/progress', { as, body: { episodes: places } });
  const mine = async (storyId: string, as = reader) =>
    (await app.call(`GET /stories/${storyId}/mine`, { as })).json();
  const mark = async (storyId: string, episodeId: string) =>
    (await mine(storyId)).episodes.find(({ id }: { id: string }) => id === episodeId);
  const pagesOf = async (episodeId: string) =>
    deps.db
      .select()
      .from(episodePages)
      .where(eq(episodePages.episodeId, episodeId))
      .orderBy(asc(episodePages.position));
  /** Every change of an episode's pages creates a new version. */
  const changePages = async (episodeId: string, change: () => Promise<unknown>) => {
    await change();
    const [row] = await deps.db.select().from(episodes).where(eq(episodes.id, episodeId));
    await deps.db
      .update(episodes)
      .set({ lockVersion: (row?.lockVersion ?? 0) + 1 })
      .where(eq(episodes.id, episodeId));
  };
  const start = async (pages = 10, values: Parameters<typeof addEpisode>[2] = {}) => {
    setClock(app, NOON);
    const story = await addStory(author);
    const { id } = await addEpisode(story, 1, values, { pages });
    return { storyId: story.id, episodeId: id, story };
  };

  await t.test('SOC-08 the place is where the reader was last, the furthest never goes back', async (t) => {
    const { storyId, episodeId } = await start();
    await keep(episodeId, 4, 4, 0.25);
    t.match(await mark(storyId, episodeId), { item: 4, furthest_item: 4, items: 10, finished: false });
    setClock(app, later(1));
    await keep(episodeId, 2);
    t.match(await mark(storyId, episodeId), { item: 2, furthest_item: 4 });
    await keep(episodeId, 3, 9);
    t.match(await mark(storyId, episodeId), { item: 3, furthest_item: 9 });
    await keep(episodeId, 5, 1, 1);
    t.match(await mark(storyId, episodeId), { item: 5, furthest_item: 9 }, 'what is read was reached');
    t.match((await mine(storyId)).continue, {
      episode_id: episodeId,
      number: 1,
      item: 5,
      offset: 1,
      items: 10,
      next: null,
    });
  });

  await t.test('SOC-08 beyond the end is the end, and a finished episode stays so', async (t) => {
    const { storyId, episodeId } = await start(3);
    await keep(episodeId, 900, 1_000_000);
    t.match(await mark(storyId, episodeId), { item: 3, furthest_item: 3, items: 3, finished: true });
    setClock(app, later(1));
    await keep(episodeId, 1);
    await changePages(episodeId, async () => {
      const [page] = await pagesOf(episodeId);
      const [{ pictures }] = [await addEpisode({ id: storyId, ownerId: author }, 2, {}, { pages: 1 })];
      if (page === undefined) throw new Error('no page');
      await deps.db
        .update(episodePages)
        .set({ episodeId, position: 9 })
        .where(eq(episodePages.mediaId, pictures[0] ?? ''));
    });
    t.match(
      await mark(storyId, episodeId),
      { item: 1, furthest_item: 3, items: 4, finished: true },
      'a page was added since',
    );
  });

  await t.test('SOC-08 in parallel, from two devices and for the first time, nothing is lost', async (t) => {
    const { storyId, episodeId } = await start(40);
    const sent = Array.from({ length: 12 }, (_, index) => ((index * 7) % 12) * 3 + 1);
    const replies = await Promise.all(
      sent.map((item) => put(episodeId, { item, furthest_item: Math.min(40, item + 2) })),
    );
    t.same(new Set(replies.map(({ statusCode }) => statusCode)), new Set([204]));
    const known = await mark(storyId, episodeId);
    t.equal(known.furthest_item, 36);
    t.ok(sent.includes(known.item));
    const rows = await deps.db.select().from(episodePlaces).where(eq(episodePlaces.episodeId, episodeId));
    t.equal(rows.length, 1);
  });

  await t.test('SOC-08 the page is remembered, wherever it stands now', async (t) => {
    const { storyId, episodeId } = await start();
    await keep(episodeId, 6, 8);
    const remove = async (number: number) => {
      const page = (await pagesOf(episodeId))[number - 1];
      await changePages(episodeId, () =>
        deps.db.delete(episodePages).where(eq(episodePages.id, page?.id ?? '')),
      );
    };
    await remove(2);
    t.match(await mark(storyId, episodeId), { item: 5, furthest_item: 7, items: 9 });
    await changePages(episodeId, async () => {
      const fifth = (await pagesOf(episodeId))[4];
      await deps.db
        .update(episodePages)
        .set({ position: 0 })
        .where(eq(episodePages.id, fifth?.id ?? ''));
    });
    t.match(await mark(storyId, episodeId), { item: 1, furthest_item: 7 }, 'sorted to the front');
    await keep(episodeId, 5, 5);
    t.match(await mark(storyId, episodeId), { item: 5, furthest_item: 7 });
    await remove(5);
    t.match(await mark(storyId, episodeId), { item: 4, furthest_item: 6, items: 8 }, 'gone: the one before');
    await remove(6);
    t.match(await mark(storyId, episodeId), { item: 4, furthest_item: 6, items: 7 }, 'as far as it was');
    await changePages(episodeId, () =>
      deps.db.delete(episodePages).where(eq(episodePages.episodeId, episodeId)),
    );
    t.match(await mark(storyId, episodeId), { item: 1, items: 0 }, 'nothing is left to stand on');
    await keep(episodeId, 3);
  });

  await t.test('SOC-08 chapters are items, too', async (t) => {
    setClock(app, NOON);
    const story = await addStory(author, { publicationType: 'novel' });
    const { id } = await addEpisode(
      story,
      1,
      {},
      { pages: 0, chapters: ['<p>1</p>', '<p>2</p>', '<p>3</p>'] },
    );
    await keep(id, 2, 2, 0.5);
    t.match(await mark(story.id, id), { item: 2, furthest_item: 2, items: 3, finished: false });
    await changePages(id, () =>
      deps.db.delete(chapters).where(and(eq(chapters.episodeId, id), eq(chapters.position, 1))),
    );
    t.match((await mine(story.id)).continue, { item: 1, items: 2, offset: 0.5 });
  });

  await t.test('SOC-08 whoever goes back to an old episode goes on there and loses nothing', async (t) => {
    const { story, storyId, episodeId: first } = await start(2);
    const { id: second } = await addEpisode(story, 2, {}, { pages: 4 });
    await keep(first, 2);
    setClock(app, later(1));
    await keep(second, 3);
    t.match((await mine(storyId)).continue, { episode_id: second, number: 2, item: 3, next: null });
    setClock(app, later(2));
    await keep(first, 1);
    const seen = await mine(storyId);
    t.match(seen.continue, {
      episode_id: first,
      item: 1,
      finished: true,
      next: { episode_id: second, number: 2 },
    });
    t.match(await mark(storyId, second), { item: 3, furthest_item: 3 });
    await deps.db.update(episodes).set({ status: 'in_progress' }).where(eq(episodes.id, first));
    t.match((await mine(storyId)).continue, { episode_id: second, item: 3 }, 'the last one still published');
    await deps.db.update(episodes).set({ status: 'in_progress' }).where(eq(episodes.id, second));
    t.equal((await mine(storyId)).continue, null);
  });

  await t.test('SOC-08, SOC-24 a place is kept of what may be read, by whom it may be read', async (t) => {
    const { story, episodeId } = await start();
    const place = { item: 1, furthest_item: 1 };
    t.equal((await app.call(`PUT /episodes/${episodeId}/progress`, { body: place })).statusCode, 401);
    t.equal((await put(newId(), place)).statusCode, 404);
    const { id: draft } = await addEpisode(story, 2, { status: 'in_progress' });
    t.equal((await put(draft, place)).statusCode, 404);
    const boss = await app.signUp('Ada Ministra');
    await app.makeAdministrator(boss);
    t.equal((await put(draft, place, boss)).statusCode, 204);
    const priced = await addStory(author, {}, { pricing: { type: 'all_premium', priceCoins: 10 } });
    const { id: locked } = await addEpisode(priced, 1);
    t.equal((await put(locked, place)).statusCode, 402);
    const shut = await addStory(author, {}, { geofilter: { type: 'deny', countries: ['DE'] } });
    const { id: away } = await addEpisode(shut, 1);
    const reply = await app.call(`PUT /episodes/${away}/progress`, {
      as: reader,
      body: place,
      headers: { 'x-country': 'DE' },
    });
    t.equal(reply.statusCode, 451);
    for (const body of [
      {},
      { item: 0, furthest_item: 1 },
      { ...place, offset: 1.5 },
      { ...place, item: 1.5 },
    ])
      t.equal((await put(episodeId, body)).statusCode, 422, JSON.stringify(body));
  });

  await t.test(
    'SOC-08 places of before signing in come along by the same rule, any number of times',
    async (t) => {
      const { story, storyId, episodeId: first } = await start();
      const { id: second } = await addEpisode(story, 2, {}, { pages: 4 });
      const { id: draft } = await addEpisode(story, 3, { status: 'in_progress' });
      await keep(first, 7);
      setClock(app, later(1));
      const places = [
        { episode_id: first, item: 3, furthest_item: 9, read_at: later(-5).toISOString() },
        { episode_id: second, item: 2, furthest_item: 2, offset: 0.5, read_at: later(5).toISOString() },
        { episode_id: second, item: 4, furthest_item: 4, read_at: later(-60).toISOString() },
        { episode_id: draft, item: 1, furthest_item: 1, read_at: NOON.toISOString() },
        { episode_id: newId(), item: 1, furthest_item: 1, read_at: NOON.toISOString() },
      ];
      for (const _ of [1, 2]) {
        t.equal((await bring(places)).statusCode, 204);
        t.match(await mark(storyId, first), { item: 7, furthest_item: 9 });
        t.match(await mark(storyId, second), { item: 2, furthest_item: 4, finished: true });
        t.equal(await mark(storyId, draft), undefined);
      }
      t.match((await mine(storyId)).continue, { episode_id: second, offset: 0.5 });
      const [row] = await deps.db.select().from(episodePlaces).where(eq(episodePlaces.episodeId, second));
      t.same(row?.readAt, later(1), 'no place is of the future');
      t.equal((await bring([])).statusCode, 204);
      const many = Array.from({ length: 201 }, () => places[0] as object);
      t.equal((await bring(many)).statusCode, 422);
      t.equal((await app.call('PUT /library/progress', { body: { episodes: places } })).statusCode, 401);
      for (const read_at of [
        'yesterday',
        '2016-12-31T23:59:60Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59Z',
      ])
        t.match(String((await bring([{ ...places[0], read_at }])).statusCode), /^(204|422)$/, read_at);
      t.match(await mark(storyId, first), { item: 3, furthest_item: 9 }, 'a clock that is ahead is of now');
      const { storyId: old, episodeId: third } = await start();
      for (const read_at of ['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z'])
        t.match(
          String((await bring([{ ...places[0], episode_id: third, read_at }])).statusCode),
          /^(204|422)$/,
        );
      t.match(await mark(old, third), { item: 3, furthest_item: 9 });
    },
  );

  await t.test('GEO-08 a browser that was abroad brings nothing of what is closed there', async (t) => {
    const { storyId, episodeId } = await start();
    await deps.db
      .update(geofilterStrategies)
      .set({ type: 'deny', countries: ['DE'] })
      .where(eq(geofilterStrategies.storyId, storyId));
    const place = { episode_id: episodeId, item: 2, furthest_item: 2, read_at: NOON.toISOString() };
    const from = (country: string) =>
      app.call('PUT /library/progress', {
        as: reader,
        body: { episodes: [place] },
        headers: { 'x-country': country },
      });
    await from('DE');
    t.equal(await mark(storyId, episodeId), undefined);
    await from('FR');
    t.match(await mark(storyId, episodeId), { item: 2 });
  });
});
