/** The way of money as people go it: a file is handed in and credited, its creator sees it, asks for it, and is paid. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { sessions } from '../../db/schema/index.ts';
import { monthName, monthOfPeriod } from '../../pages/creator/revenue/months.ts';
import { monthBefore, monthOf } from '../../server/domains/earnings/rules.ts';
import { findBalances, findDiscrepancies } from '../../server/domains/ledger/queries.ts';
import { utcDay } from '../../server/lib/days.ts';
import { PASSWORD } from '../support/app.ts';
import { publishStory } from '../support/console.ts';
import { switchOnApp } from '../support/factor.ts';
import { csvOf } from '../support/imports-of-revenue.ts';
import { mailsTo } from '../support/mail.ts';
import { nameAccount, PDF, settle } from '../support/payouts.ts';
import { prove } from '../support/revenue.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { readZip } from '../support/zip.ts';

const site = await startSite();
t.teardown(() => site.close());
/** Each code of the second factor counts once. */
let later = 0;
site.deps.clock.now = () => new Date(Date.now() + later);
const [creator, mei] = [await site.signUp('Mirko Haas'), await site.signUp('Mei Tan')];
await site.makeAdministrator(mei);
const { story: ash } = await publishStory(site, creator, { title: 'Ash Street' });
const { story: kiosk } = await publishStory(site, creator, { title: 'Späti' });
await settle(site, creator);
await nameAccount(site, creator);
const { phone: codes } = await switchOnApp(site, creator);
const period = monthBefore(monthOf(site.deps.clock.now()), 1);
const month = monthName(monthOfPeriod(period), 'en');
const file = csvOf(
  [
    { story: ash.id, impressions: 171_004, amount: '200.123457' },
    { story: kiosk.id, impressions: 11_306, amount: '83.111111' },
  ],
  period,
);
const buttonOf = (name: string | RegExp) => ({ name, exact: typeof name === 'string' });

t.test('REV-02, REV-15, REV-16, REV-18, REV-20 imported, seen, asked for, approved, paid', async (t) => {
  const desk = await site.open({ as: mei, ...wide });
  await desk.goto('/admin/revenue');
  const chooseFile = (content: string) =>
    desk.page
      .getByLabel('File', { exact: true })
      .or(desk.page.getByLabel('Choose the mended file'))
      .setInputFiles({ name: `${period}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const check = () => desk.page.getByRole('button', buttonOf('Check the file')).click();
  await chooseFile(file.replace('83.111111', '"1,083.11"'));
  await check();
  await desk.page.getByText('The amount has a comma for thousands. Write 1234.56').waitFor();
  await chooseFile(file);
  await check();
  await desk.page.getByRole('button', buttonOf('Credit $198.26')).click();
  await desk.page.getByText(/^Credited\. By Mei Tan on/).waitFor();

  const own = await site.open({ as: creator, ...phone });
  await own.goto('/creator/revenue');
  await own.page.getByRole('heading', { name: /^How .* became \$198\.26$/ }).waitFor();
  t.match(await own.page.locator('main').innerText(), /Balance\s+\$198\.26/);
  const coming = own.page.waitForEvent('download');
  await own.page.getByRole('link', { name: `Statement of ${month}` }).click();
  const statement = await readZip(await readFile(await (await coming).path()));
  t.match(await prove(statement), { code: 0, said: 'Proved: 198.26 US dollars' });
  await own.page.getByRole('link', { name: month, exact: true }).click();
  await own.page.getByText('$140.086419').waitFor();
  await own.page.getByText('$58.177777').waitFor();

  await site.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, creator.id));
  await own.goto('/creator/revenue');
  await own.page.getByRole('link', buttonOf('Request payout')).click();
  await own.page.getByRole('button', buttonOf('Request $198.26')).click();
  await own.page.getByText('Please confirm it’s you before you change anything about money.').waitFor();
  t.equal((await findBalances(site.deps, creator.id)).asked, 0, 'nothing is asked for before the proof');
  later += 60_000;
  await own.page.getByLabel('Password').fill(PASSWORD);
  await own.page.getByLabel('Six digits from your app').fill(codes.code());
  await own.page.getByRole('button', buttonOf('Continue')).click();
  // Twice, as impatient hands do.
  await own.page.getByRole('button', buttonOf('Request $198.26')).dblclick();
  await own.page.getByRole('heading', { name: /^Requested / }).waitFor();

  await desk.goto('/admin');
  await desk.page
    .getByRole('link', { name: /^Payouts/ })
    .first()
    .click();
  await desk.page.getByText('Ask for a form …').click();
  await desk.page.getByLabel('Form', { exact: true }).selectOption('W-8BEN');
  await desk.page.getByRole('button', buttonOf('Ask for it')).click();
  await desk.page.getByText(/W-8BEN asked for on/).waitFor();
  await own.goto('/creator/payouts');
  await own.page
    .getByLabel('Tax form (PDF)')
    .setInputFiles({ name: 'w-8ben.pdf', mimeType: 'application/pdf', buffer: PDF });
  await own.page.getByRole('button', buttonOf('Upload tax form')).click();
  await own.page.getByText('Your tax form is here; it is being checked.').waitFor();
  await desk.page.reload();
  await desk.page.getByRole('button', buttonOf('Approve')).dblclick();
  await desk.page.getByText('No payout is in this state.').waitFor();
  await desk.page.getByRole('link', { name: /^Approved/ }).click();
  await desk.page.getByText('Mark as paid …').click();
  t.equal(await desk.page.getByLabel('Paid on').inputValue(), utcDay(site.deps.clock.now()));
  await desk.page.getByLabel('Reference of the transfer').fill('TSZ-2026-1120-HAAS');
  await desk.page.getByRole('button', buttonOf('Mark as paid')).click();
  await desk.page.getByText('No payout is in this state.').waitFor();

  await own.goto('/creator/revenue');
  t.match(await own.page.locator('main').innerText(), /Paid so far\s+\$198\.26/);
  await own.goto('/de/creator/payouts');
  await own.page.getByText('TSZ-2026-1120-HAAS').waitFor();
  await own.page.getByText('Ausgezahlt', { exact: true }).waitFor();
  const subjects = (await mailsTo(site, creator.email)).map(({ subject }) => subject);
  for (const subject of [
    'You asked for a payout of $198.26',
    'Your tax form is needed',
    'Your payout is approved',
    '$198.26 are on their way',
  ])
    t.ok(subjects.includes(subject), `${subject}: ${subjects.join(', ')}`);
  t.same(await findBalances(site.deps, creator.id), { rest: 4196, earned: 0, asked: 0 });
  t.same(await findDiscrepancies(site.deps), []);
  t.same(
    [...own.faults, ...desk.faults].filter((fault) => !fault.startsWith('dialog: ')),
    [],
  );
});
