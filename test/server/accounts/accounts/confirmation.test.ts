import { eq } from 'drizzle-orm';
import t from 'tap';
import { mailTokens, users } from '#db/schema/index.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, uploadCover, uploadPages } from '../../../support/console.ts';
import { mailsTo, tokenIn } from '../../../support/mail.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const HOUR_MS = 3_600_000;

t.test('confirming an address', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const confirm = (token: string) => app.call('POST /user/confirm_email', { body: { token } });
  const isConfirmed = async (id: string) => {
    const [row] = await deps.db.select().from(users).where(eq(users.id, id));
    return row?.emailConfirmedAt !== null;
  };
  const newcomer = async () => {
    const account = await app.signUp('Somebody', { confirmed: false });
    const [mail] = await mailsTo(app, account.email);
    return { account, token: mail ? tokenIn(mail) : '' };
  };

  await t.test('ACC-13 the link of the mail confirms the account, once', async (t) => {
    const { account, token } = await newcomer();
    t.equal(await isConfirmed(account.id), false);
    const before = await app.call('GET /user/account', { as: account });
    t.equal(before.json().user.email_confirmed, false);
    const reply = await confirm(token);
    t.equal(reply.statusCode, 200);
    t.match(reply.json(), { message: 'Your e-mail address is confirmed.', signed_in: false });
    t.equal((await app.call('GET /user/account', { as: account })).json().user.email_confirmed, true);
    const again = await confirm(token);
    t.equal(again.statusCode, 422);
    t.match(again.json(), { code: 'link_expired', fields: [{ token: ['is no longer valid'] }] });
  });

  await t.test('ACC-13 the link holds for 48 hours', async (t) => {
    const { account, token } = await newcomer();
    nowMs += 48 * HOUR_MS;
    t.equal((await confirm(token)).statusCode, 422);
    t.equal(await isConfirmed(account.id), false);
    const other = await newcomer();
    nowMs += 48 * HOUR_MS - 1000;
    t.equal((await confirm(other.token)).statusCode, 200);
    nowMs = Date.now();
  });

  await t.test('a token is good for its purpose only, and a made-up one for nothing', async (t) => {
    const { account, token } = await newcomer();
    const reset = await app.call('POST /user/reset_passwords', {
      body: { token, password: 'another good one', password_confirmation: 'another good one' },
    });
    t.equal(reset.statusCode, 422);
    t.equal(reset.json().code, 'link_expired');
    for (const made of ['x', 'x'.repeat(43), account.id, account.token])
      t.equal((await confirm(made)).statusCode, 422);
    t.equal(await isConfirmed(account.id), false);
    t.equal((await confirm(token)).statusCode, 200, 'and it still holds');
  });

  await t.test('the link can be asked for again, at most five times an hour', async (t) => {
    const { account, token } = await newcomer();
    nowMs += 1000;
    for (let count = 0; count < 5; count += 1) {
      const reply = await app.call('POST /user/confirm_email/resend', { as: account });
      t.equal(reply.statusCode, 200);
      await mailsTo(app, account.email);
      nowMs += 1000;
    }
    const refused = await app.call('POST /user/confirm_email/resend', { as: account });
    t.equal(refused.statusCode, 429);
    t.ok(Number(refused.headers['retry-after']) > 0);
    const mails = await mailsTo(app, account.email);
    t.equal(mails.length, 6);
    t.equal(new Set(mails.map(tokenIn)).size, 6);
    const newest = tokenIn(mails[0] ?? { text: '' });
    for (const older of [token, ...mails.slice(1).map(tokenIn)])
      t.match((await confirm(older)).json(), { code: 'link_expired' }, 'only the newest link holds');
    t.equal((await confirm(newest)).statusCode, 200);
    const done = await app.call('POST /user/confirm_email/resend', { as: account });
    t.equal(done.statusCode, 409);
    t.equal(done.json().code, 'already_confirmed');
    t.equal((await app.call('POST /user/confirm_email/resend')).statusCode, 401);
  });

  await t.test('PRO-14 a new address counts when it has been confirmed, not before', async (t) => {
    const account = await app.signUp('Grace');
    const change = await app.call('PUT /user/profile', {
      as: account,
      body: { email: 'grace@new.example', current_password: PASSWORD },
    });
    t.equal(change.statusCode, 200);
    t.match(change.json().user, {
      email: account.email,
      pending_email: 'grace@new.example',
      email_confirmed: true,
    });
    const [link] = await mailsTo(app, 'grace@new.example');
    t.equal(link?.subject, 'Confirm your new e-mail address');
    const subjects = (await mailsTo(app, account.email)).map(({ subject }) => subject);
    t.ok(subjects.includes('Your e-mail address is about to change'), 'the old address hears of it');
    const signIn = (email: string) => app.call('POST /auth/mail', { body: { email, password: PASSWORD } });
    t.equal((await signIn('grace@new.example')).statusCode, 401);
    t.equal((await confirm(tokenIn(link ?? { text: '' }))).statusCode, 200);
    t.equal((await signIn('grace@new.example')).statusCode, 200);
    t.equal((await signIn(account.email)).statusCode, 401);
    const profile = await app.call('GET /user/profile', { as: account });
    t.match(profile.json().user, { email: 'grace@new.example', pending_email: null, email_confirmed: true });
  });

  await t.test('a change of address is called off by a new password or by the old address', async (t) => {
    const account = await app.signUp('Ivy');
    const changeTo = (email: string) =>
      app.call('PUT /user/profile', { as: account, body: { email, current_password: PASSWORD } });
    await changeTo('ivy@new.example');
    const [link] = await mailsTo(app, 'ivy@new.example');
    await changeTo(account.email.toUpperCase());
    t.equal((await app.call('GET /user/profile', { as: account })).json().user.pending_email, null);
    t.equal((await confirm(tokenIn(link ?? { text: '' }))).statusCode, 422);
    await changeTo('ivy@new.example');
    await app.call('PUT /user/passwords', {
      as: account,
      body: {
        current_password: PASSWORD,
        password: 'another good one',
        password_confirmation: 'another good one',
      },
    });
    const [second] = await mailsTo(app, 'ivy@new.example');
    t.equal((await confirm(tokenIn(second ?? { text: '' }))).statusCode, 422);
    t.equal((await app.call('GET /user/profile', { as: account })).json().user.email, account.email);
  });

  await t.test('an address that somebody else takes in the meantime stays theirs', async (t) => {
    const account = await app.signUp('Kim');
    t.equal(
      (
        await app.call('PUT /user/profile', {
          as: account,
          body: { email: 'kim@new.example', current_password: PASSWORD },
        })
      ).statusCode,
      200,
    );
    const [link] = await mailsTo(app, 'kim@new.example');
    const other = await app.signUp();
    await deps.db.update(users).set({ email: 'KIM@new.example' }).where(eq(users.id, other.id));
    const reply = await confirm(tokenIn(link ?? { text: '' }));
    t.equal(reply.statusCode, 422);
    t.same(reply.json().fields, [{ email: ['has already been taken'] }]);
    t.equal((await app.call('GET /user/profile', { as: account })).json().user.email, account.email);
  });

  await t.test('publishing needs a confirmed address', async (t) => {
    const account = await app.signUp('Noor', { confirmed: false });
    const story = await createStory(app, account, { cover_media_id: await uploadCover(app, account) });
    const episode = await createEpisode(app, account, story.id);
    await uploadPages(app, account, episode.id, ['1.jpg']);
    const [mail] = await mailsTo(app, account.email);
    const publish = () => app.call(`POST /creator/episodes/${episode.id}/publish`, { as: account, body: {} });
    const refused = await publish();
    t.equal(refused.statusCode, 409);
    t.equal(refused.json().code, 'email_unconfirmed');
    t.match(refused.json().message, /Confirm your e-mail address/);
    await confirm(tokenIn(mail ?? { text: '' }));
    t.equal((await publish()).statusCode, 200);
  });

  await t.test('without JavaScript the page posts a form and goes on', async (t) => {
    const { account, token } = await newcomer();
    const post = (body: Record<string, string>, headers = {}) =>
      app.call('POST /user/confirm_email', {
        body: new URLSearchParams(body).toString(),
        headers: { ...form, ...headers },
      });
    const wrong = await post({ token: 'x', _locale: 'de' });
    t.equal(wrong.statusCode, 303);
    t.match(wrong.headers.location, /^\/de\/confirm_email\?error_notice=Dieser\+Link/);
    const cookie = `auth_token=${account.token}`;
    t.match((await post({ token }, { cookie })).headers.location, /^\/creator\/stories\?success_notice=/);
    const other = await newcomer();
    t.match((await post({ token: other.token })).headers.location, /^\/sign_in\?success_notice=/);
  });

  await t.test('guesses are limited per address', async (t) => {
    const guess = () =>
      app.call('POST /user/confirm_email', { body: { token: 'guess' }, address: '192.0.2.77' });
    const codes = [];
    for (let count = 0; count < 31; count += 1) codes.push((await guess()).statusCode);
    t.same(new Set(codes.slice(0, 30)), new Set([422]));
    t.equal(codes.at(-1), 429);
  });

  await t.test('the rows hold digests only', async (t) => {
    const [row] = await deps.db.select().from(mailTokens).limit(1);
    t.equal(row?.tokenHash.length, 32);
  });
});
