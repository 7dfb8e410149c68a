import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, users } from '../../../db/schema/index.ts';
import { addMonths, listMonths, monthOf } from '../../../server/lib/months.ts';
import { publishStory } from '../../support/console.ts';
import { visitPlainly } from '../../support/plain.ts';
import { setClock } from '../../support/releases.ts';
import { credit, makeFounder, payOut, prove } from '../../support/revenue.ts';
import { startSite } from '../../support/site.ts';
import { readZip } from '../../support/zip.ts';

t.test('REV-08 PRO-31 days of money are those of the account’s zone', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  setClock(site, new Date('2026-11-20T12:00:00Z'));
  const { db } = site.deps;
  const creator = await site.signUp('Creator');
  const { story } = await publishStory(site, creator, { title: 'Ash Street' });
  await db.update(stories).set({ firstPublishedAt: new Date('2026-08-10T12:00:00Z') });
  const lines = [{ storyId: story.id, netMicros: 200_000_000, impressions: 900 }];
  await credit(site, { period: '2026-09', at: new Date('2026-10-01T03:00:00Z'), lines });
  await payOut(site, creator, { cents: 10_000, at: new Date('2026-10-05T02:00:00Z') });
  const get = async (path: string) =>
    (await site.app.inject({ url: path, headers: { cookie: `auth_token=${creator.token}; signed_in=1` } }))
      .body;

  await db.update(users).set({ timezone: 'America/New_York' }).where(eq(users.id, creator.id));
  for (const path of ['/creator/revenue', '/creator/revenue/2026-09']) {
    const html = await get(path);
    t.match(html, '09/30/2026', `${path}: credited in the evening before`);
    t.notMatch(html, '10/01/2026', `${path}: one zone for a moment`);
  }
  t.match(await get('/creator/revenue'), '10/04/2026', 'paid in the evening before');
});

t.test('what creators see of their revenue', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  await makeFounder(site, creator, '2005-03-01');
  const { story: ash } = await publishStory(site, creator, { title: 'Ash Street' });
  const { story: kiosk } = await publishStory(site, creator, { title: 'Späti <b>' });
  const now = monthOf(new Date());
  const last = addMonths(now, -1);
  await site.deps.db
    .update(stories)
    .set({ firstPublishedAt: new Date(`${addMonths(now, -30)}-10T12:00:00Z`) })
    .where(eq(stories.id, ash.id));
  for (const period of listMonths(addMonths(now, -6), last))
    await credit(site, {
      period,
      at: new Date(`${addMonths(period, 1)}-01T03:00:00Z`),
      lines: [
        { storyId: ash.id, impressions: 171_004, netMicros: 76_412_905 },
        { storyId: kiosk.id, impressions: 11_306, netMicros: 5_021_840 },
      ],
    });
  await payOut(site, creator, { cents: 12_000, at: new Date(`${last}-14T12:00:00Z`) });
  await credit(site, {
    period: last,
    kind: 'correction',
    at: new Date(`${now}-01T04:00:00Z`),
    lines: [{ storyId: kiosk.id, impressions: 0, netMicros: -1_000_001 }],
  });
  const month = `/creator/revenue/${last}`;
  const own = visitPlainly(site.app, { as: creator });
  const fileOf = async (name: RegExp) => {
    const url = own.get('link', name).getAttribute('href') ?? '';
    const reply = await site.app.inject({ url, headers: { cookie: `auth_token=${creator.token}` } });
    return { name: String(reply.headers['content-disposition']), bytes: reply.rawPayload };
  };

  await t.test(
    'REV-01, REV-02, REV-04, REV-05, REV-08, REV-11, REV-22 from the sums to the proof',
    async (t) => {
      await own.goto('/creator/revenue');
      for (const text of [
        /Balance ?\$245\.70 ?payout from \$100\.00/,
        /\$60\.32 ?credited/,
        /Your share ?75% ?founding creator since 03\/2005/,
        /Paid so far ?\$120\.00 ?last \d\d\/14\/\d{4}/,
      ])
        t.match(own.text(), text);
      t.ok(own.get('img', /^Earnings by month, /));
      t.ok(own.get('columnheader', /Statement/));
      own.select('Story', 'Späti <b>');
      await own.press('Show');
      t.match(own.at(), /story=/);
      t.match(own.text(), '$3.016380');
      await own.goto('/creator/revenue');
      await own.press('The whole month');
      t.equal(own.at(), month);
      for (const figure of ['$76.412905', '$57.309678', '$3.766380', '−$0.750000', 'Carried over'])
        t.match(own.text(), figure);
      t.match(own.text(), /Correction of/);
      const statement = await fileOf(/, ZIP$/);
      t.match(statement.name, `filename="tsuzuki-${last}.zip"`);
      t.match(await prove(await readZip(statement.bytes)), { code: 0, said: 'Proved: 60.32 US dollars' });
    },
  );

  await t.test('REV-02, REV-13 the same in German, and the table comes as a file', async (t) => {
    await own.goto('/de/creator/revenue');
    t.match(own.text(), 'Gründungsmitglied seit 03/2005');
    t.match(own.text(), '$60.32');
    own.select('Geschichte', 'Ash Street');
    await own.press('Zeigen');
    t.match(own.text(), '$57.309678');
    await own.goto('/de/creator/revenue?page=2');
    t.equal(own.document().querySelector('main table')?.querySelectorAll('tbody tr').length, 7);
    t.match((await fileOf(/CSV/)).name, /filename="revenue-\d{4}-\d\d\.csv"/);
    t.equal(await own.goto(`/de${month}`), 200);
    t.match(own.text(), 'Korrektur vom');
  });

  await t.test('ROL-06 another creator finds neither month nor story', async (t) => {
    const other = visitPlainly(site.app, { as: await site.signUp('Other') });
    t.equal(await other.goto(month), 404);
    t.equal(await other.goto(`/creator/revenue?story=${ash.id}`), 404);
    t.equal(await other.goto('/creator/revenue'), 200);
  });
});
