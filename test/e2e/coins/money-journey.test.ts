import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { sessions } from '../../../db/schema/index.ts';
import { findBalances, findDiscrepancies } from '../../../server/domains/income/ledger/queries.ts';
import { utcDay } from '../../../server/lib/days.ts';
import { addMonths, monthName, monthOf } from '../../../server/lib/months.ts';
import { PASSWORD } from '../../support/app.ts';
import { inspectPages, violations } from '../../support/axe.ts';
import { publishStory } from '../../support/console.ts';
import { switchOnApp } from '../../support/factor.ts';
import { click, expect, fill, press, select } from '../../support/hand.ts';
import { csvOf } from '../../support/imports-of-revenue.ts';
import { mailsTo } from '../../support/mail.ts';
import { ask, earn, makeCreator, nameAccount, PDF, settle } from '../../support/payouts.ts';
import { prove } from '../../support/revenue.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { readZip } from '../../support/zip.ts';

const site = await startSite();
t.teardown(() => site.close());
/** Each code of the second factor is valid once, so the clock moves on. */
let later = 0;
site.deps.clock.now = () => new Date(Date.now() + later);
const [creator, mei] = [await site.signUp('Mirko Haas'), await site.signUp('Mei Tan')];
await site.makeAdministrator(mei);
const { story: ash } = await publishStory(site, creator, { title: 'Ash Street' });
const { story: kiosk } = await publishStory(site, creator, { title: 'Späti' });
await settle(site, creator);
await nameAccount(site, creator);
const { phone: codes } = await switchOnApp(site, creator);
const period = addMonths(monthOf(site.deps.clock.now()), -1);
const month = monthName(period, 'en');
const file = csvOf(
  [
    { story: ash.id, impressions: 171_004, amount: '200.123457' },
    { story: kiosk.id, impressions: 11_306, amount: '83.111111' },
  ],
  period,
);
/** Messages after an action are alerts. */
const wrong = (faults: readonly string[]) => faults.filter((fault) => !fault.startsWith('dialog: '));
const desk = await site.open({ as: mei, ...wide });
const own = await site.open({ as: creator, ...phone });
const deskButton = (name: string) => desk.page.getByRole('button', { name, exact: true });
const ownButton = (name: string) => own.page.getByRole('button', { name, exact: true });

t.test('REV-18, OPS-04 a file is handed in, mended and credited', async (t) => {
  await desk.goto('/admin/revenue');
  const handIn = async (content: string) => {
    await desk.page
      .getByLabel('File', { exact: true })
      .or(desk.page.getByLabel('Choose the corrected file'))
      .setInputFiles({ name: `${period}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await click(deskButton('Check the file'));
  };
  await handIn(file.replace('83.111111', '"1,083.11"'));
  await expect(
    desk.page.getByText('The amount has a comma for thousands. Write 1234.56').first(),
  ).toBeVisible();
  const { pathname } = new URL(desk.page.url());
  await inspectPages(t, desk, [pathname, '/de/admin/revenue']);
  await desk.page.setViewportSize(wide.viewport);
  await desk.goto(pathname);
  const [download] = await Promise.all([
    desk.page.waitForEvent('download'),
    click(desk.page.getByRole('link', { name: /^Th(is|ese) .*line/ })),
  ]);
  t.equal(download.suggestedFilename(), 'bad-lines.csv');
  await handIn(file);
  await expect(deskButton('Credit $198.26')).toBeVisible();
  t.same(await violations(desk.page), []);
  await click(deskButton('Credit $198.26'));
  await expect(desk.page.getByText(/^Credited\. By Mei Tan on/)).toBeVisible();
  t.same(await violations(desk.page), []);
  await site.runJobs();
});

t.test('REV-01, REV-02, REV-13 its creator is told, sees it, and checks the statement', async (t) => {
  await own.goto('/notifications');
  await click(own.page.getByText(`Revenue for ${month} was credited: $198.26`));
  await expect(own.page).toHaveURL(new RegExp(`/creator/revenue/${period}`));
  await expect(own.page.getByText('$140.086419').first()).toBeVisible();
  await expect(own.page.getByText('$58.177777').first()).toBeVisible();
  await inspectPages(t, own, [`/de/creator/revenue/${period}`, '/creator/revenue']);
  await own.page.setViewportSize(phone.viewport);
  await own.goto('/creator/revenue');
  await expect(own.page.getByRole('heading', { name: /^How .* came to \$198\.26$/ })).toBeVisible();
  await expect(own.page.locator('main')).toContainText(/Balance\s*\$198\.26/);
  const [download] = await Promise.all([
    own.page.waitForEvent('download'),
    click(own.page.getByRole('link', { name: `Statement of ${month}` })),
  ]);
  const statement = await readZip(await readFile(await download.path()));
  t.match(await prove(statement), { code: 0, said: 'Proved: 198.26 US dollars' });
});

t.test('REV-15, REV-16, REV-20 asked for with a proof, the form, approved, paid', async (t) => {
  await site.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, creator.id));
  await click(own.page.getByRole('link', { name: 'Request payout', exact: true }));
  await click(ownButton('Request $198.26'));
  const confirm = own.page.getByText('Please confirm it’s you before you change anything about money.');
  await expect(confirm).toBeVisible();
  t.equal((await findBalances(site.deps, creator.id)).asked, 0, 'nothing is asked for before the proof');
  later += 60_000;
  await fill(own.page.getByLabel('Password'), PASSWORD);
  await fill(own.page.getByLabel('Six digits from your app'), codes.code());
  await click(ownButton('Continue'));
  // Double click of an impatient user.
  await click(ownButton('Request $198.26'), { clickCount: 2 });
  await expect(own.page.getByRole('heading', { name: /^Requested / })).toBeVisible();
  t.same(await violations(own.page), []);

  await desk.goto('/admin');
  await click(desk.page.getByRole('link', { name: /^Payouts/ }).first());
  await click(desk.page.getByText('Request form …'));
  await select(desk.page.getByLabel('Form', { exact: true }), 'W-8BEN');
  await click(deskButton('Request form'));
  await expect(desk.page.getByText(/W-8BEN requested on/)).toBeVisible();
  t.same(await violations(desk.page), []);
  await own.goto('/creator/payouts');
  await own.page
    .getByLabel('Tax form (PDF)')
    .setInputFiles({ name: 'w-8ben.pdf', mimeType: 'application/pdf', buffer: PDF });
  await click(ownButton('Upload tax form'));
  await expect(own.page.getByText('We have your tax form and are checking it.')).toBeVisible();
  await desk.goto('/admin/payouts');
  await click(deskButton('Approve'), { clickCount: 2 });
  await expect(desk.page.getByText('No payout is in this state.')).toBeVisible();
  await click(desk.page.getByRole('link', { name: /^Approved/ }));
  await click(desk.page.getByText('Mark as paid …'));
  await expect(desk.page.getByLabel('Paid on')).toHaveValue(utcDay(site.deps.clock.now()));
  await fill(desk.page.getByLabel('Transfer reference'), 'TSZ-2026-1120-HAAS');
  await click(deskButton('Mark as paid'));
  await expect(desk.page.getByText('No payout is in this state.')).toBeVisible();

  await own.goto('/creator/revenue');
  await expect(own.page.locator('main')).toContainText(/Paid so far\s*\$198\.26/);
  await own.goto('/de/creator/payouts');
  await expect(own.page.getByText('TSZ-2026-1120-HAAS')).toBeVisible();
  await expect(own.page.getByText('Ausgezahlt', { exact: true })).toBeVisible();
  const subjects = (await mailsTo(site, creator.email)).map(({ subject }) => subject);
  for (const subject of [
    'You requested a payout of $198.26',
    'Your tax form is needed',
    'Your payout is approved',
    '$198.26 is on its way',
  ])
    t.ok(subjects.includes(subject), `${subject}: ${subjects.join(', ')}`);
  t.same(await findBalances(site.deps, creator.id), { rest: 4196, earned: 0, asked: 0 });
  t.same(await findDiscrepancies(site.deps), []);
  t.same(wrong([...own.faults, ...desk.faults]), []);
});

t.test('REV-15, REV-16 called off, and many approved at once by keys', async (t) => {
  await settle(site, creator);
  await earn(site, creator, 150_00);
  await ask(site, await makeCreator(site, { name: 'Rin Castell', cents: 150_00 }));
  const request = own.page.getByRole('button', { name: /^Request \$150\.0\d$/ });
  await own.goto('/creator/payouts');
  await click(request);
  await click(own.page.getByText('Cancel this request …'));
  await click(ownButton('Cancel request'));
  await click(request);
  await expect(own.page.getByRole('heading', { name: /^Requested / }).first()).toBeVisible();
  await desk.goto('/admin/payouts');
  const approve = deskButton('Approve selected');
  await expect(desk.page.getByLabel('Select Rin Castell')).toBeVisible();
  await expect(approve, 'nobody is chosen yet').toBeHidden();
  for (const name of ['Mirko Haas', 'Rin Castell']) {
    await desk.page.getByLabel(`Select ${name}`).focus();
    await press(desk.page, 'Space');
  }
  await expect(approve).toBeVisible();
  t.same(await violations(desk.page), []);
  await click(approve);
  await expect(desk.page.getByText('No payout is in this state.')).toBeVisible();
  await own.goto('/creator/payouts');
  await expect(own.page.getByText(/^Approved$/).first()).toBeVisible();
  t.same(wrong([...own.faults, ...desk.faults]), []);
});
