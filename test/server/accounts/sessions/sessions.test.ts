import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import t from 'tap';
import { sessions } from '#db/schema/index.ts';
import { describeDevice } from '#server/domains/accounts/sessions/devices.ts';
import { mailer } from '#server/domains/platform/mail/mailer.ts';
import { type Account, PASSWORD, startTestApp } from '../../../support/app.ts';
import { mailsTo, tokenIn } from '../../../support/mail.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

t.test('own sessions', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const account = await app.signUp();
  const signIn = async (userAgent: string): Promise<Account> => {
    const reply = await app.call('POST /auth/mail', {
      body: { email: account.email, password: PASSWORD },
      headers: { 'user-agent': userAgent },
    });
    const { auth_token: token } = reply.json();
    return { ...account, token, headers: { authorization: `Bearer ${token}` } };
  };
  const list = async (as: Account) => (await app.call('GET /auth/sessions', { as })).json().sessions;

  await t.test('they are listed with device and last use, the present one marked', async (t) => {
    nowMs += 60_000;
    const phone = await signIn(IPHONE);
    nowMs += 60_000;
    const desk = await signIn(FIREFOX);
    const found = await list(phone);
    t.equal(found.length, 3);
    t.match(found[0], { browser: 'Firefox', system: 'Linux', current: false, user_agent: FIREFOX });
    t.match(found[1], { browser: 'Safari', system: 'iPhone', current: true });
    t.match(found[2], { current: false });
    t.same(Object.keys(found[0]).sort(), [
      'browser',
      'created_at',
      'current',
      'id',
      'last_used_at',
      'system',
      'user_agent',
    ]);
    nowMs += 11 * 60_000;
    await app.call('GET /user/account', { as: phone });
    t.equal((await list(phone))[0].current, true, 'the last used comes first');
    t.equal((await app.call('GET /user/account', { as: desk })).statusCode, 200);
  });

  await t.test('one of them can be ended, and no one else’s', async (t) => {
    const other = await app.signUp();
    const [foreign] = await list(other);
    const end = (id: string, as = account) => app.call(`DELETE /auth/sessions/${id}`, { as });
    t.equal((await end(foreign.id)).statusCode, 404);
    t.equal((await app.call('GET /user/account', { as: other })).statusCode, 200);
    const desk = await signIn(FIREFOX);
    const mine = (await list(desk)).find((one: { current: boolean }) => one.current);
    t.equal((await end(mine.id)).statusCode, 204);
    t.equal((await app.call('GET /user/account', { as: desk })).statusCode, 401);
    t.equal((await end(mine.id)).statusCode, 404);
    t.equal((await end('nonsense')).statusCode, 404);
    const own = (await list(account)).find((one: { current: boolean }) => one.current);
    const last = await end(own.id);
    t.match([last.headers['set-cookie']].flat().join(), /auth_token=;/, 'ending the present one signs out');
    t.equal((await app.call('GET /auth/sessions', { as: account })).statusCode, 401);
  });

  await t.test('a sign-in makes a new session, whatever the browser brings', async (t) => {
    const before = await signIn(FIREFOX);
    const reply = await app.call('POST /auth/mail', {
      body: { email: account.email, password: PASSWORD },
      headers: { cookie: `auth_token=${before.token}`, 'sec-fetch-site': 'same-origin' },
    });
    t.not(reply.json().auth_token, before.token);
    const chosen = 'a'.repeat(43);
    const fixed = await app.call('POST /auth/mail', {
      body: { email: account.email, password: PASSWORD },
      headers: { cookie: `auth_token=${chosen}`, 'sec-fetch-site': 'same-origin' },
    });
    t.not(fixed.json().auth_token, chosen);
    t.equal(
      (await app.call('GET /user/account', { headers: { authorization: `Bearer ${chosen}` } })).statusCode,
      401,
    );
  });

  await t.test('ACC-21 a session ends after 7 days', async (t) => {
    const session = await signIn(FIREFOX);
    nowMs += 7 * 24 * 3_600_000;
    t.equal((await app.call('GET /user/account', { as: session })).statusCode, 401);
  });

  await t.test('a device may call itself what it likes', async (t) => {
    for (const userAgent of ['', '<script>alert(1)</script>', 'x'.repeat(5000)]) {
      nowMs += 1000;
      const [found] = await list(await signIn(userAgent));
      t.equal(found.user_agent, userAgent.slice(0, 300));
      t.same([found.browser, found.system], [null, null]);
    }
    const rows = await deps.db.select().from(sessions).where(eq(sessions.userId, account.id));
    t.ok(rows.every((row) => row.userAgent.length <= 300));
  });
});

t.test('devices by their family', async (t) => {
  const cases: [string, string | null, string | null][] = [
    [FIREFOX, 'Firefox', 'Linux'],
    [IPHONE, 'Safari', 'iPhone'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPad',
    ],
    ['curl/8.14.1', null, null],
  ];
  for (const [userAgent, browser, system] of cases)
    t.same(describeDevice(userAgent), { browser, system }, userAgent);
});

t.test('what a request may cost, and what no log may hold', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const account = await app.signUp('Somebody', { confirmed: false });

  await t.test('API-40 GET /user/account takes at most two queries', async (t) => {
    let queries = 0;
    const pool = deps.pool as unknown as { query(...given: unknown[]): unknown };
    const query = pool.query.bind(pool);
    pool.query = (...given) => {
      queries += 1;
      return query(...given);
    };
    t.equal((await app.call('GET /user/account', { as: account })).statusCode, 200);
    pool.query = query;
    t.ok(queries > 0 && queries <= 2, `${queries}`);
  });

  await t.test('passwords, tokens and links are in no log line', async (t) => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    Object.assign(deps, { log });
    app.app.log.level = 'trace';
    const [mail] = await mailsTo(app, account.email);
    const token = mail ? tokenIn(mail) : '';
    await app.call('POST /auth/mail', { body: { email: account.email, password: 'a very wrong secret' } });
    await app.call('POST /auth/mail', { body: { email: account.email, password: PASSWORD } });
    await app.call(`GET /user/exports/${account.id}?token=${token}`);
    await app.call('POST /user/confirm_email', { body: { token } });
    await app.call('POST /forgotten_passwords', { body: { email: account.email } });
    const mails = mailer.of(deps);
    mailer.provide(deps, { ...mails, send: async () => Promise.reject(new Error('the server is away')) });
    await app.runJobs().catch((error) => log.error({ err: error }, 'job failed'));
    mailer.provide(deps, mails);
    const all = lines.join('\n');
    for (const secret of [PASSWORD, 'a very wrong secret', token, account.token])
      t.notOk(all.includes(secret));
  });
});

t.test('PRO-31 a new account takes the zone of its device, and UTC for one that nobody knows', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const made = async (timezone: string | undefined, number: number): Promise<string> => {
    const reply = await app.call('POST /users', {
      body: {
        email: `zone-${number}@example.org`,
        password: PASSWORD,
        display_name: `Zone ${number}`,
        date_of_birth: '1990-01-01',
        ...(timezone === undefined ? {} : { timezone }),
      },
    });
    t.equal(reply.statusCode, 201, reply.body);
    return reply.json().user.timezone;
  };
  t.equal(await made('America/New_York', 1), 'America/New_York');
  t.equal(await made('Asia/Calcutta', 2), 'Asia/Kolkata', 'by its present name');
  t.equal(await made('Mars/Olympus', 3), 'UTC');
  t.equal(await made(undefined, 4), 'UTC');
});
