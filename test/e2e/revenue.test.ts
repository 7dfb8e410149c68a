/** What creators see of their revenue, with and without scripts, in both languages. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories } from '../../db/schema/index.ts';
import { listMonths, monthBefore, monthOf } from '../../server/domains/earnings/rules.ts';
import { violations } from '../support/axe.ts';
import { publishStory } from '../support/console.ts';
import { credit, makeFounder, payOut, prove } from '../support/revenue.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { readZip } from '../support/zip.ts';

t.test('revenue in a browser', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  await makeFounder(site, creator, '2005-03-01');
  const { story: ash } = await publishStory(site, creator, { title: 'Ash Street' });
  const { story: kiosk } = await publishStory(site, creator, { title: 'Späti <b>' });
  const now = monthOf(new Date());
  const last = monthBefore(now, 1);
  await site.deps.db
    .update(stories)
    .set({ firstPublishedAt: new Date(`${monthBefore(now, 30)}-10T12:00:00Z`) })
    .where(eq(stories.id, ash.id));
  for (const period of listMonths(monthBefore(now, 6), last))
    await credit(site, {
      period,
      at: new Date(`${monthBefore(period, -1)}-01T03:00:00Z`),
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

  await t.test(
    'REV-01, REV-02, REV-04, REV-05, REV-08, REV-11, REV-22 a journey from the sums to the proof',
    async (t) => {
      const { page, faults, goto } = await site.open({ ...wide, as: creator });
      await goto('/creator/revenue');
      const text = await page.locator('main').innerText();
      t.match(text, /Balance\s+\$245\.70\s+payout from \$100\.00/);
      t.match(text, /\$60\.32\s+credited/);
      t.match(text, /Your share\s+75%\s+founding creator since 03\/2005/);
      t.match(text, /Paid so far\s+\$120\.00\s+last \d\d\/14\/\d{4}/);
      t.equal(await page.getByRole('img', { name: /^Earnings by month, / }).count(), 1);
      t.equal(await page.getByRole('columnheader').filter({ hasText: 'Statement' }).count(), 1);
      await page.getByRole('combobox', { name: 'Story' }).selectOption({ label: 'Späti <b>' });
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.waitForURL(/story=/);
      t.match(await page.locator('main').innerText(), '$3.016380');
      await goto('/creator/revenue');
      await page.getByRole('link', { name: 'The whole month' }).click();
      await page.waitForURL((url) => url.pathname.endsWith(month));
      const lines = await page.locator('main').innerText();
      for (const figure of ['$76.412905', '$57.309678', '$3.766380', '−$0.750000', 'Carried over'])
        t.match(lines, figure);
      t.match(lines, /Correction of/);
      const coming = page.waitForEvent('download');
      await page.getByRole('link', { name: /, ZIP$/ }).click();
      const download = await coming;
      t.equal(download.suggestedFilename(), `tsuzuki-${last}.zip`);
      const proof = await prove(await readZip(await readFile(await download.path())));
      t.match(proof, { code: 0, said: 'Proved: 60.32 US dollars' });
      t.same(faults, []);
    },
  );

  await t.test(
    'REV-02, REV-13 without a script all of it is there, and the table comes as a file',
    async (t) => {
      const { page, goto } = await site.open({ ...phone, as: creator, javaScriptEnabled: false });
      await goto('/de/creator/revenue');
      const text = await page.locator('main').innerText();
      t.match(text, 'Gründungsmitglied seit 03/2005');
      t.match(text, '$60.32');
      await page.getByRole('combobox', { name: 'Geschichte' }).selectOption({ label: 'Ash Street' });
      await page.getByRole('button', { name: 'Zeigen' }).click();
      t.match(await page.locator('main').innerText(), '$57.309678');
      await goto('/de/creator/revenue?page=2');
      t.equal(await page.locator('main table').first().locator('tbody tr').count(), 7);
      const coming = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).click();
      t.match((await coming).suggestedFilename(), /^revenue-\d{4}-\d\d\.csv$/);
      t.equal(await goto(`/de${month}`), 200);
      t.match(await page.locator('main').innerText(), 'Korrektur vom');
    },
  );

  await t.test('REV-01 both pages are accessible and fit, in both themes, on phones and desks', async (t) => {
    for (const size of [phone, wide])
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, goto } = await site.open({ ...size, as: creator, colorScheme });
        for (const path of ['/creator/revenue', `/de${month}`, `/de/creator/revenue?story=${ash.id}`]) {
          await goto(path);
          t.same(await violations(page), [], path);
          const [inside, all] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
          t.equal(all, inside, `${path} fits`);
        }
      }
  });

  await t.test('ROL-06 another creator finds neither month nor story', async (t) => {
    const other = await site.signUp('Other');
    const { goto } = await site.open({ as: other });
    t.equal(await goto(month), 404);
    t.equal(await goto(`/creator/revenue?story=${ash.id}`), 404);
    t.equal(await goto('/creator/revenue'), 200);
  });
});
