import t from 'tap';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { hashCheaply } from '../../../support/passwords.ts';

const MINUTE_MS = 60_000;

const deviceOf = (reply: { headers: Record<string, unknown> }): string =>
  /device=([^;]+)/.exec([reply.headers['set-cookie'] ?? []].flat().join('\n'))?.[1] ?? '';

t.test('signing in on a known device', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const verified = hashCheaply(app);
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const attempt = (email: string, password: string, address: string, device?: string) =>
    app.call('POST /auth/mail', {
      body: { email, password },
      address,
      headers: device === undefined ? {} : { cookie: `device=${device}`, 'sec-fetch-site': 'same-origin' },
    });
  const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

  await t.test(
    'a known device lets its owner in, whatever strangers do to account and address',
    async (t) => {
      const account = await app.signUp('Owner');
      const device = deviceOf(await attempt(account.email, PASSWORD, '192.0.2.10'));
      t.match(device, /^[\w-]{22}\.\d{5}[\w-]{43}$/);
      for (let index = 0; index < 10; index += 1)
        await attempt(account.email, 'wrong', address(7000 + index));
      for (let index = 0; index < 100; index += 1)
        await attempt(`nobody${index}@example.org`, 'wrong', '192.0.2.10', device);
      t.equal((await attempt(account.email, PASSWORD, '192.0.2.10')).statusCode, 429, 'shut for strangers');
      t.equal(
        (await attempt('nobody@example.org', 'wrong', '192.0.2.10')).statusCode,
        429,
        'at the address too',
      );
      t.equal((await attempt(account.email, PASSWORD, '192.0.2.10', device)).statusCode, 200);
    },
  );

  await t.test(
    'on a known device wrong passwords go slowly after a hundred, and never end the right one',
    async (t) => {
      const account = await app.signUp('Owner');
      const device = deviceOf(await attempt(account.email, PASSWORD, '192.0.2.17'));
      const before = verified();
      const atOnce = await Promise.all(
        Array.from({ length: 150 }, () => attempt(account.email, 'wrong', '192.0.2.17', device)),
      );
      t.ok(
        atOnce.every(({ statusCode }) => [401, 429].includes(statusCode)),
        'many at once are not let through together',
      );
      const wrong: number[] = [];
      for (let index = 0; index < 110; index += 1)
        wrong.push((await attempt(account.email, 'wrong', '192.0.2.17', device)).statusCode);
      t.equal(wrong.at(-1), 429);
      t.ok(verified() - before <= 101, `${verified() - before} looked at`);
      const refused = await attempt(account.email, PASSWORD, '192.0.2.17', device);
      t.equal(refused.statusCode, 429);
      t.ok(Number(refused.headers['retry-after']) <= 5, 'a moment, not a quarter of an hour');
      nowMs += Number(refused.headers['retry-after']) * 1000;
      t.equal((await attempt(account.email, PASSWORD, '192.0.2.17', device)).statusCode, 200);
      t.equal(
        (await attempt(account.email, PASSWORD, '192.0.2.18')).statusCode,
        200,
        'others are not in the way',
      );
    },
  );

  await t.test('a family shares a device, and a new password forgets it', async (t) => {
    const [one, two] = [await app.signUp('One'), await app.signUp('Two')];
    const shut = async (email: string) => {
      for (let index = 0; index < 10; index += 1) await attempt(email, 'wrong', address(index));
    };
    const first = deviceOf(await attempt(one.email, PASSWORD, '192.0.2.30'));
    const both = deviceOf(await attempt(two.email, PASSWORD, '192.0.2.30', first));
    t.equal(both.slice(0, 22), first.slice(0, 22), 'it stays the same device');
    await Promise.all([shut(one.email), shut(two.email)]);
    t.equal((await attempt(one.email, PASSWORD, '192.0.2.30', both)).statusCode, 200);
    t.equal((await attempt(two.email, PASSWORD, '192.0.2.30', both)).statusCode, 200);
    t.equal(
      (await attempt(two.email, PASSWORD, '192.0.2.30', first)).statusCode,
      429,
      'not before it was there',
    );

    const changed = await app.call('PUT /user/passwords', {
      as: one,
      body: {
        current_password: PASSWORD,
        password: 'seven grey herons',
        password_confirmation: 'seven grey herons',
      },
    });
    t.equal(changed.statusCode, 200);
    const own = deviceOf(changed);
    t.equal((await attempt(one.email, 'seven grey herons', '192.0.2.30', both)).statusCode, 429);
    t.equal((await attempt(one.email, 'seven grey herons', '192.0.2.30', own)).statusCode, 200);
    t.equal((await attempt(two.email, PASSWORD, '192.0.2.30', both)).statusCode, 200, 'of one account alone');
  });

  await t.test(
    'a cookie of another account, a made-up one or a changed one is no known device',
    async (t) => {
      const [account, other] = [await app.signUp(), await app.signUp()];
      const foreign = deviceOf(await attempt(other.email, PASSWORD, '192.0.2.11'));
      const own = deviceOf(await attempt(account.email, PASSWORD, '192.0.2.11'));
      for (let index = 0; index < 10; index += 1)
        await attempt(account.email, 'wrong', address(8000 + index));
      const made = `${'A'.repeat(22)}.99999${'A'.repeat(43)}`;
      const longer = own.replace(/\.\d{5}/, '.99999');
      for (const device of [
        foreign,
        made,
        longer,
        `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
        'x',
        '%00',
      ])
        t.equal((await attempt(account.email, PASSWORD, '192.0.2.12', device)).statusCode, 429, device);
      t.equal((await attempt(account.email, PASSWORD, '192.0.2.12', own)).statusCode, 200);
    },
  );

  await t.test('the device cookie lasts a year, is not for scripts and only for the API', async (t) => {
    const account = await app.signUp();
    const reply = await attempt(account.email, PASSWORD, '192.0.2.13');
    const cookie = [reply.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('device='));
    t.match(cookie, /; Max-Age=31536000; Path=\/api\/; HttpOnly; SameSite=Lax$/);
    const again = await attempt(account.email, PASSWORD, '192.0.2.13', deviceOf(reply));
    t.equal(deviceOf(again), '', 'one that holds is kept');
  });

  await t.test('a device knows five accounts at most, each for a year', async (t) => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => app.signUp(`Person ${index}`)));
    let device = '';
    for (const { email } of people) device = deviceOf(await attempt(email, PASSWORD, '192.0.2.31', device));
    t.equal(device.split('.').length, 1 + 5);
    const known = async (email: string) =>
      deviceOf(await attempt(email, PASSWORD, '192.0.2.31', device)) === '';
    t.notOk(await known(people[0]?.email ?? ''), 'the first one is forgotten');
    t.ok(await known(people[5]?.email ?? ''));
    nowMs += 200 * 24 * 60 * MINUTE_MS;
    t.notOk(await known(people[5]?.email ?? ''), 'it is renewed in time');
    for (let index = 0; index < 10; index += 1)
      await attempt(people[5]?.email ?? '', 'wrong', address(index));
    t.equal((await attempt(people[5]?.email ?? '', PASSWORD, '192.0.2.31', device)).statusCode, 200);
    nowMs += 200 * 24 * 60 * MINUTE_MS;
    for (let index = 0; index < 10; index += 1)
      await attempt(people[5]?.email ?? '', 'wrong', address(index));
    t.equal((await attempt(people[5]?.email ?? '', PASSWORD, '192.0.2.31', device)).statusCode, 429);
  });
});
