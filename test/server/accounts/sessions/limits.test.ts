import { eq } from 'drizzle-orm';
import t from 'tap';
import { signInFailures, users } from '#db/schema/index.ts';
import { createBudget } from '#server/lib/budget.ts';
import { newId } from '#server/lib/ids.ts';
import { spend } from '#server/limits/allowances.ts';
import { subjects, tryAttempt } from '#server/limits/attempts.ts';
import { networkOf, networksOf } from '#server/limits/networks.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { hashCheaply } from '../../../support/passwords.ts';

const MINUTE_MS = 60_000;

t.test('how often a password may be tried', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const verified = hashCheaply(app);
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const attempt = (email: string, password: string, address: string) =>
    app.call('POST /auth/mail', { body: { email, password }, address });
  const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const count = (codes: number[]) => {
    const counts: Record<number, number> = {};
    for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  };

  await t.test('1,000 wrong passwords on one account, each from elsewhere: ten are looked at', async (t) => {
    const account = await app.signUp('Owner');
    const before = verified();
    const codes: number[] = [];
    for (let index = 0; index < 1000; index += 1) {
      codes.push((await attempt(account.email, `wrong ${index}`, address(index))).statusCode);
    }
    t.same(count(codes), { 401: 10, 429: 990 });
    t.equal(verified() - before, 10);
    const reply = await attempt(account.email, PASSWORD, '192.0.2.1');
    t.equal(reply.statusCode, 429);
    const wait = Number(reply.headers['retry-after']);
    t.ok(wait > 0 && wait <= 15 * 60, `${wait}`);
    nowMs += wait * 1000;
    t.equal(
      (await attempt(account.email, PASSWORD, '192.0.2.1')).statusCode,
      200,
      'nobody is locked out for good',
    );
  });

  await t.test('1,000 accounts tried from one address: a hundred attempts are looked at', async (t) => {
    await deps.db.insert(users).values(
      Array.from({ length: 1000 }, (_, index) => ({
        id: newId(),
        email: `many${index}@example.org`,
        slug: `many-${index}`,
        displayName: 'One of many',
        dateOfBirth: '1990-01-31',
        passwordHash: `plain:${PASSWORD}`,
      })),
    );
    const before = verified();
    const codes: number[] = [];
    for (let index = 0; index < 1000; index += 1) {
      codes.push((await attempt(`many${index}@example.org`, 'wrong', '192.0.2.2')).statusCode);
    }
    t.same(count(codes), { 401: 100, 429: 900 });
    t.equal(verified() - before, 100);
    t.equal(
      (await attempt('many999@example.org', PASSWORD, '192.0.2.3')).statusCode,
      200,
      'others are not in the way',
    );
  });

  await t.test('a hundred attempts at once are not let through together', async (t) => {
    const account = await app.signUp();
    const before = verified();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        attempt(account.email, `wrong ${index}`, address(5000 + index)),
      ),
    );
    const { 401: looked = 0, 429: refused = 0 } = count(replies.map(({ statusCode }) => statusCode));
    t.ok(looked <= 10, `${looked}`);
    t.equal(looked + refused, 100);
    t.equal(verified() - before, looked);
  });

  await t.test('spellings of one address share their attempts', async (t) => {
    const account = await app.signUp();
    const spell = (index: number) => (index % 2 ? account.email.toUpperCase() : account.email);
    for (let index = 0; index < 10; index += 1) await attempt(spell(index), 'wrong', address(9000 + index));
    t.equal((await attempt(account.email, PASSWORD, '192.0.2.14')).statusCode, 429);
    for (const email of [
      ` ${account.email}`,
      `${account.email} `,
      account.email.replace('person', 'ｐerson'),
    ])
      t.not((await attempt(email, PASSWORD, '192.0.2.15')).statusCode, 200, 'what looks alike is nobody’s');
  });

  await t.test('right passwords use nothing up', async (t) => {
    const account = await app.signUp();
    for (let index = 0; index < 25; index += 1)
      t.equal((await attempt(account.email, PASSWORD, '192.0.2.16')).statusCode, 200);
    const rows = await deps.db
      .select()
      .from(signInFailures)
      .where(eq(signInFailures.bucket, 'sign-in/address:192.0.2.16'));
    t.same(rows, []);
  });

  await t.test('the table names no address of a mail', async (t) => {
    const rows = await deps.db.select().from(signInFailures);
    t.ok(rows.length > 0);
    t.notMatch(JSON.stringify(rows), /@|person\d/);
  });

  await t.test('sign-ups and requests for mails are limited per address too', async (t) => {
    nowMs += 60 * MINUTE_MS;
    const signUp = (index: number) =>
      app.call('POST /users', {
        address: '192.0.2.20',
        body: {
          email: `bulk${index}@example.org`,
          password: PASSWORD,
          display_name: 'B',
          date_of_birth: '1990-01-31',
        },
      });
    const codes: number[] = [];
    for (let index = 0; index < 101; index += 1) codes.push((await signUp(index)).statusCode);
    t.same(count(codes), { 201: 100, 429: 1 });
    const incomplete = await app.call('POST /users', {
      address: '192.0.2.20',
      body: { email: 'bulk1@example.org', password: 'short', display_name: ' ', date_of_birth: '1990-01-31' },
    });
    const fields = Object.assign({}, ...incomplete.json().fields);
    t.same(Object.keys(fields).toSorted(), ['display_name', 'password'], 'not told whether it is taken');
    const forgot = (index: number) =>
      app.call('POST /forgotten_passwords', {
        address: '192.0.2.20',
        body: { email: `x${index}@example.org` },
      });
    codes.length = 0;
    for (let index = 0; index < 21; index += 1) codes.push((await forgot(index)).statusCode);
    t.same(count(codes), { 202: 20, 429: 1 });
  });
});

t.test('a forged X-Forwarded-For lifts no limit', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  hashCheaply(app);
  const attempt = (index: number, address: string) =>
    app.call('POST /auth/mail', {
      body: { email: `nobody${index}@example.org`, password: 'wrong' },
      address,
      headers: { 'x-forwarded-for': `198.51.100.${index}`, forwarded: `for=198.51.100.${index}` },
    });
  for (let index = 0; index < 100; index += 1) t.equal((await attempt(index, '192.0.2.1')).statusCode, 401);
  t.equal((await attempt(101, '192.0.2.1')).statusCode, 429);
});

t.test('behind a named proxy the address is the one that it saw, not those before it', async (t) => {
  const app = await startTestApp({ environment: { TRUST_PROXY: '10.0.0.1' } });
  t.teardown(() => app.close());
  hashCheaply(app);
  const attempt = (index: number, from: string, peer = '10.0.0.1') =>
    app.call('POST /auth/mail', {
      body: { email: `nobody${index}@example.org`, password: 'wrong' },
      address: peer,
      headers: { 'x-forwarded-for': `203.0.113.${index}, ${from}` },
    });
  for (let index = 0; index < 100; index += 1) t.equal((await attempt(index, '192.0.2.1')).statusCode, 401);
  t.equal((await attempt(100, '192.0.2.1')).statusCode, 429);
  t.equal((await attempt(101, '192.0.2.2')).statusCode, 401, 'another one behind the same proxy');
  for (let index = 120; index < 220; index += 1)
    t.equal((await attempt(index, `192.0.2.${index}`, '10.0.0.9')).statusCode, 401);
  t.equal(
    (await attempt(221, '192.0.2.221', '10.0.0.9')).statusCode,
    429,
    'who is no proxy of ours is not believed',
  );
});

t.test('addresses of one network count as one', async (t) => {
  t.equal(networkOf('192.0.2.1'), '192.0.2.1');
  t.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  t.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  t.equal(networkOf('2001:0DB8:0001:0002::1'), '2001:db8:1:2::/64');
  t.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  t.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  t.equal(networkOf('::1'), '0:0:0:0::/64');
  t.same(networksOf('192.0.2.1'), [{ name: '192.0.2.1', times: 1 }]);
  t.same(networksOf('2001:db8:1:2f3e::9'), [
    { name: '2001:db8:1:2f3e::/64', times: 1 },
    { name: '2001:db8:1:2f00::/56', times: 4 },
    { name: '2001:db8:1::/48', times: 16 },
  ]);
});

t.test('whoever has thousands of IPv6 networks gets the share of a few households', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const limit = { name: 'few', most: 2, windowMs: MINUTE_MS };
  const day = { name: 'much', most: 1e6, mostPerAddress: 2, windowMs: MINUTE_MS };
  const budget = createBudget({ most: 2, windowMs: MINUTE_MS, keys: 1000 });
  /** Number of allowed attempts among `of`, per kind of limit. `addressOf` gives each attempt's address. */
  const taken = async (of: number, addressOf: (index: number) => string) => {
    const counts = { attempts: 0, amounts: 0, budget: 0 };
    for (let index = 0; index < of; index += 1) {
      const address = addressOf(index);
      const { refusedForMs } = await tryAttempt(app.deps, limit, [subjects.address(address)]);
      if (refusedForMs === undefined) counts.attempts += 1;
      const spent = spend(app.deps, { userId: null, address }, [{ allowance: day, amount: 1 }]);
      if (await spent.catch(() => null)) counts.amounts += 1;
      if (budget.take(networksOf(address), 0) === 0) counts.budget += 1;
    }
    return counts;
  };
  const all = (count: number) => ({ attempts: count, amounts: count, budget: count });
  const hex = (index: number) => index.toString(16).padStart(2, '0');
  t.same(await taken(5, () => '2001:db8:0:100::1'), all(2), 'one household');
  t.same(await taken(20, (index) => `2001:db8:1:1${hex(index)}::1`), all(8), 'a /56');
  t.same(await taken(60, (index) => `2001:db8:2:${hex(index)}00::1`), all(32), 'a /48');
  t.same(await taken(5, (index) => `192.0.2.${index}`), all(5), 'other IPv4 addresses are other people');
});
