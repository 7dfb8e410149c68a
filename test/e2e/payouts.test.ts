/** A creator asks, an administrator asks for the form, the form comes, approved, paid, and the creator sees it; by forms alone. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { findBalances, findDiscrepancies } from '#server/domains/ledger/queries.ts';
import type { Account } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { linkIn, mailsTo } from '../support/mail.ts';
import { ask, earn, nameAccount, PDF, settle } from '../support/payouts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const [creator, mei] = [await site.signUp('Mirko Haas'), await site.signUp('Mei Tan')];
await settle(site, creator);
await site.makeAdministrator(mei);
await earn(site, creator, 212_40);
/** What is said after a deed is an alert. */
const wrong = (faults: readonly string[]) => faults.filter((fault) => !fault.startsWith('dialog: '));

t.test('REV-15, REV-16, REV-20 asked, form, approved, paid, without a script', async (t) => {
  const own = await site.open({ as: creator, ...phone, javaScriptEnabled: false });
  await own.goto('/creator/stories');
  await own.page.getByRole('link', { name: 'Payouts' }).first().click();
  const { page } = own;
  // What looks for faults is a script itself.
  const isClean = async (as: Account, path: string): Promise<void> => {
    const looking = await site.open({ as, ...phone });
    await looking.goto(path);
    t.same(await violations(looking.page), [], path);
    await looking.context.close();
  };
  await page.getByText('Say first which account').waitFor();
  await page.getByText('Name an account …').click();
  await page.getByLabel('Holder, as the bank knows').fill('Mirko Haas');
  await page.getByLabel('Country of the bank').selectOption('DE');
  await page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 01');
  await page.getByRole('button', { name: 'Save account' }).click();
  await page
    .getByText(/IBAN is no IBAN/)
    .first()
    .waitFor();
  t.equal(
    await page.getByLabel('Holder, as the bank knows').inputValue(),
    'Mirko Haas',
    'what was typed stays',
  );
  await page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Save account' }).click();
  await page.getByRole('button', { name: 'Request $212.40' }).waitFor();
  t.notMatch(await page.content(), /DE8937|0532/, 'only its last characters are shown');
  await site.deps.pool.query(`update payout_destinations set valid_from = now() - interval '1 second'`);
  await own.goto('/creator/payouts');
  await isClean(creator, '/creator/payouts');
  await page.getByRole('button', { name: 'Request $212.40' }).click();
  await page.getByRole('heading', { name: /^Requested / }).waitFor();

  const desk = await site.open({ as: mei, ...wide, javaScriptEnabled: false });
  await desk.goto('/admin/payouts');
  await desk.page.getByText('to Mirko Haas, account ends in 3000 (DE)').waitFor();
  await desk.page.getByText('Ask for a form …').click();
  await desk.page.getByLabel('Form', { exact: true }).selectOption('W-8BEN');
  await desk.page.getByRole('button', { name: 'Ask for it' }).click();
  await desk.page.getByText(/W-8BEN asked for on/).waitFor();
  t.equal(await desk.page.getByRole('button', { name: 'Approve', exact: true }).count(), 0, 'the form first');
  await isClean(mei, '/admin/payouts');

  await own.goto('/creator/payouts');
  await page.getByText('Your tax form is needed.').waitFor();
  const file = join(tmpdir(), `tsuzuki-form-${process.pid}.pdf`);
  await writeFile(file, PDF);
  await page.getByLabel('Tax form (PDF)').setInputFiles(file);
  await isClean(creator, '/creator/payouts');
  await page.getByRole('button', { name: 'Upload tax form' }).click();
  await page.getByText('Your tax form is here; it is being checked.').waitFor();

  await desk.goto('/admin/payouts');
  await desk.page.getByText('W-8BEN is here').waitFor();
  const [form] = await Promise.all([
    desk.page.waitForEvent('download'),
    desk.page.getByRole('link', { name: 'Open the form' }).click(),
  ]);
  t.match(form.suggestedFilename(), /^W-8BEN-.*\.pdf$/);
  await desk.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.page.getByText('No payout is in this state.').waitFor();
  await desk.page.getByRole('link', { name: /^Approved/ }).click();
  await desk.page.getByText('Mark as paid …').click();
  await desk.page.getByLabel('Reference of the transfer').fill('TSZ-2026-1120-HAAS');
  await desk.page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
  await desk.page.getByText('No payout is in this state.').waitFor();

  await own.goto('/creator/payouts');
  await page.getByText('TSZ-2026-1120-HAAS').waitFor();
  await isClean(creator, '/creator/payouts');
  t.same(await findBalances(site.deps, creator.id), { rest: 0, earned: 0, asked: 0 });
  t.same(await findDiscrepancies(site.deps), []);
  await site.runJobs();
  await own.goto('/notifications');
  await page.getByText('Your payout of $212.40 is on its way to your bank').waitFor();
  t.same(wrong([...own.faults, ...desk.faults]), []);
});

t.test('whoever had the account before takes a new bank back by the mail', async (t) => {
  const owner = await site.signUp('Idris Amari');
  await settle(site, owner);
  await nameAccount(site, owner);
  await earn(site, owner, 130_00);
  await ask(site, owner);
  const own = await site.open({ as: owner, ...wide });
  await own.goto('/creator/payouts');
  await own.page.getByRole('heading', { name: /^Requested / }).waitFor();
  const mail = (await mailsTo(site, owner.email)).find(({ text }) => text.includes('/payout_notice?'));
  const { pathname, search } = linkIn(mail ?? { text: '' });
  const elsewhere = await site.open({ ...phone, javaScriptEnabled: false });
  await elsewhere.goto(pathname + search);
  await elsewhere.page.getByRole('button', { name: 'That was not me' }).click();
  await elsewhere.page.getByText(/The account at the bank is gone/).waitFor();
  await own.goto('/creator/payouts');
  t.match(own.page.url(), /\/sign_in/, 'everybody is signed out');
  t.equal((await findBalances(site.deps, owner.id)).earned, 130_00 * 10_000, 'and the money is back');
  await elsewhere.goto(pathname + search);
  t.equal(await elsewhere.page.getByRole('button', { name: 'That was not me' }).count(), 0, 'once');
});

t.test('a balance below zero says what it is and what becomes of it, in both languages', async (t) => {
  const owing = await site.signUp('Noor Vermeer');
  await settle(site, owing);
  await earn(site, owing, -10_00, 1_175);
  const { page, goto } = await site.open({ as: owing, ...phone });
  await goto('/creator/payouts');
  const text = await page.locator('main').innerText();
  for (const figure of ['−$9.998825', '$0.001175', '−$10.00', 'A correction took back more than there was.'])
    t.ok(text.includes(figure), figure);
  t.notMatch(text, 'To be paid');
  t.same(await violations(page), []);
  await goto('/de/creator/payouts');
  t.match(await page.locator('main').innerText(), 'Eine Korrektur hat mehr zurückgenommen');
});

t.test('called off with a script, rejected with a reason, many approved at once', async (t) => {
  const other = await site.signUp('Rin Castell');
  for (const each of [creator, other]) {
    await settle(site, each);
    await earn(site, each, 150_00);
  }
  await site.call('PUT /user/payout_destination', {
    as: other,
    body: { holder: 'Rin Castell', country: 'US', account: '12345678', routing: '021000021' },
  });
  await site.deps.pool.query(`update payout_destinations set valid_from = now() - interval '1 second'`);
  const own = await site.open({ as: creator, ...wide });
  await own.goto('/creator/payouts');
  await own.page.getByRole('button', { name: 'Request $150.00' }).click();
  await own.page.getByText('Call it off …').click();
  await own.page.getByRole('button', { name: 'Call it off', exact: true }).click();
  await own.page.getByRole('button', { name: 'Request $150.00' }).click();
  await own.page.getByRole('heading', { name: /^Requested / }).waitFor();
  await site.call('POST /user/payouts', { as: other, body: {} });
  const desk = await site.open({ as: mei, ...phone });
  await desk.goto('/admin/payouts');
  const approve = desk.page.getByRole('button', { name: 'Approve those chosen' });
  t.notOk(await approve.isVisible(), 'nobody is chosen yet');
  for (const name of ['Mirko Haas', 'Rin Castell']) {
    await desk.page.getByLabel(`Choose ${name}`).focus();
    await desk.page.keyboard.press('Space');
  }
  t.same(await violations(desk.page), []);
  await approve.click();
  await desk.page.getByText('No payout is in this state.').waitFor();
  await desk.goto('/admin/payouts?state=approved');
  await desk.page.getByText('Reject …').first().click();
  const reason = desk.page.getByLabel(/^Reason, for/).first();
  await reason.fill('   ');
  await desk.page.getByRole('button', { name: 'Reject', exact: true }).first().click();
  await desk.page
    .locator('details[open] .refused')
    .getByText(/^Reason can.t be blank$/)
    .waitFor();
  t.equal(await desk.page.locator('.refused').count(), 1, 'at the form that was sent, and nowhere else');
  t.equal(await reason.getAttribute('aria-invalid'), 'true');
  await reason.fill('The name at the bank is another one.');
  await desk.page.getByRole('button', { name: 'Reject', exact: true }).first().click();
  await desk.page.getByText('No payout is in this state.').waitFor();
  await own.goto('/creator/payouts');
  const [rejected, open] = [
    own.page.getByText('The name at the bank is another one.'),
    own.page.getByText(/^Approved$/),
  ];
  await rejected.or(open).first().waitFor();
  t.same(wrong([...own.faults, ...desk.faults]), []);
});
