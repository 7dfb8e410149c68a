import { eq } from 'drizzle-orm';
import t from 'tap';
import { sessions, users } from '#db/schema/index.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';

t.test('signing up, in and out', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const born = '1990-01-31';
  const signUp = (body: object, headers: Record<string, string> = {}) =>
    app.call('POST /users', { body, headers });
  const setCookies = (reply: { headers: Record<string, unknown> }) =>
    [reply.headers['set-cookie'] ?? []].flat().join('\n');

  await t.test('API-13, ACC-06 POST /users makes an account and signs it in', async (t) => {
    const reply = await signUp({
      email: 'ada@example.org',
      password: PASSWORD,
      display_name: 'Ada',
      date_of_birth: born,
    });
    t.equal(reply.statusCode, 201);
    const body = reply.json();
    t.match(body, {
      user: { display_name: 'Ada', email: 'ada@example.org', slug: 'ada', email_confirmed: false },
    });
    t.match(body.user_settings, { notifications: { subscribe_to_emails: false } });
    t.match(body.auth_token, /^[\w-]{43}$/);
    t.match(body.message, /account has been created.*confirmation link/, 'ERR-48');
    t.notMatch(
      reply.body.replace('"has_password"', ''),
      /argon2|password/i,
      'PRO-18 no reply returns the password',
    );
    t.notOk(reply.body.includes(PASSWORD));
  });

  await t.test('ACC-20, ACC-21, ACC-22 the cookies are set as decided', async (t) => {
    const reply = await app.call('POST /auth/mail', {
      body: { email: 'ADA@example.org', password: PASSWORD },
    });
    t.equal(reply.statusCode, 200);
    const cookies = setCookies(reply);
    t.match(cookies, /auth_token=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax/);
    t.match(cookies, /signed_in=1; Max-Age=604800; Path=\/; SameSite=Lax/);
    t.notMatch(cookies, /is_publisher=1/, 'ACC-23 nobody is a publisher by themselves');
    t.notMatch(cookies, /Secure/, 'a Secure cookie would not come back over plain http');
  });

  await t.test('ACC-23 the is_publisher cookie follows the flag', async (t) => {
    const publisher = await app.signUp('A Publisher');
    await app.deps.db.update(users).set({ publisher: true }).where(eq(users.id, publisher.id));
    const reply = await app.call('POST /auth/mail', { body: { email: publisher.email, password: PASSWORD } });
    t.match(setCookies(reply), /is_publisher=1/);
  });

  await t.test('ACC-18 only the hash of a token is kept', async (t) => {
    const account = await app.signUp();
    const rows = await app.deps.db.select().from(sessions).where(eq(sessions.userId, account.id));
    t.equal(rows.length, 1);
    t.notOk(JSON.stringify(rows).includes(account.token));
  });

  await t.test('ACC-57 under 13 nothing is stored', async (t) => {
    const year = new Date().getUTCFullYear() - 12;
    const before = await app.deps.db.$count(users);
    const reply = await signUp({
      email: 'kid@example.org',
      password: PASSWORD,
      display_name: 'Kid',
      date_of_birth: `${year}-01-01`,
    });
    t.equal(reply.statusCode, 422);
    t.match(reply.json().fields, [{ date_of_birth: [/under 13/] }]);
    t.equal(await app.deps.db.$count(users), before);
  });

  await t.test("ACC-58 from 13 to 17 a guardian's consent is needed and kept with its time", async (t) => {
    const year = new Date().getUTCFullYear() - 15;
    const body = {
      email: 'teen@example.org',
      password: PASSWORD,
      display_name: 'Teen',
      date_of_birth: `${year}-01-01`,
    };
    const refused = await signUp(body);
    t.equal(refused.statusCode, 422);
    t.match(refused.json().fields, [{ guardian_consent: [/under 18/] }]);
    const accepted = await signUp({ ...body, guardian_consent: true });
    t.equal(accepted.statusCode, 201);
    const [row] = await app.deps.db.select().from(users).where(eq(users.email, 'teen@example.org'));
    t.ok(row?.guardianConsentAt instanceof Date);
  });

  await t.test(
    'ACC-17, ERR-11, ERR-18 ERR-19 ERR-20 ERR-21 ERR-22 every wrong field is named at once',
    async (t) => {
      const reply = await signUp({
        email: 'nobody',
        password: 'short',
        display_name: ' ',
        date_of_birth: '1990-02-30',
      });
      t.equal(reply.statusCode, 422);
      t.match(reply.json(), { message: 'Invalid data', code: 'record_invalid' });
      t.same(
        Object.assign({}, ...reply.json().fields),
        {
          display_name: ["can't be blank"],
          email: ['is invalid'],
          password: ['is too short'],
          date_of_birth: ['is invalid'],
        },
        'what is missing and what is wrong',
      );
      const known = await signUp({ email: 'ADA@example.org', password: '', date_of_birth: '2030-01-01' });
      t.same(Object.assign({}, ...known.json().fields), {
        display_name: ["can't be blank"],
        password: ["can't be blank"],
        email: ['has already been taken'],
        date_of_birth: ['is invalid'],
      });
      const next = await signUp({
        email: 'nobody',
        password: 'short',
        display_name: 'N',
        date_of_birth: '1990-02-30',
      });
      t.same(Object.assign({}, ...next.json().fields), {
        email: ['is invalid'],
        password: ['is too short'],
        date_of_birth: ['is invalid'],
      });
      const taken = await signUp({
        email: 'Ada@Example.org',
        password: PASSWORD,
        display_name: 'A',
        date_of_birth: born,
      });
      t.same(taken.json().fields, [{ email: ['has already been taken'] }], 'ERR-20 regardless of case');
      const long = await signUp({
        email: 'l@example.org',
        password: 'x'.repeat(129),
        display_name: 'L',
        date_of_birth: born,
      });
      t.same(long.json().fields, [{ password: ['is too long'] }]);
    },
  );

  await t.test('I18-08, ERR-18 messages come in the language of the request', async (t) => {
    const reply = await signUp({}, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' });
    t.match(reply.json().message, 'Ungültige Angaben');
    t.match(Object.assign({}, ...reply.json().fields).email, ['darf nicht leer sein']);
    const other = await signUp({}, { 'accept-language': 'fr' });
    t.equal(other.json().message, 'Invalid data');
  });

  await t.test('API-14 a wrong password and an unknown address get the same answer', async (t) => {
    const wrong = await app.call('POST /auth/mail', {
      body: { email: 'ada@example.org', password: 'not the password' },
    });
    const unknown = await app.call('POST /auth/mail', {
      body: { email: 'nobody@example.org', password: 'not the password' },
    });
    t.equal(wrong.statusCode, 401);
    t.equal(unknown.statusCode, 401);
    t.equal(wrong.body, unknown.body);
  });

  await t.test('ROL-12 a missing, made-up or ended token is nobody: 401', async (t) => {
    const account = await app.signUp();
    t.equal((await app.call('GET /user/account')).statusCode, 401);
    t.equal(
      (await app.call('GET /user/account', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }))
        .statusCode,
      401,
    );
    t.equal((await app.call('GET /user/account', { as: account })).statusCode, 200);
    const signedOut = await app.call('DELETE /auth/session', { as: account });
    t.equal(signedOut.statusCode, 204);
    t.match(setCookies(signedOut), /auth_token=;/, 'ACC-24 the cookie is cleared');
    t.match(setCookies(signedOut), /signed_in=;/);
    t.match(setCookies(signedOut), /is_publisher=;/);
    t.equal((await app.call('GET /user/account', { as: account })).statusCode, 401);
  });

  await t.test('ACC-30 ACC-31 ACC-32 ACC-33 ACC-36 the account has what the header needs', async (t) => {
    const account = await app.signUp('Grace');
    const reply = await app.call('GET /user/account', { as: account });
    t.match(reply.json(), {
      user: {
        id: account.id,
        display_name: 'Grace',
        publisher: false,
        mini_thumbnail_url: null,
        notification_count: 0,
        wallet_coins: 0,
      },
      user_settings: { notifications: { subscribe_to_emails: false, replies: true } },
    });
    t.notOk('email' in reply.json().user, 'what the schema does not list does not leave');
  });

  await t.test('ERR-02 a locked account is 423 everywhere', async (t) => {
    const account = await app.signUp();
    await app.deps.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, account.id));
    const reply = await app.call('GET /user/account', { as: account });
    t.equal(reply.statusCode, 423);
    t.match(setCookies(reply), /auth_token=;/);
    t.equal(
      (await app.call('POST /auth/mail', { body: { email: account.email, password: PASSWORD } })).statusCode,
      423,
    );
  });

  await t.test('after ten wrong passwords the account answers 429 with Retry-After', async (t) => {
    const account = await app.signUp();
    const attempt = (password: string) =>
      app.call('POST /auth/mail', { body: { email: account.email, password }, address: '192.0.2.1' });
    for (let count = 0; count < 10; count += 1)
      t.equal((await attempt(`wrong password ${count}`)).statusCode, 401);
    const reply = await attempt(PASSWORD);
    t.equal(reply.statusCode, 429);
    t.ok(Number(reply.headers['retry-after']) > 0);
  });

  await t.test('a change that comes by cookie from another site is refused with 403', async (t) => {
    const account = await app.signUp();
    const cookie = `auth_token=${account.token}`;
    const from = (headers: Record<string, string>) =>
      app.call('DELETE /auth/session', { headers: { cookie, ...headers } });
    t.equal((await from({ 'sec-fetch-site': 'cross-site' })).statusCode, 403);
    t.equal((await from({ 'sec-fetch-site': 'same-site' })).statusCode, 403);
    t.equal((await from({ origin: 'https://evil.example' })).statusCode, 403);
    t.equal((await from({})).statusCode, 403, 'with a cookie, silence is no proof');
    t.equal((await from({ 'sec-fetch-site': 'same-origin' })).statusCode, 204);
  });

  await t.test('a browser form signs in and out without JavaScript', async (t) => {
    const account = await app.signUp();
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const body = new URLSearchParams({ email: account.email, password: PASSWORD, _locale: 'de' }).toString();
    const signedIn = await app.call('POST /auth/mail', { body, headers: form, address: '192.0.2.2' });
    t.equal(signedIn.statusCode, 303);
    t.equal(signedIn.headers.location, '/de/creator/stories');
    t.match(setCookies(signedIn), /auth_token=/);
    const refused = await app.call('POST /auth/mail', {
      body: 'email=x%40example.org&password=nope',
      headers: form,
    });
    t.equal(refused.statusCode, 303);
    t.match(refused.headers.location, /^\/sign_in\?error_notice=/);
    const back = new URLSearchParams({
      email: account.email,
      password: PASSWORD,
      _back: '//evil.example/',
    }).toString();
    t.equal(
      (await app.call('POST /auth/mail', { body: back, headers: form })).headers.location,
      '/creator/stories',
    );
    const cookie = `auth_token=${account.token}`;
    const out = await app.call('POST /auth/session?_method=DELETE', {
      body: '_locale=en',
      headers: { ...form, cookie },
    });
    t.equal(out.statusCode, 303);
    t.match(out.headers.location, /^\/\?success_notice=/);
    t.equal((await app.call('GET /user/account', { headers: { cookie } })).statusCode, 401);
  });

  t.end();
});
