/** Administrators write our own advertisements; pages and the app are offered those that run and fit. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  adminActions,
  geofilterStrategies,
  houseAdDays,
  houseAds,
  stories,
  subscriptions,
} from '#db/schema/index.ts';
import { fillHouseAds } from '#server/domains/ads/house-ads.ts';
import { createViewCounter } from '#server/domains/statistics/counter.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { HOUR_MS, setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const AD = {
  ...{ look: 'ink', link: '/ranking', target: 'all', weight: 10 },
  ...{ title_en: 'Seven days', text_en: 'See the calendar', title_de: 'Sieben Tage', text_de: 'Sieh nach' },
};

t.test('our own advertisements', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  app.deps.views = createViewCounter(() => app.deps, app.caches.episodes, { flushMs: HOUR_MS });
  setClock(app, NOON);
  const [mei, tomas, reader] = [
    await app.signUp('Mei Tan'),
    await app.signUp('Tomás Reyes'),
    await app.signUp('Reader'),
  ];
  for (const administrator of [mei, tomas]) await app.makeAdministrator(administrator);
  const shelf = openShelf(app.deps);
  const author = await shelf.addAuthor();
  const story = await shelf.addStory(author, { genre: 'crime' });
  const { id: episodeId } = await shelf.addEpisode(story, 1, {}, { pages: 9 });

  const add = (body: object = {}, as: Account = mei) =>
    app.call('POST /admin/ads', { as, body: { ...AD, ...body } });
  const change = (id: string, body: object, as: Account = mei) =>
    app.call(`PATCH /admin/ads/${id}`, { as, body });
  const offered = async (language = 'en', as?: Account) =>
    (await app.call(`GET /episodes/${episodeId}/ad_slots?language=${language}`, { as })).json();
  const titles = async (language?: string, as?: Account): Promise<string[]> =>
    [
      ...new Set<string>((await offered(language, as)).ads.map(({ title }: { title: string }) => title)),
    ].sort();
  const clear = async () => {
    await app.deps.db.delete(houseAds);
    await app.deps.db
      .insert(houseAds)
      .values({ id: newId(), texts: {}, look: 'ink', link: '/', weight: 1, target: 'all', deletedAt: NOON });
  };
  const idOf = (reply: { json(): { ad: { id: string } } }) => reply.json().ad.id;

  await t.test('ADS-02 the first ones are written down once, and stand before that', async (t) => {
    t.ok((await titles()).length > 0, 'before the table was filled');
    await Promise.all([fillHouseAds(app.deps), fillHouseAds(app.deps), fillHouseAds(app.deps)]);
    const { ads, total } = (await app.call('GET /admin/ads', { as: mei })).json();
    t.equal(total, 2);
    t.same(ads[0].languages, ['en', 'de']);
    for (const { id } of ads)
      t.equal((await app.call(`DELETE /admin/ads/${id}`, { as: mei })).statusCode, 200);
    await fillHouseAds(app.deps);
    t.equal((await app.call('GET /admin/ads', { as: mei })).json().total, 0, 'deleted ones do not come back');
    t.same(await titles(), []);
  });

  await t.test('ADS-02, ROL-11 only administrators, each deed in the log', async (t) => {
    await clear();
    for (const as of [reader, undefined])
      t.ok([401, 403].includes((await app.call('POST /admin/ads', { as, body: AD })).statusCode));
    const added = await add();
    t.equal(added.statusCode, 201);
    const id = idOf(added);
    t.same(await titles('en'), ['Seven days']);
    t.same(await titles('de'), ['Sieben Tage']);
    const changed = await change(id, { weight: 20, title_en: 'Eight days' });
    t.match(changed.json(), { ad: { weight: 20, lock_version: 1, texts: { de: { title: 'Sieben Tage' } } } });
    t.same(await titles('en'), ['Eight days']);
    await app.call(`DELETE /admin/ads/${id}`, { as: mei });
    t.same(await titles(), []);
    t.equal((await change(id, { weight: 3 })).statusCode, 404);
    const log = await app.deps.db.select().from(adminActions).where(eq(adminActions.subjectId, id));
    t.same(log.map(({ deed }) => deed).sort(), ['ad_added', 'ad_changed', 'ad_deleted']);
    t.match((await app.call(`GET /admin/log?subject_id=${id}`, { as: mei })).json().actions[0], {
      subject: { type: 'ad', name: 'Eight days' },
    });
  });

  await t.test('ADS-02 of two administrators at once one is told that the other was faster', async (t) => {
    await clear();
    const id = idOf(await add());
    const replies = await Promise.all(
      [mei, tomas].map((as, at) => change(id, { weight: 30 + at, lock_version: 0 }, as)),
    );
    t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 409]);
    t.match(replies.find(({ statusCode }) => statusCode === 409)?.json(), { code: 'stale_version' });
  });

  await t.test('ADS-02 what is wrong is named by its field', async (t) => {
    await clear();
    const table: [object, string][] = [
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        '//shop.example',
        'http://shop.example',
        '/\\shop.example',
      ].map((link): [object, string] => [{ link }, 'link']),
      [{ title_en: 'x'.repeat(49) }, 'title_en'],
      [{ text_en: 'x'.repeat(91) }, 'text_en'],
      [{ text_de: '' }, 'text_de'],
      [{ title_en: '', text_en: '', title_de: '', text_de: '' }, 'title_en'],
      [{ starts_on: '2026-02-31' }, 'starts_on'],
      [{ ends_on: 'tomorrow' }, 'ends_on'],
      [{ starts_on: '2026-12-02', ends_on: '2026-12-01' }, 'ends_on'],
      [{ weight: 0 }, 'weight'],
      [{ weight: 101 }, 'weight'],
      [{ weight: 1.5 }, 'weight'],
      [{ daily_max_count: 0 }, 'daily_max_count'],
      [{ target: 'genres' }, 'genres'],
      [{ target: 'genres', genres: ['crime', '<script>'] }, 'genres'],
      [{ target: 'few_subscriptions' }, 'subscriptions_below'],
      [{ target: 'nobody' }, 'target'],
      [{ look: 'blinking' }, 'look'],
      [{ look: 'story', link: '/ranking' }, 'link'],
      [{ look: 'story', link: '/stories/nobody-knows-it' }, 'link'],
      [{ look: 'story', link: 'https://shop.example/stories/a' }, 'link'],
    ];
    for (const [body, field] of table) {
      const reply = await add(body);
      t.equal(reply.statusCode, 422, JSON.stringify(body).slice(0, 60));
      t.same(
        reply.json().fields?.flatMap((each: object) => Object.keys(each)),
        [field],
        field,
      );
    }
    t.equal((await app.call('GET /admin/ads', { as: mei })).json().total, 0);
    const hostile = '<b onmouseover=alert(1)>‮“';
    const kept = await add({ title_en: hostile });
    t.equal(kept.json().ad.texts.en.title, hostile, 'text is text');
  });

  await t.test('ADS-02 each runs on its days, and for whom it is meant', async (t) => {
    await clear();
    const only = async (body: object) => {
      await clear();
      await add(body);
      return (await titles()).length > 0;
    };
    t.equal(await only({ starts_on: '2026-11-21' }), false, 'tomorrow');
    t.equal(await only({ starts_on: '2026-11-20', ends_on: '2026-11-20' }), true, 'today');
    t.equal(await only({ ends_on: '2026-11-19' }), false, 'yesterday');
    t.equal(await only({ title_en: '', text_en: '' }), false, 'not in this language');
    t.same(await titles('de'), ['Sieben Tage']);
    t.equal(await only({ target: 'genres', genres: ['fantasy', 'crime'] }), true);
    t.equal(await only({ target: 'genres', genres: ['fantasy'] }), false);
    t.equal(await only({ target: 'between_chapters' }), false, 'no novel');
    t.equal(await only({ target: 'few_subscriptions', subscriptions_below: 1 }), true);
    t.equal((await titles('en', reader)).length, 1, 'no subscription yet');
    await app.deps.db
      .insert(subscriptions)
      .values({ storyId: story.id, readerId: reader.id, createdAt: NOON });
    t.equal((await titles('en', reader)).length, 0);
    t.match((await offered('en', reader)).reader, {
      publishes: false,
      subscriptions_count: 1,
    });
  });

  await t.test('ADS-02 a paused one is shown to nobody until it goes on', async (t) => {
    await clear();
    const id = idOf(await add());
    t.match((await change(id, { paused: true })).json(), { ad: { state: 'paused', paused: true } });
    t.same(await titles(), []);
    t.match((await change(id, { paused: false })).json(), { ad: { state: 'running' } });
    t.same(await titles(), ['Seven days']);
  });

  await t.test('ADS-02 one about a story has its cover, and stands where that may be read', async (t) => {
    await clear();
    const moths = await shelf.addStory(author, { slug: 'the-moth-queen', title: 'The Moth Queen' });
    await shelf.addEpisode(moths, 1, {}, { pages: 1 });
    const { id: within } = await shelf.addEpisode(moths, 2, {}, { pages: 9 });
    const id = idOf(await add({ look: 'story', link: '/stories/the-moth-queen' }));
    t.match((await offered()).ads[0], { link: '/stories/the-moth-queen', story: { id: moths.id } });
    t.same((await app.call(`GET /episodes/${within}/ad_slots`)).json().ads, [], 'not in itself');
    const set = (values: object) => app.deps.db.update(stories).set(values).where(eq(stories.id, moths.id));
    const seen = async (values: object) => {
      await set(values);
      return (await titles()).length > 0;
    };
    t.equal(await seen({ rating: 'mature16' }), false, 'for older readers');
    t.equal(await seen({ rating: 'all', published: false }), false, 'not published');
    t.equal((await app.call('GET /admin/ads', { as: mei })).json().ads[0].story.open, false);
    t.equal(await seen({ published: true, deletedAt: NOON }), false, 'deleted');
    t.equal(await seen({ deletedAt: null }), true);
    await app.deps.db
      .update(geofilterStrategies)
      .set({ type: 'allow', countries: ['JP'] })
      .where(eq(geofilterStrategies.storyId, moths.id));
    t.same(await titles(), [], 'not in this country');
    t.match((await change(id, { look: 'ink' })).json(), { ad: { story: null } });
    t.same(await titles(), ['Seven days'], 'an address like any other');
  });

  await t.test('ADS-02 whoever has the app is not asked to get it', async (t) => {
    await clear();
    await add({ target: 'without_app' });
    t.equal((await titles('en')).length, 1);
    const headers = { authorization: `Bearer ${reader.token}` };
    const own = await app.call(`GET /episodes/${episodeId}/ad_slots`, { headers });
    t.match(own.json(), { ads: [], reader: { has_app: true } });
  });

  await t.test('ADS-02 a form empties what it leaves empty', async (t) => {
    await clear();
    const id = idOf(await add({ ends_on: '2026-12-01', daily_max_count: 2 }));
    const body = new URLSearchParams({
      ends_on: '',
      daily_max_count: '',
      title_de: '',
      text_de: '',
      weight: '7',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const reply = await app.call(`POST /admin/ads/${id}?_method=PATCH`, {
      as: mei,
      body: body.toString(),
      headers,
    });
    t.equal(reply.statusCode, 303);
    const [row] = await app.deps.db.select().from(houseAds).where(eq(houseAds.id, id));
    t.match(row, { endsOn: null, dailyMaxCount: null, weight: 7, texts: { en: { title: 'Seven days' } } });
    t.notOk(row?.texts.de);
  });

  await t.test(
    'ADS-06 each is counted by itself, shown and followed, once per slot and device',
    async (t) => {
      await clear();
      const id = idOf(await add());
      const jar: Record<string, string> = {};
      const send = async (call: string, body: object) => {
        const reply = await app.call(call as 'POST /ad_follows', {
          body: { episode_id: episodeId, ...body },
          headers: jar,
        });
        const mark = reply.cookies.find(({ name }) => name === 'view_mark');
        if (mark !== undefined) jar.cookie = `view_mark=${mark.value}`;
        return reply.statusCode;
      };
      for (let turn = 0; turn < 3; turn += 1) {
        t.equal(await send('POST /ad_impressions', { slot: 4, ad_id: id }), 204);
        t.equal(await send('POST /ad_follows', { slot: 4, ad_id: id }), 204);
      }
      t.equal(
        await send('POST /ad_impressions', { slot: 8, ad_id: author }),
        204,
        'no advertisement of ours',
      );
      await app.deps.views.flush();
      const days = await app.deps.db.select().from(houseAdDays);
      t.same(days, [{ adId: id, day: '2026-11-20', shown: 1, followed: 1 }]);
      const { episode } = (await app.call(`GET /episodes/${episodeId}`)).json();
      t.equal(episode.impressions_count, 2, 'the episode counts both, and no press');
      const [listed] = (await app.call('GET /admin/ads', { as: mei })).json().ads;
      t.match(listed, { shown_count: 1, followed_count: 1 });
      await change(id, { ends_on: '2026-11-19' });
      const other = { slot: 8, ad_id: id };
      delete jar.cookie;
      t.equal(await send('POST /ad_impressions', other), 204, 'one that ended while it was shown');
      await app.deps.views.flush();
      t.equal(
        (await app.call(`GET /episodes/${episodeId}`)).json().episode.impressions_count,
        3,
        'still pays',
      );
    },
  );

  await t.test('ADS-02 a thousand of them are listed in parts, and a page takes a few', async (t) => {
    await clear();
    const texts = { en: { title: 'One of many', text: 'Look' } };
    const rows = Array.from({ length: 1000 }, () => ({
      ...{ id: newId(), look: 'seal' as const, texts, link: '/', weight: 5, target: 'all' as const },
    }));
    await app.deps.db.insert(houseAds).values(rows);
    const { ads, total } = (await app.call('GET /admin/ads?per_page=100&page=10', { as: mei })).json();
    t.same([ads.length, total], [100, 1000]);
    t.same(
      (await offered()).ads.map(({ slot }: { slot: number }) => slot),
      [4, 8],
    );
  });
});
