/** A thief who signs up with another's address keeps nothing once its owner resets the password. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  identities,
  storyInvitations as invitations,
  mailTokens,
  sessions,
  socialCodes,
  users,
} from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, PASSWORD } from '../../../support/app.ts';
import { mailsTo, tokenIn } from '../../../support/mail.ts';
import { refused, startSocialApp } from '../../../support/social.ts';

const site = await startSocialApp();
const { deps } = site;
const NEW = 'seven grey herons';
const CONNECT = '/api/auth/google?social_action=connecting&back=%2Fsettings';

async function reset(email: string): Promise<{ message: string; disconnected: string[] }> {
  await site.call('POST /forgotten_passwords', { body: { email } });
  await site.runJobs();
  const [mail] = (await mailsTo(site, email)).filter(({ text }) => text.includes('/reset_password?'));
  const token = mail === undefined ? '' : tokenIn(mail);
  const body = { token, password: NEW, password_confirmation: NEW };
  const reply = await site.call('POST /user/reset_passwords', { body });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json();
}

async function mailsAbout({ email }: Account, subject: string) {
  await site.runJobs();
  return (await mailsTo(site, email)).filter((mail) => mail.subject === subject);
}

const connected = async ({ id }: Pick<Account, 'id'>): Promise<string[]> =>
  (await deps.db.select().from(identities).where(eq(identities.userId, id))).map(({ subject }) => subject);

const confirmAt = (account: Account, emailConfirmedAt: Date | null) =>
  deps.db.update(users).set({ emailConfirmedAt }).where(eq(users.id, account.id));

/** An identity as older releases stored it, or from a provider without e-mail at sign-up. */
const connect = (account: Account, subject: string, createdAt: Date, email: string | null = null) =>
  deps.db
    .insert(identities)
    .values({ id: newId(), userId: account.id, provider: 'twitter', subject, email, createdAt });

await t.test('an account with an unconfirmed address connects no provider', async (t) => {
  const account = await site.signUp('Early', { confirmed: false });
  const surfer = site.surfer();
  surfer.setCookie('auth_token', account.token);
  const message = 'Confirm your e-mail address before you connect Google.';
  refused(t, await surfer.go(CONNECT), message, '/connected_apps');
  t.same(await connected(account), []);

  await confirmAt(account, new Date());
  const way = await surfer.goUntil(CONNECT, '/api/auth/google/callback');
  await confirmAt(account, null);
  refused(t, await surfer.go(`${way.pathname}${way.search}`), message, '/connected_apps');
  t.same(await connected(account), [], 'nor at the end of the way');

  await confirmAt(account, new Date());
  t.equal((await surfer.go(CONNECT)).pathname, '/settings');
  t.equal((await connected(account)).length, 1);
});

await t.test('ACC-15 a reset by mail disconnects every provider, and says so', async (t) => {
  const [before, later] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 60_000)];
  const never = await site.signUp('Never confirmed', { confirmed: false });
  await connect(never, 'thief', before);
  await reset(never.email);
  t.same(await connected(never), []);

  const own = await site.signUp('Owner');
  await confirmAt(own, before);
  await connect(own, 'after the confirmation', later, own.email.toUpperCase());
  t.match(await reset(own.email), {
    message: 'Your password has been changed, and connected apps have been disconnected.',
    disconnected: ['twitter'],
  });
  t.same(await connected(own), [], 'whoever connected it');
  const [mail] = await mailsAbout(own, 'Your password has been changed');
  t.match(mail?.text, /Twitter: disconnected/);

  const plain = await site.signUp('Plain');
  t.match(await reset(plain.email), { message: 'Your password has been changed.', disconnected: [] });
});

await t.test('a change of the password names the providers that still lead in', async (t) => {
  const own = await site.signUp('Keeps Twitter');
  await connect(own, 'kept', new Date());
  const body = { current_password: PASSWORD, password: NEW, password_confirmation: NEW };
  t.equal((await site.call('PUT /user/passwords', { as: own, body })).statusCode, 200);
  t.same(await connected(own), ['kept']);
  const [mail] = await mailsAbout(own, 'Your password has been changed');
  t.match(mail?.text, /still sign in with Twitter/);
});

await t.test('PRO-06 a provider is connected and disconnected with a fresh proof only', async (t) => {
  const account = await site.signUp('Left at a desk');
  const surfer = site.surfer();
  surfer.setCookie('auth_token', account.token);
  site.peers.google.mood.person = { sub: 'g-desk', email: 'desk@example.org', email_verified: true };
  const prove = (provenAt: Date) =>
    deps.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, account.id));
  const [old, now] = [new Date(Date.now() - 16 * 60_000), new Date()];

  await prove(old);
  const asked = await surfer.go(CONNECT);
  t.equal(`${asked.pathname}${asked.search}`, '/fresh_sign_in?back=%2Fsettings');
  t.notOk(
    surfer.asked.some((url) => url.includes('/authorize')),
    'the provider is not asked',
  );

  await prove(now);
  const way = await surfer.goUntil(CONNECT, '/api/auth/google/callback');
  await prove(old);
  t.equal((await surfer.go(`${way.pathname}${way.search}`)).pathname, '/fresh_sign_in', 'nor at its end');
  t.same(await connected(account), []);

  await prove(now);
  t.equal((await surfer.go(CONNECT)).pathname, '/settings');
  t.same(await connected(account), ['g-desk']);
  const [added] = await mailsAbout(account, 'Google was connected');
  t.match(added?.text, /anyone who can sign in there can now get into your account/);

  await prove(old);
  const disconnect = () => site.call('DELETE /connected_apps/google', { as: account });
  const refusal = await disconnect();
  t.equal(refusal.statusCode, 409);
  t.equal(refusal.json().code, 'prove_again');
  await prove(now);
  t.equal((await disconnect()).statusCode, 204);
  t.equal((await mailsAbout(account, 'Google was disconnected')).length, 1);
});

await t.test('"it was not me" removes the provider that was connected, and older ones stay', async (t) => {
  const account = await site.signUp('Robbed');
  await connect(account, 'own twitter', new Date(Date.now() - 86_400_000));
  const surfer = site.surfer();
  surfer.setCookie('auth_token', account.token);
  site.peers.google.mood.person = { sub: 'g-robber', email: 'robber@example.org', email_verified: true };
  await surfer.go(CONNECT);
  t.same((await connected(account)).sort(), ['g-robber', 'own twitter']);
  const landing = await site.surfer().go('/api/auth/google?social_action=signing');
  t.ok(landing.searchParams.get('auth_token'), 'the robber is on the way in');
  const [mail] = await mailsAbout(account, 'Google was connected');
  const token = /security_notice\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const said = await site.call('POST /security_notices', { body: { token, mine: false } });
  t.equal(said.statusCode, 200);
  t.same(await connected(account), ['own twitter']);
  t.equal(await deps.db.$count(sessions, eq(sessions.userId, account.id)), 0);
  t.equal(await deps.db.$count(socialCodes, eq(socialCodes.userId, account.id)), 0, 'nor any code under way');
});

await t.test('a provider that joins an account by its address at a sign-in is told, too', async (t) => {
  const account = await site.signUp('Same address');
  site.peers.google.mood.person = { sub: 'g-same', email: account.email, email_verified: true };
  const { session } = await site.signInBy('google');
  t.ok(session);
  t.equal((await mailsAbout(account, 'Google was connected')).length, 1);
});

await t.test('a reset leaves whoever was there before with nothing', async (t) => {
  const thief = await site.signUp('Thief', { confirmed: false });
  const { email } = thief;
  const body = { email: 'thief@example.org', current_password: PASSWORD };
  t.equal((await site.call('PUT /user/profile', { as: thief, body })).statusCode, 200);
  t.equal((await site.call('POST /user/export', { as: thief })).statusCode, 202);
  await site.runJobs();
  const toThief = await mailsTo(site, 'thief@example.org');
  const toOwner = await mailsTo(site, email);
  await reset(email);

  t.equal((await site.call('GET /user/account', { as: thief })).statusCode, 401);
  t.equal(await deps.db.$count(sessions, eq(sessions.userId, thief.id)), 0);
  const [row] = await deps.db.select().from(users).where(eq(users.id, thief.id));
  t.match(row, { email, pendingEmail: null });
  t.ok(row?.emailConfirmedAt);
  for (const mail of [...toThief, ...toOwner].filter(({ text }) => text.includes('/confirm_email?'))) {
    const reply = await site.call('POST /user/confirm_email', { body: { token: tokenIn(mail) } });
    t.equal(reply.statusCode, 422, 'no link of before holds');
  }
  const open = (await deps.db.select().from(mailTokens).where(eq(mailTokens.userId, thief.id))).filter(
    ({ usedAt }) => usedAt === null,
  );
  t.same(open, []);
  t.equal((await site.call('POST /auth/mail', { body: { email, password: PASSWORD } })).statusCode, 401);
  t.equal((await site.call('POST /auth/mail', { body: { email, password: NEW } })).statusCode, 200);
});

await t.test('an unconfirmed account joins no team by its address', async (t) => {
  const early = await site.signUp('Early bird', { confirmed: false });
  const owner = await site.signUp('Owner');
  const story = (
    await site.call('POST /creator/stories', {
      as: owner,
      body: { title: 'Team work', publication_type: 'comics', genre: 'drama', language: 'en' },
    })
  ).json().story;
  const invited = await site.call(`POST /creator/stories/${story.id}/collaborators`, {
    as: owner,
    body: { email: early.email, role: 'editor' },
  });
  t.ok(invited.statusCode < 300, invited.body);
  const [invitation] = await deps.db.select().from(invitations);
  t.equal(
    (await site.call(`POST /user/invitations/${invitation?.id}/accept`, { as: early, body: {} })).statusCode,
    409,
  );
});

await site.close();
