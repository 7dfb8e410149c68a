import { eq } from 'drizzle-orm';
import t from 'tap';
import { erasedStories, revenueCredits, stories, storyDays, users } from '#db/schema/index.ts';
import { viewerOf } from '#server/domains/accounts/sessions/rules.ts';
import { listRevenue } from '#server/domains/income/earnings/queries.ts';
import { findMonth } from '#server/domains/income/earnings/queries-month.ts';
import { exactDollars } from '#server/domains/income/earnings/rules.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { newId } from '#server/lib/ids.ts';
import { addMonths } from '#server/lib/months.ts';
import { startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { rowsRead } from '../../../support/plans.ts';
import { setClock } from '../../../support/releases.ts';
import { credit, makeFounder, payOut } from '../../../support/revenue.ts';
import { openShelf } from '../../../support/shelf.ts';

const first = (month: string) => new Date(`${month}-01T03:00:00Z`);

t.test('revenue that was credited', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  setClock(app, new Date('2026-11-20T12:00:00Z'));
  const { db } = app.deps;
  const creator = await app.signUp('Creator');
  const other = await app.signUp('Other');
  await makeFounder(app, creator, '2025-03-01');
  const { story: ash } = await publishStory(app, creator, { title: 'Ash Street' });
  const { story: kiosk } = await publishStory(app, creator, { title: 'Kiosk' });
  const { story: foreign } = await publishStory(app, other, { title: 'Foreign' });
  await db.update(stories).set({ firstPublishedAt: new Date('2026-08-10T12:00:00Z') });
  const get = async (path: string, as = creator) => (await app.call(`GET ${path}`, { as })).json();
  const line = (storyId: string, netMicros: number, impressions = 0) => ({ storyId, netMicros, impressions });

  await credit(app, { period: '2026-08', at: first('2026-09'), lines: [line(ash.id, 133_346_666, 900)] });
  await payOut(app, creator, { cents: 10_000, at: new Date('2026-09-30T23:59:59Z') });
  await credit(app, {
    period: '2026-09',
    at: first('2026-10'),
    lines: [
      line(ash.id, 76_412_905, 171_004),
      line(kiosk.id, 5_021_840, 11_306),
      line(foreign.id, 10_000_001, 7),
    ],
  });
  await credit(app, {
    period: '2026-09',
    kind: 'correction',
    at: new Date('2026-10-20T10:00:00Z'),
    lines: [line(kiosk.id, -1_000_001, 0)],
  });
  await db.insert(storyDays).values([
    { storyId: ash.id, day: '2026-09-30', impressions: 5 },
    { storyId: ash.id, day: '2026-10-31', impressions: 40 },
    { storyId: kiosk.id, day: '2026-11-02', impressions: 2 },
  ]);

  await t.test(
    'REV-08, REV-09, REV-10, REV-11, REV-23 months with what was credited and paid in them',
    async (t) => {
      const { rows } = await get('/creator/revenue');
      const of = (row: Record<string, unknown>) => Object.values(row).join(' ');
      t.same(rows.map(of), [
        '2026 11 2 0.00 160.33 0.00 ',
        '2026 10 40 0.00 160.33 0.00 ',
        '2026 9 182310 60.33 160.33 100.00 2026-10-01T03:00:00.000Z',
        '2026 8 900 100.00 100.00 0.00 2026-09-01T03:00:00.000Z',
      ]);
    },
  );

  await t.test(
    'REV-14, REV-17 the balance is what the ledger says: all earned less what was paid',
    async (t) => {
      t.match(await get('/user/earnings'), {
        balance: '60.33',
        requested: '0.00',
        cumulated: '160.33',
        transferred: '100.00',
        payouts: [{ amount: '100.00', state: 'paid', paid_at: '2026-09-30T23:59:59.000Z' }],
      });
      t.equal((await findBalances(app.deps, creator.id)).earned, 60_330_000);
      t.same(await findDiscrepancies(app.deps), []);
      await payOut(app, other, { cents: 10_000, at: first('2026-11'), state: 'requested' }).then(
        () => t.fail('more than was earned'),
        () => t.pass(),
      );
    },
  );

  await t.test(
    'REV-03, REV-04, REV-17 a month line by line, its correction as lines of its own',
    async (t) => {
      const month = await get('/creator/revenue/2026-09');
      t.match(month, {
        period: '2026-09',
        share_basis_points: 7500,
        ad_impressions: 182_310,
        net_revenue: '80.434744',
        share: '60.326058',
        earnings: '60.33',
        total: 3,
        credits: [
          {
            kind: 'month',
            share: '61.076058',
            carried_in: '0.009999',
            credited: '61.08',
            carried_on: '0.006057',
          },
          {
            kind: 'correction',
            share: '-0.750000',
            carried_in: '0.006057',
            credited: '-0.75',
            carried_on: '0.006057',
          },
        ],
        lines: [
          { title: 'Ash Street', kind: 'month', net_revenue: '76.412905', share: '57.309678', line: 2 },
          {
            title: 'Kiosk',
            kind: 'month',
            net_revenue: '5.021840',
            share: '3.766380',
            share_basis_points: 7500,
          },
          { title: 'Kiosk', kind: 'correction', net_revenue: '-1.000001', share: '-0.750000' },
        ],
      });
      t.notMatch(JSON.stringify(month), foreign.id);
      const second = await get('/creator/revenue/2026-09?per_page=2&page=2');
      t.match([second.lines.length, second.total], [1, 3]);
      t.match(await get('/creator/revenue/2026-09', other), {
        share_basis_points: 7000,
        earnings: '7.00',
        total: 1,
      });
    },
  );

  await t.test('REV-13 one story alone, to the micro-dollar', async (t) => {
    const { rows } = await get(`/creator/revenue?story_id=${kiosk.id}`);
    t.match(rows, [
      { month: 11, ad_impressions: 2, earnings: '0.000000', transferred_earnings: null },
      { month: 10, earnings: '0.000000' },
      { month: 9, ad_impressions: 11_306, earnings: '3.016380', cumulated_earnings: '3.016380' },
      { month: 8, ad_impressions: 0, earnings: '0.000000', cumulated_earnings: '0.000000' },
    ]);
  });

  await t.test('ROL-06 what is not theirs is not there', async (t) => {
    const reader = await app.signUp('Reader');
    for (const [path, as] of [
      [`/creator/revenue?story_id=${kiosk.id}`, other],
      ['/creator/revenue/2026-08', other],
      ['/creator/revenue/2026-09', reader],
      ['/creator/revenue/2026-09/statement', reader],
      ['/creator/revenue/2026-10', creator],
      ['/creator/revenue/2026-13', creator],
      ["/creator/revenue/2026-09'", creator],
    ] as const)
      t.equal((await app.call(`GET ${path}`, { as })).statusCode, 404, path);
    t.equal((await app.call('GET /creator/revenue/2026-09')).statusCode, 401);
    t.equal((await app.call('GET /creator/revenue/2026-09/statement')).statusCode, 401);
    t.same((await get('/creator/revenue', reader)).rows, []);
  });

  await t.test(
    'REV-02 a former owner keeps what was credited, and reads no title that is not public',
    async (t) => {
      const { story } = await publishStory(app, other, { title: 'Handed on' });
      await credit(app, { period: '2026-10', at: first('2026-11'), lines: [line(story.id, 20_000_000, 3)] });
      await db.update(stories).set({ ownerId: creator.id }).where(eq(stories.id, story.id));
      t.match(await get('/creator/revenue/2026-10', other), {
        earnings: '14.00',
        lines: [{ title: 'Handed on' }],
      });
      await db
        .update(stories)
        .set({ title: 'Still secret', published: false })
        .where(eq(stories.id, story.id));
      t.match(await get('/creator/revenue/2026-10', other), { lines: [{ title: null, story_id: story.id }] });
      t.match(await get(`/creator/revenue?story_id=${story.id}`, other), {
        rows: [{}, { earnings: '14.000000' }],
      });
      t.equal((await app.call('GET /creator/revenue/2026-10', { as: creator })).statusCode, 404);
      t.match((await get('/creator/revenue')).rows, [{}, { month: 10, earnings: '0.00' }]);
    },
  );

  await t.test('REV-22 the table comes as a file, amounts below zero as numbers', async (t) => {
    await credit(app, {
      period: '2026-10',
      kind: 'correction',
      at: new Date('2026-11-05T10:00:00Z'),
      lines: [line(foreign.id, -30_000_000)],
    });
    const reply = await app.call('GET /creator/revenue?format=csv', { as: other });
    t.match(reply.headers['content-type'], 'text/csv');
    t.match(reply.headers['content-disposition'], 'revenue-2026-11.csv');
    t.equal(
      reply.body,
      [
        '\ufeffyear,month,ad_impressions,earnings,cumulated_earnings,transferred_earnings',
        '2026,11,0,0.00,0.00,0.00',
        '2026,10,3,-7.00,0.00,0.00',
        '2026,9,7,7.00,7.00,0.00',
        '2026,8,0,0.00,0.00,0.00',
        '',
      ].join('\r\n'),
    );
    t.match(await get('/user/earnings', other), { balance: '0.00', cumulated: '0.00' });
  });

  await t.test('REV-17 the database refuses a credit that is not the sum of its lines', async (t) => {
    const [known] = await db.select().from(revenueCredits).limit(1);
    if (known === undefined) throw new Error('nothing is credited');
    const reader = await app.signUp('Third');
    await t.rejects(
      db
        .insert(revenueCredits)
        .values({ ...known, userId: reader.id, transferId: null })
        .execute(),
      { cause: { message: /sum of its lines/ } },
    );
  });
});

t.test('REV-13 twenty years of many stories are read by the month, not by the line', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  setClock(app, new Date('2026-11-20T12:00:00Z'));
  const creator = await app.signUp('Creator');
  const shelf = openShelf(app.deps);
  const works = 20;
  const ids: string[] = [];
  for (let n = 0; n < works; n += 1) ids.push((await shelf.addStory(creator.id, { title: `Work ${n}` })).id);
  await app.deps.db.update(stories).set({ firstPublishedAt: new Date('2007-01-10T12:00:00Z') });
  // Enough lines to fill several pages of the table per month.
  const gone = Array.from({ length: 380 }, () => newId());
  await app.deps.db
    .insert(erasedStories)
    .values(gone.map((storyId) => ({ storyId, ownerId: creator.id, erasedAt: first('2026-11') })));
  const months = 24;
  for (let ago = months; ago >= 1; ago -= 1) {
    const period = addMonths('2026-11', -ago);
    const at = first(addMonths(period, 1));
    await credit(app, {
      period,
      at,
      lines: [...ids, ...gone].map((storyId) => ({ storyId, impressions: 10, netMicros: 1_000_000 })),
    });
    await app.deps.db
      .insert(storyDays)
      .values(ids.map((storyId) => ({ storyId, day: `${period}-05`, impressions: 9 })));
  }
  const [user] = await app.deps.db.select().from(users).where(eq(users.id, creator.id));
  if (user === undefined) throw new Error('nobody');
  const viewer = viewerOf(user, { id: '', provenAt: null }, app.deps.clock.now());
  await app.deps.pool.query('analyze');
  const list = await rowsRead(app.deps, () => listRevenue(app.deps, viewer));
  t.equal(list.revenue_lines ?? 0, 0, 'no line is read');
  t.equal(list.story_days ?? 0, 0, 'no day that is settled');
  t.ok((list.revenue_credits ?? 0) <= months);
  t.ok((list.revenue_imports ?? 0) <= 2);
  const one = await rowsRead(app.deps, () => listRevenue(app.deps, viewer, { storyId: ids[0] }));
  t.ok((one.revenue_lines ?? 0) <= months, JSON.stringify(one));
  t.ok((one.stories ?? 0) <= 2);
  const month = await rowsRead(app.deps, () =>
    findMonth(app.deps, viewer, '2026-10', { page: 1, perPage: 24 }),
  );
  t.ok((month.revenue_lines ?? 0) <= 2 * (works + gone.length));
  const rows = await listRevenue(app.deps, viewer);
  t.equal(rows.length, 239);
  t.equal(rows[0]?.cumulated_earnings, '6720.00');
});

t.test('REV-07 dollars to the millionth', async (t) => {
  t.equal(exactDollars(-750_000), '-0.750000');
  t.equal(exactDollars(57_309_678), '57.309678');
});
