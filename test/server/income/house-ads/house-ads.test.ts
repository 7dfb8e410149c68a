import { eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, houseAds } from '#db/schema/index.ts';
import { fillHouseAds } from '#server/domains/income/house-ads/service.ts';
import { newId } from '#server/lib/ids.ts';
import { AD, openAdHouse } from '../../../support/ad-house.ts';

t.test('our own advertisements', async (t) => {
  const { app, mei, tomas, reader, add, change, offered, titles, clear, idOf } = await openAdHouse();
  t.teardown(() => app.close());

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
    await Promise.all([change(id, { title_en: 'Eight days' }), change(id, { title_de: 'Acht Tage' }, tomas)]);
    t.same(
      [...(await titles('en')), ...(await titles('de'))],
      ['Eight days', 'Acht Tage'],
      'each its own words',
    );
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

  await t.test('ADS-02 a thousand of them are listed in parts, and a page takes a few', async (t) => {
    await clear();
    const texts = { en: { title: 'One of many', text: 'Look' } };
    const rows = Array.from({ length: 1000 }, () => ({
      id: newId(),
      look: 'seal' as const,
      texts,
      link: '/',
      weight: 5,
      target: 'all' as const,
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
