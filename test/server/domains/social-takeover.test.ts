/** Whoever signs up with another's address, or changes theirs to it, is left with nothing once its owner resets the password. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  identities,
  storyInvitations as invitations,
  mailTokens,
  sessions,
  users,
} from '../../../db/schema/index.ts';
import { newId } from '../../../server/lib/ids.ts';
import { type Account, PASSWORD } from '../../support/app.ts';
import { mailsTo, tokenIn } from '../../support/mail.ts';
import { refused, startSocialApp } from '../../support/social.ts';

const site = await startSocialApp();
const { deps } = site;
const NEW = 'seven grey herons';
const CONNECT = '/api/auth/google?social_action=connecting&back=%2Fsettings';

async function reset(email: string): Promise<void> {
  await site.call('POST /forgotten_passwords', { body: { email } });
  await site.runJobs();
  const [mail] = (await mailsTo(site, email)).filter(({ text }) => text.includes('/reset_password?'));
  const token = mail === undefined ? '' : tokenIn(mail);
  const body = { token, password: NEW, password_confirmation: NEW };
  const reply = await site.call('POST /user/reset_passwords', { body });
  if (reply.statusCode !== 200) throw new Error(reply.body);
}

const connected = async ({ id }: Pick<Account, 'id'>): Promise<string[]> =>
  (await deps.db.select().from(identities).where(eq(identities.userId, id))).map(({ subject }) => subject);

const confirmAt = (account: Account, emailConfirmedAt: Date | null) =>
  deps.db.update(users).set({ emailConfirmedAt }).where(eq(users.id, account.id));

/** As it was possible before, and as a provider without an e-mail leaves it at the sign-up. */
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

await t.test('a reset drops what was connected before the address was confirmed', async (t) => {
  const [before, later] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 60_000)];
  const never = await site.signUp('Never confirmed', { confirmed: false });
  await connect(never, 'thief', before);
  await reset(never.email);
  t.same(await connected(never), []);

  const lured = await site.signUp('Confirmed by a slip');
  await connect(lured, 'patient thief', before);
  await confirmAt(lured, later);
  await reset(lured.email);
  t.same(await connected(lured), [], 'the confirmation in between does not save it');

  const own = await site.signUp('Owner');
  await confirmAt(own, before);
  await connect(own, 'own', later);
  await reset(own.email);
  t.same(await connected(own), ['own'], 'what its owner has connected stays');

  const proven = await site.signUp('Proven');
  await connect(proven, 'same address', before, proven.email.toUpperCase());
  await confirmAt(proven, later);
  await reset(proven.email);
  t.same(await connected(proven), ['same address'], 'and what names the very address');
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
