import t from 'tap';
import { personOf } from '#server/domains/accounts/providers/providers/provider.ts';
import {
  canDisconnect,
  type Decision,
  decideSocial,
  type Facts,
  tidyName,
} from '#server/domains/accounts/providers/rules.ts';

const unknown: Facts = {
  action: 'signing',
  person: { emailVerified: true, emailDenied: false },
  identityOwner: null,
  viewer: null,
  viewerConfirmed: true,
  viewerHasProvider: false,
  emailOwner: null,
};
const unverified = { emailVerified: false, emailDenied: false };
const denied = { emailVerified: false, emailDenied: true };
const owner = { id: 'mail', emailConfirmed: true, hasProvider: false };
const connecting = { ...unknown, action: 'connecting', viewer: 'me' } as const;
const refuse = (code: string) => ({ outcome: 'refuse', code }) as Decision;

const cases: [string, Facts, Decision][] = [
  ['nobody is known', unknown, { outcome: 'sign_up' }],
  ['nobody is known and no e-mail is verified', { ...unknown, person: unverified }, { outcome: 'sign_up' }],
  ['the provider denies the e-mail', { ...unknown, person: denied }, refuse('social_email_unverified')],
  [
    'the subject is known, whatever the e-mail',
    { ...unknown, person: denied, identityOwner: 'mine', emailOwner: owner },
    { outcome: 'sign_in', userId: 'mine', link: false },
  ],
  [
    'the e-mail is proven on both sides',
    { ...unknown, emailOwner: owner },
    { outcome: 'sign_in', userId: 'mail', link: true },
  ],
  [
    'the e-mail is not verified there',
    { ...unknown, person: unverified, emailOwner: owner },
    refuse('social_email_taken'),
  ],
  [
    'the e-mail is not confirmed here',
    { ...unknown, emailOwner: { ...owner, emailConfirmed: false } },
    refuse('social_email_taken'),
  ],
  [
    'the account of the e-mail has another subject of this provider',
    { ...unknown, emailOwner: { ...owner, hasProvider: true } },
    refuse('social_email_taken'),
  ],
  ['connect', connecting, { outcome: 'connect', userId: 'me', link: true }],
  [
    'connect, whoever has the e-mail',
    { ...connecting, person: denied, emailOwner: owner },
    { outcome: 'connect', userId: 'me', link: true },
  ],
  [
    'connect again',
    { ...connecting, identityOwner: 'me', viewerHasProvider: true },
    { outcome: 'connect', userId: 'me', link: false },
  ],
  ['connect what is another’s', { ...connecting, identityOwner: 'other' }, refuse('social_identity_taken')],
  ['connect a second one', { ...connecting, viewerHasProvider: true }, refuse('social_provider_taken')],
  [
    'connect with an unconfirmed address',
    { ...connecting, viewerConfirmed: false },
    refuse('social_unconfirmed'),
  ],
  ['connect without being signed in', { ...connecting, viewer: null }, refuse('social_failed')],
];

t.test('what becomes of a person whom a provider names', async (t) => {
  for (const [name, facts, decision] of cases) t.same(decideSocial(facts), decision, name);
});

t.test('the last way into an account stays', async (t) => {
  t.equal(canDisconnect({ hasPassword: true, others: 0 }), true);
  t.equal(canDisconnect({ hasPassword: false, others: 1 }), true);
  t.equal(canDisconnect({ hasPassword: false, others: 0 }), false);
});

t.test('a name is one line of at most 60 characters', async (t) => {
  t.equal(tidyName('  Mika\n\u202eArai  '), 'Mika Arai');
  t.equal(tidyName('x'.repeat(61)), 'x'.repeat(60));
  t.equal(tidyName('👩‍🎨'.repeat(40))?.isWellFormed(), true);
  t.equal(tidyName('\ud800 \u0000'), null);
  t.equal(tidyName(7), null);
});

t.test('an e-mail counts only with the provider’s word, Apple’s being a text', async (t) => {
  const email = 'mika@example.org';
  const of = (verified: unknown) => {
    const { emailVerified, emailDenied } = personOf({ subject: 's', email, verified });
    return [emailVerified, emailDenied];
  };
  t.same(of(true), [true, false]);
  t.same(of('true'), [true, false]);
  t.same(of('false'), [false, true]);
  t.same(of(false), [false, true]);
  t.same(of(undefined), [false, false], 'Facebook says nothing');
  t.same(of(1), [false, true]);
  const odd = personOf({ subject: 's', email: 'no address', verified: true });
  t.same([odd.email, odd.emailVerified], [null, false]);
  for (const subject of [undefined, '', 7, 'x'.repeat(256), 'a\u0000b'])
    t.throws(() => personOf({ subject }));
});
