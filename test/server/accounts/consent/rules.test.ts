import t from 'tap';
import {
  CONSENT_VERSION,
  type Consent,
  consentIn,
  decideConsent,
  isAsked,
  mayUse,
  readConsent,
  writeConsent,
} from '#server/domains/accounts/consent/rules.ts';

const day = '2026-11-23';

t.test('ADS-05 nothing optional may be used before an answer, nor after a refusal', async (t) => {
  t.notOk(mayUse('adverts', null));
  t.notOk(mayUse('adverts', { day, purposes: [] }));
  t.ok(mayUse('adverts', { day, purposes: ['adverts'] }));
});

t.test('an answer comes back from its cookie as it was given', async (t) => {
  for (const consent of [
    { day, purposes: [] },
    { day, purposes: ['adverts'] },
  ] satisfies Consent[]) {
    t.same(readConsent(writeConsent(consent)), consent);
    t.same(consentIn(`signed_in=1; consent=${writeConsent(consent)}; styles=a`), consent);
  }
});

t.test('ADS-05 what is no answer to this question allows nothing', async (t) => {
  for (const value of [
    undefined,
    '',
    'adverts',
    '1',
    '1.adverts',
    `${CONSENT_VERSION + 1}.${day}.adverts`,
    `0.${day}.adverts`,
    `1.${day}.`,
    `1.${day}.everything`,
    `1.${day}.ADVERTS`,
    ` 1.${day}.adverts`,
  ])
    t.notOk(mayUse('adverts', readConsent(value)), String(value));
  t.equal(consentIn(`noconsent=1.${day}.adverts`), null, 'of another name');
});

t.test('ADS-05 the leave of a minor counts for nothing', async (t) => {
  t.same(decideConsent(['adverts'], { day, isMinor: true }), { day, purposes: [] });
  t.same(decideConsent(['adverts'], { day, isMinor: false }), { day, purposes: ['adverts'] });
  t.same(decideConsent([], { day, isMinor: false }).purposes, []);
});

t.test('nobody is asked where there is nothing to ask about', async (t) => {
  t.notOk(isAsked({}));
  t.ok(isAsked({ AD_FRAME_URL: 'https://ads.example/slot' }));
});
