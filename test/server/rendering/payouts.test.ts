import t from 'tap';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { linkIn, mailsTo } from '../../support/mail.ts';
import { ask, earn, makeCreator, PDF, settle } from '../../support/payouts.ts';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const [creator, mei] = [await site.signUp('Mirko Haas'), await site.signUp('Mei Tan')];
await settle(site, creator);
await site.makeAdministrator(mei);
await earn(site, creator, 212_40);

await t.test('REV-15, REV-16, REV-20 asked, form, approved, paid', async (t) => {
  const own = visitPlainly(site.app, { as: creator });
  await own.goto('/creator/stories');
  await own.press(own.all('link', 'Payouts')[0] as HTMLElement);
  t.match(own.text(), 'First enter the bank account');
  own.fill(/^Account holder, exactly as at/, 'Mirko Haas');
  own.select('Country of the bank', 'DE');
  own.fill(/^IBAN/, 'DE89 3704 0044 0532 0130 01');
  await own.press('Save account');
  t.match(own.text(), /IBAN is not a valid IBAN/);
  t.equal(own.field(/^Account holder, exactly as at/).value, 'Mirko Haas', 'what was typed stays');
  own.fill(/^IBAN/, 'DE89 3704 0044 0532 0130 00');
  await own.press('Save account');
  t.ok(own.get('button', 'Request $212.40'));
  t.notMatch(own.document().documentElement.outerHTML, /DE8937|0532/, 'only its last characters are shown');
  await site.deps.pool.query(`update payout_destinations set valid_from = now() - interval '1 second'`);
  await own.goto('/creator/payouts');
  await own.press('Request $212.40');
  t.ok(own.get('heading', /^Requested /));

  const desk = visitPlainly(site.app, { as: mei });
  await desk.goto('/admin/payouts');
  t.match(desk.text(), 'to Mirko Haas, account ends in 3000 (DE)');
  desk.select('Form', 'W-8BEN');
  await desk.press('Request form');
  t.match(desk.text(), /W-8BEN requested on/);
  t.same(desk.all('button', 'Approve'), [], 'the form first');

  await own.goto('/creator/payouts');
  t.match(own.text(), 'Your tax form is needed.');
  own.attach(/^Tax form \(PDF\)/, new File([PDF], 'w-8ben.pdf', { type: 'application/pdf' }));
  await own.press('Upload tax form');
  t.match(own.text(), 'We have your tax form and are checking it.');

  await desk.goto('/admin/payouts');
  t.match(desk.text(), 'W-8BEN received');
  const url = desk.get('link', 'Open the form').getAttribute('href') ?? '';
  const form = await site.app.inject({ url, headers: { cookie: `auth_token=${mei.token}` } });
  t.match(form.headers['content-disposition'], /filename="W-8BEN-.*\.pdf"/);
  await desk.press('Approve');
  t.match(desk.text(), 'No payout is in this state.');
  await desk.press(/^Approved/);
  desk.fill(/^Transfer reference/, 'TSZ-2026-1120-HAAS');
  await desk.press('Mark as paid');
  t.match(desk.text(), 'No payout is in this state.');

  await own.goto('/creator/payouts');
  t.match(own.text(), 'TSZ-2026-1120-HAAS');
  t.same(await findBalances(site.deps, creator.id), { rest: 0, earned: 0, asked: 0 });
  t.same(await findDiscrepancies(site.deps), []);
  await site.runJobs();
  await own.goto('/notifications');
  t.match(own.text(), 'Your payout of $212.40 is on its way to your bank');
});

await t.test('whoever had the account before takes a new bank back by the mail', async (t) => {
  const owner = await makeCreator(site, { name: 'Idris Amari', cents: 130_00 });
  await ask(site, owner);
  const own = visitPlainly(site.app, { as: owner });
  await own.goto('/creator/payouts');
  t.ok(own.get('heading', /^Requested /));
  const mail = (await mailsTo(site, owner.email)).find(({ text }) => text.includes('/payout_notice?'));
  const { pathname, search } = linkIn(mail ?? { text: '' });
  const elsewhere = visitPlainly(site.app);
  await elsewhere.goto(pathname + search);
  await elsewhere.press('That was not me');
  t.match(elsewhere.text(), /The bank account is removed/);
  await own.goto('/creator/payouts');
  t.match(own.at(), /^\/sign_in/, 'everybody is signed out');
  t.equal((await findBalances(site.deps, owner.id)).earned, 130_00 * 10_000, 'and the money is back');
  await elsewhere.goto(pathname + search);
  t.same(elsewhere.all('button', 'That was not me'), [], 'once');
});

await t.test('a balance below zero says what it is and what becomes of it, in both languages', async (t) => {
  const owing = await site.signUp('Noor Vermeer');
  await settle(site, owing);
  await earn(site, owing, -10_00, 1_175);
  const own = visitPlainly(site.app, { as: owing });
  await own.goto('/creator/payouts');
  for (const figure of ['−$9.998825', '$0.001175', '−$10.00', 'A correction deducted more than'])
    t.match(own.text(), figure);
  t.notMatch(own.text(), 'To be paid');
  await own.goto('/de/creator/payouts');
  t.match(own.text(), 'Eine Korrektur hat mehr zurückgenommen');
});

await t.test('a rejection without a reason is refused at its own form', async (t) => {
  const askers = [
    await makeCreator(site, { name: 'Rin Castell', cents: 150_00 }),
    await makeCreator(site, { name: 'Ole Brandt', cents: 150_00 }),
  ];
  for (const asker of askers) await ask(site, asker);
  const desk = visitPlainly(site.app, { as: mei });
  await desk.goto('/admin/payouts');
  const reasons = () => desk.all('textbox', /^Reason, shown to/) as HTMLInputElement[];
  const reject = (reason: string) => {
    const [first] = reasons();
    if (first) first.value = reason;
    return desk.press(desk.all('button', 'Reject')[0] as HTMLElement);
  };
  await reject('   ');
  const refused = [...desk.document().querySelectorAll('.refused')];
  t.equal(refused.length, 1, 'at the form that was sent, and nowhere else');
  t.match(refused[0]?.textContent, /Reason can.t be blank/);
  t.equal(refused[0]?.closest('details')?.open, true);
  t.equal(reasons()[0]?.getAttribute('aria-invalid'), 'true');
  await reject('The name at the bank is another one.');
  const told: string[] = [];
  for (const as of askers) {
    const own = visitPlainly(site.app, { as });
    await own.goto('/creator/payouts');
    told.push(own.text());
  }
  t.equal(told.filter((text) => text.includes('The name at the bank is another one.')).length, 1);
});
