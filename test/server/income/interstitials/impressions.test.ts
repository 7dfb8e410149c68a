import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodeCounters, episodeDays, pricingStrategies, storyDays } from '#db/schema/index.ts';
import { createViewCounter } from '#server/domains/reading/counts/counter.ts';
import { viewCounter } from '#server/domains/reading/counts/view-counter.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { HOUR_MS, setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const PREMIUM = { pricing: { type: 'all_premium' as const, priceCoins: 5 } };

t.test('impressions', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  viewCounter.provide(
    app.deps,
    createViewCounter(() => app.deps, app.caches.episodes, { flushMs: HOUR_MS }),
  );
  setClock(app, NOON);
  const shelf = openShelf(app.deps);
  const author = await shelf.addAuthor();
  const [reader, member, administrator] = [
    await app.signUp('Reader'),
    await app.signUp('Member'),
    await app.signUp('Ada Ministra'),
  ];
  await app.makeAdministrator(administrator);

  type Strategies = Parameters<typeof shelf.addStory>[2];
  async function publish(pages = 9, strategies: Strategies = {}) {
    const story = await shelf.addStory(author, {}, strategies);
    await joinTeam(app, story.id, member, 'viewer');
    const { id } = await shelf.addEpisode(story, 1, {}, { pages });
    return { storyId: story.id, episodeId: id };
  }
  type Work = Awaited<ReturnType<typeof publish>>;

  /** A device that keeps the cookie from the episode's page, or an account. */
  function someone(as?: Account) {
    let cookie: string | undefined;
    return async ({ episodeId }: Pick<Work, 'episodeId'>, slot: unknown) => {
      if (as === undefined) cookie ??= await markFrom(episodeId);
      const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
      const body = { episode_id: episodeId, slot };
      const reply = await app.call('POST /ad_impressions', { body, headers, as });
      const mark = reply.cookies.find(({ name }) => name === 'view_mark');
      if (mark !== undefined) cookie = `view_mark=${mark.value}`;
      return reply;
    };
  }
  async function markFrom(episodeId: string): Promise<string | undefined> {
    const { cookies } = await app.call(`POST /episodes/${episodeId}/views`);
    const mark = cookies.find(({ name }) => name === 'view_mark');
    return mark && `view_mark=${mark.value}`;
  }
  const leftOut = async (reason: string): Promise<number> => {
    const found = await app.deps.metrics.registry.getSingleMetric('tsuzuki_ads_left_out_total')?.get();
    return found?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
  };
  async function counted({ storyId, episodeId }: Work) {
    await viewCounter.of(app.deps).flush();
    const { db } = app.deps;
    const [total] = await db.select().from(episodeCounters).where(eq(episodeCounters.episodeId, episodeId));
    const ofEpisode = await db.select().from(episodeDays).where(eq(episodeDays.episodeId, episodeId));
    const ofStory = await db.select().from(storyDays).where(eq(storyDays.storyId, storyId));
    const sum = (days: { impressions: number }[]) =>
      days.reduce((all, { impressions }) => all + impressions, 0);
    return [total?.impressionsCount ?? 0, sum(ofEpisode), sum(ofStory)];
  }
  const everywhere = (count: number) => [count, count, count];

  await t.test('ADS-06 each slot of an episode counts once for a device and a day', async (t) => {
    const work = await publish();
    const phone = someone();
    const first = await phone(work, 4);
    t.equal(first.statusCode, 204);
    t.equal(first.body, '');
    await phone(work, 4);
    t.same(await counted(work), everywhere(1), 'sent twice in one batch');
    await phone(work, 4);
    t.same(await counted(work), everywhere(1), 'sent again after it');
    await phone(work, 8);
    t.same(await counted(work), everywhere(2), 'another slot');
    await someone()(work, 4);
    await someone(reader)(work, 4);
    t.same(await counted(work), everywhere(4), 'another device, and a reader');
    setClock(app, new Date(NOON.getTime() + 24 * HOUR_MS));
    await phone(work, 4);
    t.same(await counted(work), everywhere(5), 'a day later');
    setClock(app, NOON);
    const { episode } = (await app.call(`GET /episodes/${work.episodeId}`)).json();
    t.equal(episode.impressions_count, 5);
    t.equal(episode.views_count, 2, 'of the two devices that opened it: an advertisement is no view');
  });

  await t.test('ADS-06 a view and an advertisement of one device count apart', async (t) => {
    const work = await publish();
    const { cookies } = await app.call(`POST /episodes/${work.episodeId}/views`);
    const cookie = `view_mark=${cookies.find(({ name }) => name === 'view_mark')?.value}`;
    const body = { episode_id: work.episodeId, slot: 4 };
    const reply = await app.call('POST /ad_impressions', { body, headers: { cookie } });
    t.equal(
      reply.cookies.find(({ name }) => name === 'view_mark')?.value,
      cookie.slice(10),
      'one mark for both',
    );
    t.same(await counted(work), everywhere(1));
    const { episode } = (await app.call(`GET /episodes/${work.episodeId}`)).json();
    t.equal(episode.views_count, 1);
  });

  await t.test('ADS-04, ADS-06 what is no slot of the episode is refused', async (t) => {
    const work = await publish(8);
    for (const slot of [1, 5, 8, 12, 1e9]) {
      const reply = await someone()(work, slot);
      t.equal(reply.statusCode, 422, `after ${slot} of 8 pages`);
      t.same(reply.json().fields, [{ slot: ['is invalid'] }]);
    }
    for (const slot of [0, -4, 4.5, '4', null, undefined])
      t.equal((await someone()(work, slot)).statusCode, 422, String(slot));
    t.same(await counted(work), everywhere(0));
  });

  await t.test('ADS-06 what cannot be read shows nothing', async (t) => {
    const premium = await publish(9, PREMIUM);
    t.equal((await someone()(premium, 4)).statusCode, 402);
    const far = await publish(9, { geofilter: { type: 'allow', countries: ['JP'] } });
    t.equal((await someone()(far, 4)).statusCode, 451);
    t.equal((await someone()({ episodeId: author }, 4)).statusCode, 404);
  });

  await t.test('ADS-06 the team and administrators are answered, and do not count', async (t) => {
    const [free, premium] = [await publish(), await publish(9, PREMIUM)];
    for (const as of [member, administrator]) {
      for (const work of [free, premium]) t.equal((await someone(as)(work, 4)).statusCode, 204);
    }
    t.same(await counted(free), everywhere(0));
    t.same(await counted(premium), everywhere(0));
  });

  await t.test('ADS-06 what becomes premium before the batch is counted no more', async (t) => {
    const work = await publish();
    await someone()(work, 4);
    await app.deps.db
      .update(pricingStrategies)
      .set(PREMIUM.pricing)
      .where(eq(pricingStrategies.storyId, work.storyId));
    t.same(await counted(work), everywhere(0));
  });

  await t.test('ADS-06 programs that read for others are answered, and do not count', async (t) => {
    const work = await publish();
    const reply = await app.call('POST /ad_impressions', {
      body: { episode_id: work.episodeId, slot: 4 },
      headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
    });
    t.equal(reply.statusCode, 204);
    t.same(await counted(work), everywhere(0));
  });

  await t.test(
    'ADS-06 impressions cannot be made up without a cookie, and nothing tells that they do not count',
    async (t) => {
      const work = await publish();
      const before = await leftOut('unmarked');
      const send = (address: string, slot: number) =>
        app.call('POST /ad_impressions', { body: { episode_id: work.episodeId, slot }, address });
      for (let turn = 0; turn < 80; turn += 1) {
        const reply = await send('198.51.100.1', 4);
        t.equal(reply.statusCode, 204);
        t.ok(reply.cookies.some(({ name }) => name === 'view_mark'));
      }
      t.same(await counted(work), everywhere(1), 'once for a network');
      t.equal((await leftOut('unmarked')) - before, 79);
      for (let turn = 0; turn < 40; turn += 1) await send(`2001:db8:0:1${turn + 10}::1`, 4);
      t.same(await counted(work), everywhere(5), 'a /56 counts as four households');
      await send('198.51.100.1', 8);
      t.same(await counted(work), everywhere(6), 'another slot');
    },
  );

  await t.test('ADS-06 marks that were gathered count for a few dozen devices of a network', async (t) => {
    const work = await publish();
    const before = await leftOut('network');
    const marks: string[] = [];
    for (let turn = 0; turn < 50; turn += 1) marks.push((await markFrom(work.episodeId)) ?? '');
    const send = (cookie: string, address: string) =>
      app.call('POST /ad_impressions', {
        body: { episode_id: work.episodeId, slot: 4 },
        headers: { cookie },
        address,
      });
    for (const mark of marks) t.equal((await send(mark, '198.51.100.2')).statusCode, 204);
    t.same(await counted(work), everywhere(30));
    t.equal((await leftOut('network')) - before, 20);
    t.equal((await someone(reader)(work, 4)).statusCode, 204);
    t.same(await counted(work), everywhere(31), 'who has an account counts');
  });

  await t.test(
    'ADS-06 a network that sends without end is answered like everybody, and left out',
    async (t) => {
      const work = await publish();
      const before = await leftOut('too_many');
      const call = () =>
        app.call('POST /ad_impressions', {
          body: { episode_id: work.episodeId, slot: 4 },
          address: '198.51.100.77',
        });
      const told = new Set<string>();
      for (let turn = 0; turn < 620; turn += 1) {
        const { statusCode, headers, cookies } = await call();
        told.add(`${statusCode} ${headers['retry-after']} ${cookies.map(({ name }) => name)}`);
      }
      t.same([...told], ['204 undefined view_mark']);
      t.equal((await leftOut('too_many')) - before, 20);
      t.same(await counted(work), everywhere(1));
    },
  );

  await t.test('ADS-03, ADS-05 the app is told where they stand, and for whom nowhere', async (t) => {
    const [free, premium] = [await publish(13), await publish(9, PREMIUM)];
    const ask = (work: Work, as?: Account) => app.call(`GET /episodes/${work.episodeId}/ad_slots`, { as });
    t.same((await ask(free)).json().slots, [4, 8, 12]);
    t.same((await ask(free, reader)).json().slots, [4, 8, 12]);
    for (const as of [member, administrator]) {
      t.match((await ask(free, as)).json(), { slots: [], ads: [] });
      t.match((await ask(premium, as)).json(), { slots: [], ads: [] });
    }
    t.equal((await ask(premium)).statusCode, 402);
    t.equal((await ask({ ...free, episodeId: author })).statusCode, 404);
  });
});
