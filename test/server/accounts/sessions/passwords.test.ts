import { eq } from 'drizzle-orm';
import t from 'tap';
import { mails, sessions, users } from '#db/schema/index.ts';
import { type Account, PASSWORD, startTestApp } from '../../../support/app.ts';
import { linkIn, mailsTo, tokenIn } from '../../../support/mail.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const NEXT = 'an entirely new one';
const HOUR_MS = 3_600_000;

t.test('forgotten, reset and changed passwords', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  let network = 0;
  const signIn = (email: string, password: string) => {
    network += 1;
    return app.call('POST /auth/mail', { body: { email, password }, address: `198.51.100.${network}` });
  };
  const again = async (account: Account): Promise<Account> => {
    const { auth_token: token } = (await signIn(account.email, PASSWORD)).json();
    return { ...account, token, headers: { authorization: `Bearer ${token}` } };
  };
  const isSignedIn = async (as: Account) => (await app.call('GET /user/account', { as })).statusCode === 200;
  const forgot = (email: string) => app.call('POST /forgotten_passwords', { body: { email } });
  const reset = (token: string, password = NEXT, confirmation = password, address = '192.0.2.1') =>
    app.call('POST /user/reset_passwords', {
      body: { token, password, password_confirmation: confirmation },
      address,
    });
  const resetTokenOf = async (account: Account) => {
    // A second apart, since mails are sorted by time.
    nowMs += 1000;
    await forgot(account.email);
    const mail = (await mailsTo(app, account.email)).find(({ subject }) => subject === 'Set a new password');
    return mail ? tokenIn(mail) : '';
  };

  await t.test('API-17, ERR-60 a forgotten password is answered alike for everybody', async (t) => {
    const account = await app.signUp();
    const known = await forgot(account.email);
    t.equal(known.statusCode, 202);
    t.match(known.json(), { message: /If there is an account/ });
    for (const email of ['nobody@example.org', 'no address', 'x@'.repeat(100), "a@b'; drop table users"]) {
      const other = await forgot(email);
      t.equal(other.statusCode, 202, email.slice(0, 20));
      t.equal(other.body, known.body);
    }
    t.equal((await forgot('')).statusCode, 422);
    t.equal((await mailsTo(app, account.email)).length, 2);
    t.same(await mailsTo(app, 'nobody@example.org'), []);
    const rows = await deps.db.select().from(mails).where(eq(mails.toAddress, 'nobody@example.org'));
    t.same(rows, [], 'who is nobody is not remembered either');
  });

  await t.test('a locked account gets no way in by mail', async (t) => {
    const account = await app.signUp();
    await deps.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, account.id));
    t.equal((await forgot(account.email)).statusCode, 202);
    t.equal((await mailsTo(app, account.email)).length, 1, 'the confirmation only');
  });

  await t.test('one address gets at most three reset mails an hour, and nobody is told', async (t) => {
    const account = await app.signUp();
    for (let count = 0; count < 6; count += 1) t.equal((await forgot(account.email)).statusCode, 202);
    const subjects = (await mailsTo(app, account.email)).map(({ subject }) => subject);
    t.equal(subjects.filter((subject) => subject === 'Set a new password').length, 3);
  });

  await t.test('API-16, ACC-15, ERR-59 the mailed token sets a new password, once', async (t) => {
    const account = await app.signUp('Ada');
    const second = await again(account);
    const mail = await resetTokenOf(account).then(async () =>
      (await mailsTo(app, account.email)).find(({ subject }) => subject === 'Set a new password'),
    );
    t.equal(linkIn(mail ?? { text: '' }).pathname, '/reset_password');
    const token = tokenIn(mail ?? { text: '' });
    const reply = await reset(token);
    t.equal(reply.statusCode, 200);
    t.match(reply.json(), { message: 'Your password has been changed.' });
    t.equal(await isSignedIn(account), false, 'every session has ended');
    t.equal(await isSignedIn(second), false);
    t.equal((await signIn(account.email, PASSWORD)).statusCode, 401);
    t.equal((await signIn(account.email, NEXT)).statusCode, 200);
    const twice = await reset(token, 'yet another one');
    t.equal(twice.statusCode, 422);
    t.equal(twice.json().code, 'link_expired');
    t.equal((await signIn(account.email, NEXT)).statusCode, 200);
    const told = (await mailsTo(app, account.email)).map(({ subject }) => subject);
    t.ok(told.includes('Your password has been changed'));
  });

  await t.test('the reset link holds for one hour', async (t) => {
    const account = await app.signUp();
    const token = await resetTokenOf(account);
    nowMs += HOUR_MS;
    t.equal((await reset(token)).statusCode, 422);
    const next = await resetTokenOf(account);
    nowMs += HOUR_MS - 1000;
    t.equal((await reset(next)).statusCode, 200);
  });

  await t.test('one reset makes every other link worthless', async (t) => {
    const account = await app.signUp();
    const first = await resetTokenOf(account);
    const second = await resetTokenOf(account);
    t.not(first, second);
    t.equal((await reset(first)).statusCode, 200);
    t.equal((await reset(second)).statusCode, 422);
    const third = await resetTokenOf(account);
    const change = { current_password: NEXT, password: PASSWORD, password_confirmation: PASSWORD };
    const { auth_token: token } = (await signIn(account.email, NEXT)).json();
    await app.call('PUT /user/passwords', { body: change, headers: { authorization: `Bearer ${token}` } });
    t.equal((await reset(third)).statusCode, 422, 'a change does so too');
  });

  await t.test('two resets with one token at the same moment: one of them counts', async (t) => {
    const account = await app.signUp();
    const token = await resetTokenOf(account);
    const replies = await Promise.all([
      reset(token, 'the first of both'),
      reset(token, 'the second of both'),
    ]);
    t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 422]);
  });

  await t.test(
    'a link that was sent to an address which is no longer the account’s is worthless',
    async (t) => {
      const account = await app.signUp();
      const token = await resetTokenOf(account);
      await deps.db.update(users).set({ email: 'moved@example.org' }).where(eq(users.id, account.id));
      t.equal((await reset(token)).statusCode, 422);
    },
  );

  await t.test('ACC-16 a repetition that differs is refused, and nothing is changed', async (t) => {
    const account = await app.signUp();
    const token = await resetTokenOf(account);
    const reply = await reset(token, NEXT, 'an entirely different one');
    t.equal(reply.statusCode, 422);
    t.match(reply.json(), { message: "Passwords don't match", code: 'passwords_differ' });
    t.same(Object.keys(reply.json().fields[0]), ['password_confirmation']);
    t.equal((await signIn(account.email, PASSWORD)).statusCode, 200);
    const wrong = await app.call('PUT /user/passwords', {
      as: account,
      body: { current_password: PASSWORD, password: NEXT, password_confirmation: 'else' },
    });
    t.equal(wrong.json().message, "Passwords don't match");
    t.equal((await reset(token)).statusCode, 200, 'the link still holds');
  });

  await t.test('ACC-17 the rules of passwords hold wherever one is set', async (t) => {
    const account = await app.signUp('Lovelace Ada');
    const token = await resetTokenOf(account);
    const cases: [string, string][] = [
      ['short', 'is too short'],
      ['x'.repeat(129), 'is too long'],
      ['Qwertyuiop', 'is one of the passwords that everybody tries first'],
      ['LOVELACE ada', 'must not be your e-mail or name'],
      [account.email, 'must not be your e-mail or name'],
    ];
    for (const [password, message] of cases) {
      t.same((await reset(token, password)).json().fields, [{ password: [message] }], password.slice(0, 20));
      const change = { current_password: PASSWORD, password, password_confirmation: password };
      const reply = await app.call('PUT /user/passwords', { as: account, body: change });
      t.same(reply.json().fields, [{ password: [message] }]);
    }
    const common = await app.call('POST /users', {
      body: {
        email: 'c@example.org',
        password: 'password123',
        display_name: 'C',
        date_of_birth: '1990-01-31',
      },
    });
    t.same(common.json().fields, [{ password: ['is one of the passwords that everybody tries first'] }]);
    // The same letters, composed and decomposed (Unicode NFC).
    t.equal((await reset(token, 'Bücher über Käse')).statusCode, 200);
    t.equal((await signIn(account.email, 'Bücher über Käse'.normalize('NFD'))).statusCode, 200);
  });

  await t.test('API-15 changing the password keeps this session and ends all others', async (t) => {
    const account = await app.signUp();
    const other = await again(account);
    const change = (current: string) =>
      app.call('PUT /user/passwords', {
        as: account,
        body: { current_password: current, password: NEXT, password_confirmation: NEXT },
      });
    const wrong = await change('not the present one');
    t.equal(wrong.statusCode, 422);
    t.same(wrong.json().fields, [{ current_password: ['is wrong'] }]);
    t.equal(await isSignedIn(other), true);
    const reply = await change(PASSWORD);
    t.same([reply.statusCode, reply.json().message], [200, 'Your password has been changed.']);
    t.equal(await isSignedIn(account), true);
    t.equal(await isSignedIn(other), false);
    t.equal((await app.call('PUT /user/passwords', { body: {} })).statusCode, 401);
    for (let count = 0; count < 10; count += 1) await change('not the present one');
    t.equal((await change(NEXT)).statusCode, 429, 'a stranger at the keyboard may not try for ever');
  });

  await t.test('an account without a password gets one within ten minutes of signing in', async (t) => {
    const account = await app.signUp();
    await deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, account.id));
    const set = () =>
      app.call('PUT /user/passwords', { as: account, body: { password: NEXT, password_confirmation: NEXT } });
    nowMs += 11 * 60_000;
    const late = await set();
    t.equal(late.statusCode, 409);
    t.equal(late.json().code, 'sign_in_again');
    await deps.db
      .update(sessions)
      .set({ createdAt: new Date(nowMs) })
      .where(eq(sessions.userId, account.id));
    t.equal((await set()).statusCode, 200);
    t.equal((await signIn(account.email, NEXT)).statusCode, 200);
  });

  await t.test('a reset proves the address, and lets its owner in whatever strangers do', async (t) => {
    const account = await app.signUp('Owner', { confirmed: false });
    const attack = (count: number) =>
      app.call('POST /auth/mail', {
        body: { email: account.email, password: `wrong ${count}` },
        address: `203.0.113.${count}`,
      });
    for (let count = 0; count < 10; count += 1) t.equal((await attack(count)).statusCode, 401);
    t.equal((await signIn(account.email, PASSWORD)).statusCode, 429, 'a device that nobody knows');
    const reply = await reset(await resetTokenOf(account));
    const device = /device=([^;]+)/.exec([reply.headers['set-cookie'] ?? []].flat().join())?.[1];
    const known = await app.call('POST /auth/mail', {
      body: { email: account.email, password: NEXT },
      headers: { cookie: `device=${device}`, 'sec-fetch-site': 'same-origin' },
    });
    t.equal(known.statusCode, 200);
    t.equal(known.json().user.email_confirmed, true);
  });

  await t.test(
    'forms without JavaScript: the token stays in the address when something is wrong',
    async (t) => {
      const account = await app.signUp();
      const token = await resetTokenOf(account);
      const post = (path: string, body: Record<string, string>, cookie = '') =>
        app.call(`POST ${path}`, {
          body: new URLSearchParams(body).toString(),
          headers: { ...form, ...(cookie && { cookie }) },
        });
      const wrong = await post('/user/reset_passwords', {
        token,
        password: NEXT,
        password_confirmation: 'x',
        _locale: 'de',
      });
      const back = new URL(String(wrong.headers.location), 'http://local');
      t.equal(back.pathname, '/de/reset_password');
      t.equal(back.searchParams.get('token'), token);
      t.equal(back.searchParams.get('error_notice'), 'Die Passwörter stimmen nicht überein');
      const done = await post('/user/reset_passwords', {
        token,
        password: NEXT,
        password_confirmation: NEXT,
      });
      t.equal(done.headers.location, '/sign_in?success_notice=Your+password+has+been+changed.');
      const asked = await post('/forgotten_passwords', { email: account.email });
      t.match(asked.headers.location, /^\/sign_in\?success_notice=If\+there\+is/);
      const { auth_token: session } = (await signIn(account.email, NEXT)).json();
      const changed = await post(
        '/user/passwords?_method=PUT',
        { current_password: 'no', password: NEXT, password_confirmation: NEXT },
        `auth_token=${session}`,
      );
      t.equal(changed.headers.location, '/change_password?error_notice=Current+password+is+wrong');
    },
  );
});
