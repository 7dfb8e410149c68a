import { eq } from 'drizzle-orm';
import t from 'tap';
import { sessions, users } from '#db/schema/index.ts';
import { CONFIRMED_COOKIE } from '#server/domains/accounts/sessions/rules.ts';
import type { Account } from '../../../support/app.ts';
import { switchOnApp } from '../../../support/factor.ts';
import { mailsTo } from '../../../support/mail.ts';
import { startSocialApp } from '../../../support/social.ts';
import type { Surfer } from '../../../support/surfer.ts';

const site = await startSocialApp();
const { deps } = site;
let nowMs = Date.now();
deps.clock.now = () => new Date(nowMs);
const later = (ms: number) => {
  nowMs += ms;
};

async function connected(name: string): Promise<Account> {
  const account = await site.signUp(name);
  await deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, account.id));
  site.peers.google.mood.person = {
    ...{ sub: `g-${account.id}`, email: account.email, email_verified: true, name },
  };
  return account;
}

const countSessions = ({ id }: Account) => deps.db.$count(sessions, eq(sessions.userId, id));
const countNotices = async ({ email }: Account) => {
  await site.runJobs();
  return (await mailsTo(site, email)).filter(({ text }) => text.includes('/security_notice?')).length;
};
const answer = (surfer: Surfer, body: object) =>
  site.call('POST /auth/second_factor', {
    body,
    headers: { cookie: `device=${surfer.cookie('device') ?? ''}`, 'sec-fetch-site': 'same-origin' },
  });

t.test('ACC-39 a provider alone lets nobody in whose account has a second factor', async (t) => {
  const jule = await connected('Jule');
  const { phone } = await switchOnApp(site, jule);
  later(60_000);
  const surfer = site.surfer();
  const before = await countSessions(jule);
  const landing = await surfer.go('/api/auth/google?social_action=signing&back=%2Flibrary');
  t.notOk(surfer.cookie('auth_token'));
  t.notOk(surfer.cookie('device'), 'a device is known once both were right');
  const arrived = await site.arrive(surfer, landing);
  t.equal(arrived.location, '/sign_in/second_factor?back=%2Flibrary');
  t.equal(arrived.session, null);
  t.equal(await countSessions(jule), before);
  const told = await countNotices(jule);

  t.equal((await answer(surfer, { ticket: arrived.ticket, code: '000000' })).statusCode, 422);
  t.equal(await countNotices(jule), told, 'no session, no news of one');
  const reply = await answer(surfer, { ticket: arrived.ticket, code: phone.code(), remember: true });
  t.equal(reply.statusCode, 200);
  t.equal(reply.json().user.id, jule.id);
  t.equal(await countNotices(jule), told + 1, 'the new device is told of');
  t.equal((await answer(surfer, { ticket: arrived.ticket, code: phone.code(1) })).statusCode, 401, 'once');

  for (const { name, value } of reply.cookies) if (value) surfer.setCookie(name, value);
  const again = await site.arrive(surfer, await surfer.go('/api/auth/google?social_action=signing'));
  t.equal(again.session, null, 'who is not remembered is asked again');
  const remembered = surfer.cookie(CONFIRMED_COOKIE);
  t.match(remembered, /^[\w-]{43}$/);
});

t.test('a code or a token of an app asks for the factor as well', async (t) => {
  const mirko = await connected('Mirko');
  const { phone } = await switchOnApp(site, mirko);
  later(60_000);
  const { nonce, state } = (await site.call('POST /auth/google/nonce')).json();
  const idToken = await site.peers.google.signToken({ ...site.peers.google.mood.person, nonce });
  const reply = await site.call('POST /auth/google', { body: { id_token: idToken, state } });
  t.equal(reply.json().code, 'second_factor_needed');
  t.equal((await answer(site.surfer(), { ticket: reply.json().ticket, code: phone.code() })).statusCode, 200);
});

t.test('ACC-39 a sign-in by a provider on a new device is told of, once for each device', async (t) => {
  const cem = await connected('Cem');
  const surfer = site.surfer();
  const told = await countNotices(cem);
  t.ok((await site.signInBy('google', surfer)).session);
  const before = told + 1;
  t.equal(await countNotices(cem), before + 1, 'of the device, and that Google is connected');
  t.ok(surfer.cookie('device'));
  t.ok((await site.signInBy('google', surfer)).session);
  t.equal(await countNotices(cem), before + 1, 'the device is known by now');
  later(1000);
  t.ok((await site.signInBy('google')).session);
  t.equal(await countNotices(cem), before + 2, 'another one is not');
});

t.test('whoever has joined by a provider is not told of the device that they joined on', async (t) => {
  const surfer = site.surfer();
  site.peers.google.mood.person = {
    sub: 'g-new',
    email: 'new@example.org',
    email_verified: true,
    name: 'Neu',
  };
  const step = await site.signInBy('google', surfer);
  t.equal(step.location, '/sign_up/social');
  const reply = await site.call('POST /auth/social_account', {
    body: { date_of_birth: '1990-01-31' },
    headers: { cookie: `social_browser=${surfer.cookie('social_browser')}` },
  });
  t.equal(reply.statusCode, 201);
  for (const { name, value } of reply.cookies) if (value) surfer.setCookie(name, value);
  t.ok((await site.signInBy('google', surfer)).session);
  await site.runJobs();
  t.same(await mailsTo(site, 'new@example.org'), []);
});

t.test('everything is closed', () => site.close());
