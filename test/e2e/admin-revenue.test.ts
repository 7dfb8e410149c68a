/** An administrator hands in the revenue of a month, mends it, credits it, and hands it in again: with scripts and without. */
import t, { type Test } from 'tap';
import { findBalances, findDiscrepancies } from '#server/domains/ledger/queries.ts';
import { monthBefore } from '#server/domains/revenue/rules.ts';
import { utcDay } from '#server/lib/days.ts';
import { newId } from '#server/lib/ids.ts';
import { inspectPages } from '../support/axe.ts';
import { ready } from '../support/hand.ts';
import { handIn } from '../support/hand-in.ts';
import { csvOf } from '../support/imports-of-revenue.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const mei = await site.signUp('Mei Tan');
await site.makeAdministrator(mei);
const shelf = openShelf(site.deps);
const owner = await shelf.addAuthor();
const [story, other] = [await shelf.addStory(owner), await shelf.addStory(owner)];
const period = monthBefore(utcDay(new Date()));
const september = monthBefore(`${period}-01`);

/** What looks for faults is a script itself, so it looks in a tab of its own. */
async function inspect(t: Test, { page }: Tab): Promise<void> {
  const looking = await site.open({ as: mei, ...phone });
  const { pathname } = new URL(page.url());
  await inspectPages(t, looking, [pathname, `/de${pathname}`]);
  await looking.context.close();
}

const faultsOf = ({ faults }: Tab) => faults.filter((fault) => !fault.startsWith('dialog: '));
const earned = async () => (await findBalances(site.deps, owner)).earned;

for (const [way, month, javaScriptEnabled, screen] of [
  ['without a script', september, false, phone],
  ['with scripts', period, true, wide],
] as const) {
  t.test(`REV-18, OPS-04 wrong lines, mended, credited, and again, ${way}`, async (t) => {
    const before = await earned();
    const tab = await site.open({ as: mei, ...screen, javaScriptEnabled });
    const { page } = tab;
    t.equal(await tab.goto('/admin'), 200);
    await page.getByRole('link', { name: 'Revenue', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Revenue import' }).waitFor();
    const good = { story: story.id, amount: '100.01' };
    await handIn(
      page,
      'wrong.csv',
      csvOf([good, { story: other.id, amount: '"1,234.56"' }, { ...good }], month),
    );
    await page.getByText('1 of 3 lines are fine, 2 are not.').waitFor();
    t.same(await page.locator('main li b:text-matches("^Line")').allTextContents(), ['Line 3', 'Line 4']);
    await page.getByText('Write 1234.56').waitFor();
    await page.getByText('This story has a line above').waitFor();
    t.equal(await page.getByRole('button', { name: /^Credit/ }).count(), 0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'These 2 lines' }).click(),
    ]);
    t.equal(download.suggestedFilename(), 'bad-lines.csv');
    await inspect(t, tab);

    const content = csvOf([good, { story: other.id, amount: '0.09' }], month);
    await handIn(page, 'mended.csv', content);
    await page.getByText('$100.10').first().waitFor();
    await inspect(t, tab);
    t.equal(await earned(), before, 'nothing is credited before it is said');
    await page.getByRole('button', { name: 'Credit $70.07' }).click();
    await page.getByText(/^Credited\. By Mei Tan/).waitFor();
    t.equal(await earned(), before + 70_070_000);
    await inspect(t, tab);

    await tab.goto('/admin/revenue');
    await handIn(page, 'again.csv', content);
    await page.getByText('What this file says was credited before.').waitFor();
    t.equal(await earned(), before + 70_070_000);
    await inspect(t, tab);
    await tab.goto('/admin/revenue');
    await page.getByText('again.csv').first().waitFor();
    await page.getByText('Same content, nothing changed').first().waitFor();
    await inspect(t, tab);
    t.same(faultsOf(tab), []);
    await tab.context.close();
  });
}

t.test('OPS-04 two who hand in the same: the second is told that nothing changed', async (t) => {
  const content = csvOf([{ story: story.id, amount: '-1' }], period);
  const tabs = [await site.open({ as: mei, ...phone }), await site.open({ as: mei, ...phone })];
  for (const { page, goto } of tabs) {
    await goto('/admin/revenue');
    await page.getByLabel(/^A correction/).check();
    await handIn(page, 'c1.csv', content);
    await page.getByRole('button', { name: /^Credit / }).waitFor();
  }
  const said: string[] = [];
  for (const { page } of tabs) {
    await page.getByRole('button', { name: /^Credit .\$0\.70$/ }).click();
    await page
      .getByText(/^Credited\.|^Same content/)
      .first()
      .waitFor();
    await ready(page);
  }
  for (const { faults } of tabs) said.push(...faults.filter((fault) => fault.startsWith('dialog: ')));
  t.ok(said.at(-1)?.includes('nothing changed'), said.join(' | '));
  t.same(tabs.flatMap(faultsOf), []);
  t.same(await findDiscrepancies(site.deps), []);
});

t.test('REV-18 one that was received is discarded', async (t) => {
  const tab = await site.open({ as: mei, ...phone });
  await tab.goto('/admin/revenue');
  await tab.page.getByLabel(/^A correction/).check();
  await handIn(tab.page, 'c2.csv', csvOf([{ story: story.id, amount: '-2' }], period));
  await tab.page.getByRole('button', { name: 'Discard' }).click();
  await tab.page.getByText('Nothing of it was credited.').waitFor();
  await inspect(t, tab);
  t.same(faultsOf(tab), []);
});

t.test('REV-18 a large file is checked by a worker, and its page says so meanwhile', async (t) => {
  const tab = await site.open({ as: mei, ...phone });
  await tab.goto('/admin/revenue');
  const lines = Array.from({ length: 25_000 }, () => ({ story: newId(), amount: '1' }));
  await handIn(tab.page, 'large.csv', csvOf(lines, period));
  await tab.page.getByText('The file is being checked.').waitFor();
  await inspect(t, tab);
  await site.runJobs();
  await ready(tab.page);
  await tab.page.getByRole('link', { name: 'Load again' }).click();
  await tab.page.getByText('No story has this number').first().waitFor();
  t.equal(await tab.page.locator('main li b:text-matches("^Line")').count(), 100);
  await tab.page.getByText('These are the first 100; the download has 1,000.').waitFor();
  await inspect(t, tab);
  t.same(faultsOf(tab), []);
});
