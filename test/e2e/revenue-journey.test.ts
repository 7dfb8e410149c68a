/** A month's money all the way: an administrator imports it, its creator is told, sees it, asks for it, and is paid. */
import t from 'tap';
import { findBalances, findDiscrepancies } from '#server/domains/ledger/queries.ts';
import { monthBefore } from '#server/domains/revenue/rules.ts';
import { monthName, utcDay } from '#server/lib/days.ts';
import { publishStory } from '../support/console.ts';
import { ready } from '../support/hand.ts';
import { handIn } from '../support/hand-in.ts';
import { csvOf } from '../support/imports-of-revenue.ts';
import { nameAccount, settle } from '../support/payouts.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('REV-02, REV-13, REV-15, REV-18 from the file to the bank', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const [creator, mei] = [await site.signUp('Mirko Haas'), await site.signUp('Mei Tan')];
  await site.makeAdministrator(mei);
  await settle(site, creator);
  await nameAccount(site, creator);
  const { story } = await publishStory(site, creator, { title: 'Night Train' });
  const period = monthBefore(utcDay(new Date()));
  const month = monthName(period, 'en');

  const desk = await site.open({ as: mei, ...wide });
  await desk.goto('/admin/revenue');
  await handIn(desk.page, `${period}.csv`, csvOf([{ story: story.id, amount: '200.00' }], period));
  await desk.page.getByRole('button', { name: 'Credit $140.00' }).click();
  await desk.page.getByText(/^Credited\. By Mei Tan/).waitFor();
  await site.runJobs();

  const own = await site.open({ as: creator, ...phone });
  await own.goto('/notifications');
  await own.page.getByText(`Revenue for ${month} was credited: $140.00`).click();
  await own.page.waitForURL(`**/creator/revenue/${period}`);
  await own.page.getByText('Night Train').first().waitFor();
  await own.page.getByText('$140.00').first().waitFor();
  await own.goto('/creator/payouts');
  await own.page.getByRole('button', { name: 'Request $140.00' }).click();
  await own.page.getByRole('heading', { name: /^Requested / }).waitFor();

  await ready(desk.page);
  await desk.goto('/admin/payouts');
  await desk.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.page.getByText('No payout is in this state.').waitFor();
  await ready(desk.page);
  await desk.goto('/admin/payouts?state=approved');
  await desk.page.getByText('Mark as paid …').click();
  await desk.page.getByLabel('Reference of the transfer').fill('TSZ-1');
  await desk.page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
  await desk.page.getByText('No payout is in this state.').waitFor();

  await ready(own.page);
  await own.goto('/creator/payouts');
  await own.page.getByText('TSZ-1').first().waitFor();
  t.same(await findBalances(site.deps, creator.id), { rest: 0, earned: 0, asked: 0 });
  t.same(await findDiscrepancies(site.deps), []);
  t.same(
    [...own.faults, ...desk.faults].filter((fault) => !fault.startsWith('dialog: ')),
    [],
  );
});
