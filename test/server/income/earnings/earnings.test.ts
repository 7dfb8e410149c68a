import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, storyDays } from '#db/schema/index.ts';
import { formatMoney } from '#locales/index.ts';
import {
  dollars,
  PAYOUT_MAX_DAYS,
  PAYOUT_THRESHOLD_CENTS,
  revenueRows,
  shareOf,
} from '#server/domains/income/earnings/rules.ts';
import { listMonths } from '#server/lib/months.ts';
import { startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { setClock } from '../../../support/releases.ts';

const booking = (month: string, earnedCents: number, transferredCents = 0) => ({
  month,
  earnedCents,
  transferredCents,
});

t.test('REV-23 cumulated earnings are the running total of the monthly earnings', async (t) => {
  const bookings = [booking('2026-08', 5130), booking('2026-09', 5592, 10722), booking('2026-10', 6108)];
  const impressions = new Map([['2026-09', 170_044]]);
  const rows = revenueRows(listMonths('2026-07', '2026-10'), { impressions, bookings });
  t.same(
    rows.map((row) => [row.year, row.month, row.earnings, row.cumulated_earnings, row.transferred_earnings]),
    [
      [2026, 10, '61.08', '168.30', '0.00'],
      [2026, 9, '55.92', '107.22', '107.22'],
      [2026, 8, '51.30', '51.30', '0.00'],
      [2026, 7, '0.00', '0.00', '0.00'],
    ],
  );
  t.same(
    rows.map((row) => row.ad_impressions),
    [0, 170_044, 0, 0],
  );
  const late = revenueRows(listMonths('2026-10', '2026-10'), { impressions, bookings });
  t.equal(late[0]?.cumulated_earnings, '168.30', 'what is too old to be listed counts');
});

t.test('REV-03, REV-04 the share is 70 %, and 75 % for founding creators', async (t) => {
  t.equal(shareOf({ founder: false }), 7000);
  t.equal(shareOf({ founder: true }), 7500);
  t.equal(PAYOUT_THRESHOLD_CENTS, 10_000);
  t.equal(PAYOUT_MAX_DAYS, 30);
});

t.test('REV-06, REV-07 months follow each other across the years', async (t) => {
  t.same(listMonths('2025-11', '2026-02'), ['2025-11', '2025-12', '2026-01', '2026-02']);
  t.same(listMonths('2026-02', '2026-02'), ['2026-02']);
  t.same(listMonths('2026-03', '2026-02'), []);
});

t.test('REV-22 amounts are exact cents, shown with $, commas, a period and two decimals', async (t) => {
  t.equal(dollars(0), '0.00');
  t.equal(dollars(5), '0.05');
  t.equal(dollars(123_450), '1234.50');
  t.equal(dollars(-7), '-0.07');
  t.equal(formatMoney(dollars(123_450)), '$1,234.50');
  t.equal(formatMoney(dollars(0)), '$0.00');
});

t.test('revenue', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  setClock(app, new Date('2026-11-20T12:00:00Z'));
  const creator = await app.signUp('Creator');
  const other = await app.signUp('Other');
  const { story } = await publishStory(app, creator);
  const { story: foreign } = await publishStory(app, other);
  await app.deps.db.update(stories).set({ firstPublishedAt: new Date('2026-09-10T12:00:00Z') });
  await app.deps.db.insert(storyDays).values([
    { storyId: story.id, day: '2026-09-30', impressions: 7 },
    { storyId: story.id, day: '2026-10-01', impressions: 3 },
    { storyId: story.id, day: '2026-10-31', impressions: 4 },
    { storyId: foreign.id, day: '2026-10-31', impressions: 5000 },
  ]);
  const revenue = async (as = creator) => (await app.call('GET /creator/revenue', { as })).json().rows;

  await t.test(
    'REV-13, API-55, REV-08, REV-09, REV-10, REV-11 a row a month since the first publication',
    async (t) => {
      const row = (month: number, impressions: number) => ({
        year: 2026,
        month,
        ad_impressions: impressions,
        earnings: '0.00',
        cumulated_earnings: '0.00',
        transferred_earnings: '0.00',
        credited_at: null,
      });
      t.same(await revenue(), [row(11, 0), row(10, 7), row(9, 7)]);
    },
  );

  await t.test('REV-14, API-56, REV-12 balance, threshold and the wallet in coins', async (t) => {
    const reply = await app.call('GET /user/earnings', { as: creator });
    t.equal(reply.statusCode, 200);
    t.same(reply.json(), {
      balance: '0.00',
      requested: '0.00',
      cumulated: '0.00',
      transferred: '0.00',
      payout_threshold: '100.00',
      wallet_coins: 0,
      payouts: [],
    });
  });

  await t.test('ROL-06, ROL-07 everybody sees their own only', async (t) => {
    const theirs = await revenue(other);
    t.same(
      theirs.map((row: { ad_impressions: number }) => row.ad_impressions),
      [0, 5000, 0],
    );
    t.same(await revenue(await app.signUp('Reader')), [], 'nothing before the first publication');
    for (const path of ['/creator/revenue', '/user/earnings'])
      t.equal((await app.call(`GET ${path}`)).statusCode, 401, path);
  });

  await t.test('REV-02 what was published keeps its months when it is taken back', async (t) => {
    await app.deps.db.update(stories).set({ published: false }).where(eq(stories.id, story.id));
    t.equal((await revenue()).length, 3);
  });
});
