import { eq } from 'drizzle-orm';
import t from 'tap';
import { geofilterStrategies, pricingStrategies, seenMarks } from '#db/schema/index.ts';
import { createViewCounter } from '#server/domains/reading/counts/counter.ts';
import { viewCounter } from '#server/domains/reading/counts/view-counter.ts';
import { startTestApp } from '../../../support/app.ts';
import { createEpisode, publishStory } from '../../../support/console.ts';
import { eventually } from '../../../support/eventually.ts';
import { device, everywhere, joinTeam, viewAs, viewsOf } from '../../../support/figures.ts';
import { HOUR_MS, setClock } from '../../../support/releases.ts';

const NOON = new Date('2026-11-20T12:00:00Z');

t.test('views', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  // No timer flushes. Tests flush explicitly.
  viewCounter.provide(
    app.deps,
    createViewCounter(() => app.deps, app.caches.episodes, { flushMs: HOUR_MS }),
  );
  const creator = await app.signUp('Creator');
  const publish = async () => {
    setClock(app, NOON);
    const { story, episode } = await publishStory(app, creator);
    return { storyId: story.id, episodeId: episode.id, slug: story.slug };
  };
  const flush = () => viewCounter.of(app.deps).flush();

  await t.test('EPI-08, STO-19 a view is taken with 202, and counted with the next batch', async (t) => {
    const work = await publish();
    const reply = await device(app).view(work.episodeId);
    t.equal(reply.statusCode, 202);
    t.equal(reply.body, '');
    t.same(await viewsOf(app, work), everywhere(0));
    await flush();
    t.same(await viewsOf(app, work), everywhere(1));
    const episode = (await app.call(`GET /episodes/${work.episodeId}`)).json().episode;
    t.equal(episode.views_count, 1);
    t.equal((await app.call(`GET /stories/${work.storyId}`)).json().story.views_count, 1);
  });

  await t.test('EPI-08 one view per device, or reader, and episode in 24 hours', async (t) => {
    const work = await publish();
    const reader = await app.signUp('Reader');
    const phone = device(app);
    for (let turn = 0; turn < 3; turn += 1) {
      await phone.view(work.episodeId);
      await viewAs(app, reader, work.episodeId);
      await flush();
    }
    t.same(await viewsOf(app, work), everywhere(2));
    setClock(app, new Date(NOON.getTime() + 24 * HOUR_MS - 1000));
    await phone.view(work.episodeId);
    await viewAs(app, reader, work.episodeId);
    await flush();
    t.same(await viewsOf(app, work), everywhere(2), 'a second too early');
    setClock(app, new Date(NOON.getTime() + 24 * HOUR_MS));
    await phone.view(work.episodeId);
    await viewAs(app, reader, work.episodeId);
    await flush();
    t.same(await viewsOf(app, work), everywhere(4));
  });

  await t.test(
    'EPI-08 devices of one network are told apart; one that keeps no cookie has a limit',
    async (t) => {
      const work = await publish();
      for (const phone of [device(app), device(app), device(app)]) await phone.view(work.episodeId);
      const forgetful = device(app, { keeps: false, address: '198.51.100.1' });
      for (let turn = 0; turn < 130; turn += 1)
        t.equal((await forgetful.view(work.episodeId)).statusCode, 202);
      const forger = device(app, { keeps: false, address: '198.51.100.1' });
      await forger.view(work.episodeId, { cookie: 'view_mark=AAAAAAAAAAAAAAAA.BBBBBBBBBBBB' });
      await flush();
      t.same(await viewsOf(app, work), everywhere(103));
    },
  );

  await t.test('EPI-08 the mark of a device lasts a day, is signed, and no script can read it', async (t) => {
    const work = await publish();
    const [mark] = (await device(app).view(work.episodeId)).cookies;
    t.match(mark, { name: 'view_mark', httpOnly: true, sameSite: 'Lax', maxAge: 86_400, path: '/api/' });
    const again = await app.call(`POST /episodes/${work.episodeId}/views`, {
      headers: { cookie: `view_mark=${mark?.value}` },
    });
    t.equal(again.cookies[0]?.value, mark?.value, 'renewed, not replaced');
    await flush();
    const rows = await app.deps.db.select().from(seenMarks).where(eq(seenMarks.episodeId, work.episodeId));
    t.equal(rows.length, 1);
    t.notMatch(rows[0]?.reader, mark?.value.split('.')[0] as string, 'only a digest is stored');
  });

  await t.test('EPI-08 the team and administrators are not counted, and set no mark', async (t) => {
    const work = await publish();
    const helper = await app.signUp('Helper');
    const administrator = await app.signUp('Ada Ministra');
    await joinTeam(app, work.storyId, helper, 'viewer');
    await app.makeAdministrator(administrator);
    for (const account of [creator, helper, administrator]) {
      const reply = await viewAs(app, account, work.episodeId);
      t.equal(reply.statusCode, 202);
      t.same(reply.cookies, []);
    }
    await flush();
    t.same(await viewsOf(app, work), everywhere(0));
  });

  await t.test('EPI-08 a preview is no view', async (t) => {
    const work = await publish();
    const draft = await createEpisode(app, creator, work.storyId, 'Two');
    t.equal((await viewAs(app, creator, draft.id)).statusCode, 202);
    t.equal((await device(app).view(draft.id)).statusCode, 404);
    await flush();
    t.same(await viewsOf(app, { storyId: work.storyId, episodeId: draft.id }), everywhere(0));
  });

  await t.test('EPI-08 programs that read for others are not counted', async (t) => {
    const work = await publish();
    const agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const reply = await device(app).view(work.episodeId, { 'user-agent': agent });
    t.equal(reply.statusCode, 202);
    await flush();
    t.same(await viewsOf(app, work), everywhere(0));
  });

  await t.test('EPI-08 what cannot be read is refused as reading is, at once when it changes', async (t) => {
    const work = await publish();
    const phone = device(app);
    t.equal((await phone.view(work.episodeId)).statusCode, 202);
    const deed = (verb: string) =>
      app.call(`POST /creator/episodes/${work.episodeId}/${verb}`, { as: creator, body: {} });
    await deed('unpublish');
    t.equal((await phone.view(work.episodeId)).statusCode, 404);
    await flush();
    t.same(await viewsOf(app, work), everywhere(0), 'taken before, but not readable when counted');
    await deed('publish');
    t.equal((await phone.view(work.episodeId)).statusCode, 202);
    await flush();
    t.same(await viewsOf(app, work), everywhere(1));
  });

  await t.test('EPI-08 locked and unavailable episodes are not counted', async (t) => {
    const locked = await publish();
    await app.deps.db
      .insert(pricingStrategies)
      .values({ storyId: locked.storyId, type: 'all_premium', priceCoins: 5 });
    const reply = await device(app).view(locked.episodeId);
    t.equal(reply.statusCode, 402);
    const elsewhere = await publish();
    await app.deps.db
      .insert(geofilterStrategies)
      .values({ storyId: elsewhere.storyId, type: 'allow', countries: ['JP'] });
    t.equal((await device(app).view(elsewhere.episodeId)).statusCode, 451);
    await flush();
    t.same(await viewsOf(app, locked), everywhere(0));
    t.same(await viewsOf(app, elsewhere), everywhere(0));
  });

  await t.test('EPI-08 a day begins at midnight in UTC', async (t) => {
    const work = await publish();
    setClock(app, new Date('2026-11-20T23:59:59Z'));
    await device(app).view(work.episodeId);
    setClock(app, new Date('2026-11-21T00:00:00Z'));
    await device(app).view(work.episodeId);
    await flush();
    const url = `GET /creator/stories/${work.storyId}/statistics?from=2026-11-20&to=2026-11-21`;
    const { days } = (await app.call(url, { as: creator })).json();
    t.same(
      days.map((day: { date: string; views: number }) => [day.date, day.views]),
      [
        ['2026-11-20', 1],
        ['2026-11-21', 1],
      ],
    );
  });

  await t.test('EPI-08 a network that asks without end is told to wait', async (t) => {
    const work = await publish();
    const flood = device(app, { address: '192.0.2.200' });
    const statuses = new Set<number>();
    for (let turn = 0; turn < 301; turn += 1) statuses.add((await flood.view(work.episodeId)).statusCode);
    t.same([...statuses], [202, 429]);
    const refused = await flood.view(work.episodeId);
    t.match(refused.headers['retry-after'], /^\d+$/);
    t.equal((await device(app).view(work.episodeId)).statusCode, 202, 'another network is free');
  });

  await t.test('EPI-08 two processes count the same readers at once, each only once', async (t) => {
    const works = [await publish(), await publish(), await publish()];
    const counters = [0, 1].map(() => createViewCounter(() => app.deps, viewCounter.of(app.deps).episodes));
    const seenAt = app.deps.clock.now();
    for (const counter of counters) {
      for (const { episodeId } of works) {
        for (let reader = 0; reader < 200; reader += 1) {
          counter.add({ episodeId, reader: `reader ${reader}`, userId: null, country: null, seenAt });
        }
      }
    }
    await Promise.all(counters.map((counter) => counter.flush()));
    for (const work of works) t.same(await viewsOf(app, work), everywhere(200));
    await Promise.all(counters.map((counter) => counter.close()));
  });

  await t.test('EPI-08 a stop counts what has been taken; nothing is taken afterwards', async (t) => {
    const work = await publish();
    const counter = createViewCounter(() => app.deps, viewCounter.of(app.deps).episodes);
    const view = { episodeId: work.episodeId, userId: null, country: null, seenAt: app.deps.clock.now() };
    counter.add({ ...view, reader: 'one' });
    await counter.close();
    t.same(await viewsOf(app, work), everywhere(1));
    counter.add({ ...view, reader: 'two' });
    await counter.flush();
    t.same(await viewsOf(app, work), everywhere(1));
  });

  await t.test(
    'EPI-08 while the database is away views wait, but not more than there is room for',
    async (t) => {
      const work = await publish();
      let isAway = true;
      const away = { transaction: () => Promise.reject(new Error('away')) } as never;
      const counter = createViewCounter(
        () => (isAway ? { ...app.deps, db: away } : app.deps),
        viewCounter.of(app.deps).episodes,
        { waitingMaxCount: 10 },
      );
      for (let reader = 0; reader < 25; reader += 1) {
        const seenAt = app.deps.clock.now();
        counter.add({ episodeId: work.episodeId, reader: `r${reader}`, userId: null, country: null, seenAt });
      }
      await counter.flush();
      t.same(await viewsOf(app, work), everywhere(0));
      isAway = false;
      await counter.flush();
      t.same(await viewsOf(app, work), everywhere(10));
      await counter.close();
    },
  );

  await t.test('EPI-08 a view does not wait for the pages, which are in no hurry', async (t) => {
    const work = await publish();
    const counter = createViewCounter(() => app.deps, viewCounter.of(app.deps).episodes, { flushMs: 1 });
    for (const [turn, reader] of ['one', 'two', 'three'].entries()) {
      const seenAt = app.deps.clock.now();
      counter.add({ episodeId: work.episodeId, reader, userId: null, country: null, seenAt });
      await eventually('the view is counted', async () => (await viewsOf(app, work)).episode === turn + 1);
    }
    t.same(await viewsOf(app, work), everywhere(3));
    await counter.close();
  });

  await t.test('EPI-08 an episode that was erased meanwhile holds up nothing', async (t) => {
    const work = await publish();
    const seenAt = app.deps.clock.now();
    const gone = '00000000-0000-7000-8000-000000000000';
    for (const episodeId of [gone, work.episodeId])
      viewCounter.of(app.deps).add({ episodeId, reader: 'r', userId: null, country: null, seenAt });
    await flush();
    t.same(await viewsOf(app, work), everywhere(1));
  });

  await t.test('STO-19 public pages are rendered anew for views at most every ten minutes', async (t) => {
    const work = await publish();
    const purged: string[] = [];
    const { cache } = app.deps;
    const listening = { purge: (tags: readonly string[]) => void purged.push(...tags) };
    const counter = createViewCounter(
      () => ({ ...app.deps, cache: listening }),
      viewCounter.of(app.deps).episodes,
    );
    const add = (reader: string) =>
      counter.add({ ...work, reader, userId: null, country: null, seenAt: app.deps.clock.now() });
    add('one');
    await counter.flush();
    t.same(purged, []);
    setClock(app, new Date(NOON.getTime() + 9 * 60_000));
    add('two');
    await counter.flush();
    t.same(purged, []);
    setClock(app, new Date(NOON.getTime() + 10 * 60_000));
    await counter.flush();
    t.same(purged, [`story:${work.storyId}`, 'landing:new']);
    await counter.flush();
    t.equal(purged.length, 2, 'once');
    await counter.close();
    t.equal(app.deps.cache, cache);
  });
});
