import t from 'tap';
import { PAYOUT_STATES } from '#db/schema/index.ts';
import {
  dueAfter,
  isIban,
  isStepOfOwner,
  isTaxForm,
  nextState,
  PAYOUT_STEPS,
  type RequestFacts,
  readAccount,
  requestProblem,
} from '#server/domains/income/payouts/rules.ts';
import { PDF } from '../../../support/payouts.ts';

t.test('every state and every step', async (t) => {
  const table = Object.fromEntries(
    PAYOUT_STATES.map((state) => [state, PAYOUT_STEPS.map((step) => nextState(state, step))]),
  );
  t.same(PAYOUT_STEPS, ['approve', 'pay', 'reject', 'call_off']);
  t.same(table, {
    requested: ['approved', null, 'rejected', 'called_off'],
    approved: [null, 'paid', 'rejected', null],
    paid: [null, null, null, null],
    rejected: [null, null, null, null],
    called_off: [null, null, null, null],
  });
  t.same(PAYOUT_STEPS.filter(isStepOfOwner), ['call_off']);
});

t.test('REV-15, REV-16, REV-21 what is in the way of a request', async (t) => {
  const fine: RequestFacts = {
    emailConfirmed: true,
    leaving: false,
    dateOfBirth: '1990-01-31',
    guardianConsent: false,
    today: '2026-11-20',
    open: false,
    earnedCents: 100_00,
    destination: { guardian: false },
    waiting: false,
  };
  const minor = { ...fine, dateOfBirth: '2010-11-21' };
  for (const [facts, problem] of [
    [fine, null],
    [{ ...fine, earnedCents: 99_99 }, 'payout_below_threshold'],
    [{ ...fine, earnedCents: -1 }, 'payout_below_threshold'],
    [{ ...fine, emailConfirmed: false }, 'payout_email_unconfirmed'],
    [{ ...fine, leaving: true }, 'payout_account_leaving'],
    [{ ...fine, open: true }, 'payout_open'],
    [{ ...fine, destination: null }, 'destination_needed'],
    [{ ...fine, destination: null, waiting: true }, 'destination_waiting'],
    [minor, 'payout_guardian_needed'],
    [{ ...minor, guardianConsent: true }, 'destination_of_guardian_needed'],
    [{ ...minor, guardianConsent: true, destination: { guardian: true } }, null],
    [{ ...minor, dateOfBirth: '2008-11-20' }, null],
  ] as const)
    t.equal(requestProblem(facts), problem, JSON.stringify(facts));
  t.equal(
    dueAfter(new Date('2026-11-20T10:52:00Z')).toISOString(),
    '2026-12-20T10:52:00.000Z',
    'thirty days',
  );
});

t.test('an IBAN has the length of its country and check digits', async (t) => {
  for (const iban of [
    'DE89370400440532013000',
    'GB82WEST12345698765432',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'FR1420041010050500013M02606',
  ])
    t.ok(isIban(iban), iban);
  for (const iban of [
    'DE89370400440532013001',
    'DE8937040044053201300',
    'DE893704004405320130000',
    'DE98370400440532013000',
    'XX89370400440532013000',
    'de89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    '',
    'DE',
    'DE8937040044053201300Ä',
  ])
    t.notOk(isIban(iban), iban);
});

t.test('an account is read as it is typed, and told what is wrong about it', async (t) => {
  const read = (given: object, isMinor = false) => readAccount(given, { isMinor });
  const german = { holder: '  Mirko   Haas ', country: 'de', iban: 'de89 3704-0044 0532 0130 00' };
  t.same(read(german), {
    account: { holder: 'Mirko Haas', country: 'DE', iban: 'DE89370400440532013000', guardian: false },
    fields: {},
  });
  const american = { holder: 'Rin', country: 'US', account: '000123456789', routing: '021000021' };
  t.same(read(american).fields, {});
  t.same(read({ ...american, routing: '021000022' }).fields, { routing: ['invalid'] });
  t.same(read({ ...american, routing: '000000000' }).fields, { routing: ['invalid'] });
  t.same(read({ ...american, routing: undefined }).fields, { routing: ['blank'] });
  t.same(read({ ...american, account: '=1+1' }).fields, { account: ['invalid'] });
  t.same(read({ ...american, iban: german.iban }).fields, { account: ['account_beside_iban'] });
  t.same(read({ holder: 'Rin', country: 'DE' }).fields, { iban: ['blank'] });
  t.same(read({ ...german, country: 'ZZ' }).fields, { country: ['invalid'] });
  t.same(read({ ...german, holder: '12345' }).fields, { holder: ['invalid'] });
  t.same(read({ ...german, holder: 'A\u0007B' }).fields, { holder: ['invalid'] });
  t.same(read(german, true).fields, { guardian: ['guardian_needed'] });
  t.same(read({ ...german, guardian: true }, true).fields, {});
});

t.test('a tax form is a whole PDF that starts nothing', async (t) => {
  const as = (change: (text: string) => string) => Buffer.from(change(PDF.toString('latin1')), 'latin1');
  t.ok(isTaxForm(PDF));
  t.ok(isTaxForm(as((text) => text.replace('%PDF-1.4', '%PDF-2.0'))));
  for (const [why, file] of [
    ['empty', Buffer.alloc(0)],
    ['a script that says it is one', Buffer.from('<script>alert(1)</script>%PDF-1.4\n%%EOF')],
    ['something before it', Buffer.concat([Buffer.from('GIF89a'), PDF])],
    ['a page behind it', Buffer.concat([PDF, Buffer.from('<html><script>alert(1)</script>')])],
    ['an archive behind it', Buffer.concat([PDF, Buffer.from('PK\u0003\u0004')])],
    ['cut off', PDF.subarray(0, PDF.length - 6)],
    ['of no version', as((text) => text.replace('%PDF-1.4', '%PDF-9.4'))],
    ['without a table', as((text) => text.replace('startxref', 'xxxxxxxxx'))],
    ['starts a program', as((text) => text.replace('/Catalog', '/Catalog /Launch'))],
    ['holds files', as((text) => text.replace('/Catalog', '/Catalog /EmbeddedFile'))],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ] as const)
    t.notOk(isTaxForm(file), why);
});
