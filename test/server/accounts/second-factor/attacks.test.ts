import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { authenticators, recoveryCodes, securityNotices, sessions } from '#db/schema/index.ts';
import { contracts } from '#server/api.ts';
import { houseParts } from '#server/domains/define.ts';
import type { Call } from '#server/lib/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, PASSWORD, startTestApp } from '../../../support/app.ts';
import { type CodeApp, switchOnApp } from '../../../support/factor.ts';
import { mailsTo, tokenIn } from '../../../support/mail.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

t.test('a second factor under attack', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const later = (ms: number) => {
    nowMs += ms;
  };
  async function owner(name: string): Promise<{ who: Account; phone: CodeApp; codes: string[] }> {
    const who = await app.signUp(name);
    const { phone, recoveryCodes: codes } = await switchOnApp(app, who);
    later(2 * MINUTE_MS);
    return { who, phone, codes };
  }
  const signIn = (who: Account, headers: Record<string, string> = {}) =>
    app.call('POST /auth/mail', { body: { email: who.email, password: PASSWORD }, headers });
  const ticket = async (who: Account): Promise<string> => (await signIn(who)).json().ticket;
  const answer = (body: object, headers: Record<string, string> = {}) =>
    app.call('POST /auth/second_factor', { body, headers });
  const asOf = (who: Account, token: string): Account => ({
    ...who,
    token,
    headers: { authorization: `Bearer ${token}` },
  });

  await t.test('whoever guesses codes does not shut the owner out, who is told of it', async (t) => {
    const { who, phone, codes } = await owner('Jule');
    const first = await answer({ ticket: await ticket(who), code: phone.code() });
    const device = first.cookies.find(({ name }) => name === 'device')?.value;
    later(2 * MINUTE_MS);
    const statuses: number[] = [];
    for (let guesses = 0; guesses < 20; guesses += 5) {
      const text = await ticket(who);
      for (let one = 0; one < 5; one += 1)
        statuses.push((await answer({ ticket: text, code: '000000' })).statusCode);
    }
    t.ok(statuses.includes(429), 'the guessing ends');
    const code = phone.code();
    t.equal((await answer({ ticket: await ticket(who), code })).statusCode, 429, 'from anywhere');
    const known = await answer(
      { ticket: await ticket(who), code },
      { cookie: `device=${device}`, 'sec-fetch-site': 'same-origin' },
    );
    t.equal(known.statusCode, 200, 'on a device that is known the owner gets in');
    const spare = await answer({ ticket: await ticket(who), recovery_code: codes[0] });
    t.equal(spare.statusCode, 200, 'and everywhere by what nobody guesses');
    const told = and(eq(securityNotices.userId, who.id), eq(securityNotices.deed, 'factor_refused'));
    t.equal(await deps.db.$count(securityNotices, told), 1, 'once a day');
    const mails = await mailsTo(app, who.email);
    t.ok(mails.some(({ subject }) => subject === 'Somebody cannot get past your second factor'));
  });

  await t.test('wrong answers spread over tickets and sessions are told each day', async (t) => {
    const { who } = await owner('Patient');
    const isTold = and(eq(securityNotices.userId, who.id), eq(securityNotices.deed, 'factor_refused'));
    const told = () => deps.db.$count(securityNotices, isTold);
    const guessTwice = async () => {
      const text = await ticket(who);
      for (let one = 0; one < 2; one += 1) await answer({ ticket: text, code: '000000' });
    };
    await guessTwice();
    t.equal(await told(), 0, 'people mistype');
    await guessTwice();
    t.equal(await told(), 1, 'no ticket is used up');
    await guessTwice();
    t.equal(await told(), 1, 'once a day');
    later(25 * HOUR_MS);
    await guessTwice();
    await guessTwice();
    t.equal(await told(), 2);
    const robbed = await owner('Robbed');
    for (let one = 0; one < 3; one += 1)
      await app.call('POST /auth/fresh', { as: robbed.who, body: { password: PASSWORD, code: '000000' } });
    t.equal(
      await deps.db.$count(
        securityNotices,
        and(eq(securityNotices.userId, robbed.who.id), eq(securityNotices.deed, 'factor_refused')),
      ),
      1,
      'a session that somebody else holds guesses no quieter',
    );
  });

  await t.test('whoever goes on hour after hour has a day’s share', async (t) => {
    const { who } = await owner('Jule');
    let looked = 0;
    for (let hour = 0; hour < 5; hour += 1) {
      for (let round = 0; round < 3; round += 1) {
        const text = await ticket(who);
        for (let one = 0; one < 5; one += 1)
          if ((await answer({ ticket: text, code: '000000' })).statusCode !== 429) looked += 1;
      }
      later(HOUR_MS + 1000);
    }
    t.equal(looked, 50);
    later(DAY_MS);
    t.equal((await answer({ ticket: await ticket(who), code: '000000' })).statusCode, 422, 'then anew');
  });

  await t.test('of two who use one recovery code at once exactly one gets in', async (t) => {
    const { who, codes } = await owner('Jule');
    for (const code of codes.slice(0, 5)) {
      const tickets = [await ticket(who), await ticket(who), await ticket(who)];
      const replies = await Promise.all(tickets.map((text) => answer({ ticket: text, recovery_code: code })));
      t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 422, 422]);
    }
    const left = (await app.call('GET /user/second_factor', { as: who })).json().recovery_codes_left;
    t.equal(left, 5);
  });

  await t.test('a ticket opens nothing but the second step', async (t) => {
    const { who } = await owner('Jule');
    const text = await ticket(who);
    const opened: string[] = [];
    for (const [route, call] of Object.entries(contracts) as [string, Call][]) {
      if (call.access === 'anyone') continue;
      const path = route.replaceAll(/:\w+/g, () => newId());
      const body = route.startsWith('GET ') ? undefined : {};
      const ways: Record<string, string>[] = [
        { authorization: `Bearer ${text}` },
        { cookie: `auth_token=${text}; sign_in_ticket=${text}`, 'sec-fetch-site': 'same-origin' },
      ];
      for (const headers of ways) {
        const { statusCode } = await app.call(path, { body, headers });
        if (statusCode !== 401) opened.push(`${statusCode} ${path}`);
      }
    }
    t.same(opened, []);
  });

  await t.test('a session that was there before is not the one that the second step opens', async (t) => {
    const [{ who, phone }, { who: stranger }] = [await owner('Jule'), await owner('Stranger')];
    const planted = `auth_token=${stranger.token}; sign_in_ticket=${await ticket(stranger)}`;
    const headers = { cookie: planted, 'sec-fetch-site': 'same-origin' };
    const reply = await answer({ ticket: await ticket(who), code: phone.code() }, headers);
    t.equal(reply.statusCode, 200);
    const token = reply.cookies.find(({ name }) => name === 'auth_token')?.value;
    t.ok(token);
    t.not(token, stranger.token);
    const still = await app.call('GET /user/account', { as: stranger });
    t.equal(still.json().user.id, stranger.id, 'the other one stays who it was');
  });

  await t.test('what one session has proven holds for no other', async (t) => {
    const { who, phone } = await owner('Jule');
    const [one, other] = [
      asOf(who, (await answer({ ticket: await ticket(who), code: phone.code() })).json().auth_token),
      who,
    ];
    later(20 * MINUTE_MS);
    const change = (as: Account) => app.call('POST /user/second_factor/recovery_codes', { as });
    t.equal((await change(one)).json().code, 'prove_again');
    const proof = { password: PASSWORD, code: phone.code() };
    t.equal((await app.call('POST /auth/fresh', { as: one, body: proof })).statusCode, 200);
    t.equal((await change(one)).statusCode, 201);
    t.equal((await change(other)).json().code, 'prove_again');
    t.equal((await app.call('POST /auth/fresh', { as: other, body: proof })).statusCode, 422, 'a code once');
    later(15 * MINUTE_MS + 1);
    t.equal((await change(one)).json().code, 'prove_again', 'after 15 minutes no more');
    const half = { password: PASSWORD };
    t.equal((await app.call('POST /auth/fresh', { as: one, body: half })).statusCode, 422);
  });

  await t.test(
    'a new password ends what the old one has begun, and forgets who need not be asked',
    async (t) => {
      const { who, phone } = await owner('Jule');
      const remembered = await answer({ ticket: await ticket(who), code: phone.code(), remember: true });
      const secret = remembered.cookies.find(({ name }) => name === 'confirmed_device')?.value;
      const cookie = `confirmed_device=${secret}`;
      t.equal((await signIn(who, { cookie })).statusCode, 200);
      const begun = await ticket(who);
      later(2 * MINUTE_MS);
      await app.call('POST /forgotten_passwords', { body: { email: who.email } });
      const mail = (await mailsTo(app, who.email)).find(({ text }) => text.includes('/reset_password?'));
      const words = { password: PASSWORD, password_confirmation: PASSWORD };
      const reset = await app.call('POST /user/reset_passwords', {
        body: { token: mail && tokenIn(mail), ...words },
      });
      t.equal(reset.statusCode, 200);
      t.equal((await answer({ ticket: begun, code: phone.code() })).json().code, 'ticket_expired');
      t.equal((await signIn(who, { cookie })).json().code, 'second_factor_needed');
    },
  );

  await t.test('no other site sends these forms, and none of them leads to another site', async (t) => {
    const { who, phone, codes } = await owner('Jule');
    const post = (url: string, fields: Record<string, string>, headers: Record<string, string>) =>
      app.app.inject({
        ...{ method: 'POST', url: `/api${url}`, headers: { ...FORM, ...headers } },
        payload: new URLSearchParams(fields).toString(),
      });
    const cookie = `auth_token=${who.token}`;
    const elsewhere = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const routes = (Object.entries(contracts) as [string, Call][]).filter(
      ([route, call]) => call.tag === 'Second factor' && !route.startsWith('GET '),
    );
    t.ok(routes.length > 10);
    for (const [route] of routes) {
      const [method = '', path = ''] = route.split(' ');
      const url = path.replaceAll(/:\w+/g, () => newId());
      const reply = await post(url, { _method: method }, elsewhere);
      t.equal(reply.statusCode, 403, route);
    }
    for (const back of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example']) {
      const text = await ticket(who);
      const fields = { ticket: text, recovery_code: codes.pop() ?? '', _back: back };
      for (const [url, sent] of [
        ['/auth/second_factor', { ...fields, recovery_code: 'wrong' }],
        ['/auth/second_factor', fields],
        ['/auth/fresh', { password: 'wrong', _back: back }],
      ] as const) {
        const { location } = (await post(url, { ...sent }, { cookie })).headers;
        const place = new URL(String(location), 'http://tsuzuki.test');
        t.equal(place.origin, 'http://tsuzuki.test', `${url} ${back}`);
        t.notOk(place.searchParams.get('back'), 'nor does the next page');
      }
    }
    later(HOUR_MS);
    t.ok(phone.code());
  });

  await t.test('what an account is given of its data holds no secret of its factor', async (t) => {
    const { who, phone, codes } = await owner('Jule');
    const [[kept], hashes] = await Promise.all([
      deps.db.select().from(authenticators).where(eq(authenticators.userId, who.id)),
      deps.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, who.id)),
    ]);
    const person = { id: who.id, email: who.email } as never;
    const collected = await Promise.all(
      houseParts.of(deps).personal.map(({ collect }) => collect?.(deps, person)),
    );
    const text = JSON.stringify(collected.map((one) => one?.files));
    t.match(text, /"recovery_codes_left":10/);
    const secrets = [phone.secret, kept?.sealedSecret ?? '', ...codes];
    for (const { codeHash } of hashes) secrets.push(codeHash.toString('hex'), codeHash.toString('base64url'));
    t.same(
      secrets.filter((secret) => secret === '' || text.includes(secret)),
      [],
    );
  });

  await t.test('with another SECRET nobody gets in without the factor, nor by an old code', async (t) => {
    const { who, phone, codes } = await owner('Jule');
    const moved = await startTestApp({
      environment: { DATABASE_URL: app.databaseUrl, SECRET: 'another secret of forty characters, or so' },
    });
    t.teardown(() => moved.close());
    moved.deps.clock.now = deps.clock.now;
    const body = { email: who.email, password: PASSWORD };
    const { code, ticket: text } = (await moved.call('POST /auth/mail', { body })).json();
    t.equal(code, 'second_factor_needed');
    for (const given of [{ code: phone.code() }, { recovery_code: codes[0] }])
      t.equal(
        (await moved.call('POST /auth/second_factor', { body: { ticket: text, ...given } })).statusCode,
        422,
      );
    t.equal(await deps.db.$count(sessions, eq(sessions.userId, who.id)), 1);
  });
});
