import { eq } from 'drizzle-orm';
import t from 'tap';
import { authenticators, confirmedDevices, recoveryCodes, sessions, users } from '#db/schema/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/durations.ts';
import { type Account, PASSWORD, startTestApp } from '../../../support/app.ts';
import { switchOnApp } from '../../../support/factor.ts';

t.test('a sign-in with a second factor', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const later = (ms: number) => {
    nowMs += ms;
  };
  const jule = await app.signUp('Jule');
  const { phone, recoveryCodes: codes } = await switchOnApp(app, jule);
  later(MINUTE_MS);

  const signIn = (headers: Record<string, string> = {}, who: Account = jule) =>
    app.call('POST /auth/mail', { body: { email: who.email, password: PASSWORD }, headers });
  const ticket = async (): Promise<string> => (await signIn()).json().ticket;
  const answer = (body: object, headers: Record<string, string> = {}) =>
    app.call('POST /auth/second_factor', { body, headers });
  const asOf = (token: string): Account => ({
    ...jule,
    token,
    headers: { authorization: `Bearer ${token}` },
  });
  const countSessions = async () =>
    (await deps.db.select().from(sessions).where(eq(sessions.userId, jule.id))).length;

  await t.test('ACC-07 the password alone makes no session, but a ticket', async (t) => {
    const before = await countSessions();
    const reply = await signIn();
    t.equal(reply.statusCode, 401);
    t.equal(reply.json().code, 'second_factor_needed');
    t.match(reply.json().ticket, /^[\w-]{43}$/);
    t.equal(await countSessions(), before);
    const cookies = Object.fromEntries(reply.cookies.map(({ name, ...cookie }) => [name, cookie]));
    t.match(cookies.sign_in_ticket, { value: reply.json().ticket, httpOnly: true, sameSite: 'Lax' });
    t.notOk(cookies.auth_token?.value);
    const wrong = await app.call('POST /auth/mail', { body: { email: jule.email, password: 'wrong one' } });
    t.equal(wrong.json().code, 'sign_in_failed', 'a wrong password does not tell that there is a factor');
  });

  await t.test('the code of the app ends the sign-in, and the session is fresh', async (t) => {
    const text = await ticket();
    const reply = await answer({ ticket: text, code: phone.code() });
    t.equal(reply.statusCode, 200);
    t.equal(reply.json().user.id, jule.id);
    const me = await app.call('GET /user/account', { as: asOf(reply.json().auth_token) });
    t.equal(me.statusCode, 200);
    const [row] = await deps.db
      .select()
      .from(sessions)
      .orderBy(sessions.createdAt)
      .where(eq(sessions.userId, jule.id));
    t.ok(row?.provenAt);
    t.equal((await answer({ ticket: text, code: phone.code(1) })).json().code, 'ticket_expired', 'once');
  });

  await t.test('a code counts once, for another sign-in too', async (t) => {
    later(2 * MINUTE_MS);
    const code = phone.code();
    t.equal((await answer({ ticket: await ticket(), code })).statusCode, 200);
    const again = await answer({ ticket: await ticket(), code });
    t.equal(again.statusCode, 422);
    t.same(again.json().fields, [{ code: ['is wrong or has expired'] }]);
    t.equal(
      (await answer({ ticket: await ticket(), code: phone.code(-1) })).statusCode,
      422,
      'nor one before',
    );
  });

  await t.test('of two requests with the same code at once one gets in', async (t) => {
    later(2 * MINUTE_MS);
    const [one, other] = [await ticket(), await ticket()];
    const code = phone.code();
    const replies = await Promise.all([answer({ ticket: one, code }), answer({ ticket: other, code })]);
    t.same(replies.map(({ statusCode }) => statusCode).sort(), [200, 422]);
    later(2 * MINUTE_MS);
    const same = await ticket();
    const twice = await Promise.all([
      answer({ ticket: same, code: phone.code() }),
      answer({ ticket: same, recovery_code: codes[9] }),
    ]);
    t.equal(twice.filter(({ statusCode }) => statusCode === 200).length, 1, 'a ticket is one session');
  });

  await t.test('codes of a clock that is a step off count, those of another time do not', async (t) => {
    later(5 * MINUTE_MS);
    t.equal((await answer({ ticket: await ticket(), code: phone.code(2) })).statusCode, 422);
    t.equal((await answer({ ticket: await ticket(), code: phone.code(-2) })).statusCode, 422);
    t.equal((await answer({ ticket: await ticket(), code: phone.code(1) })).statusCode, 200);
  });

  await t.test('a recovery code lets in once, however it is typed', async (t) => {
    const [first = '', second = ''] = codes;
    t.equal(codes.length, 10);
    const typed = first.toLowerCase().replaceAll('-', ' ');
    t.equal((await answer({ ticket: await ticket(), recovery_code: typed })).statusCode, 200);
    t.equal((await answer({ ticket: await ticket(), recovery_code: first })).statusCode, 422);
    t.equal((await answer({ ticket: await ticket(), recovery_code: second })).statusCode, 200);
    const rows = await deps.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, jule.id));
    t.notMatch(JSON.stringify(rows), first.replaceAll('-', ''), 'only hashes are kept');
  });

  await t.test('the secret of the app is kept sealed', async (t) => {
    const [row] = await deps.db.select().from(authenticators).where(eq(authenticators.userId, jule.id));
    t.notMatch(JSON.stringify(row), phone.secret);
  });

  await t.test('a ticket holds for ten minutes and five answers', async (t) => {
    const late = await ticket();
    later(11 * MINUTE_MS);
    t.equal((await answer({ ticket: late, code: phone.code() })).json().code, 'ticket_expired');
    const tried = await ticket();
    for (let tries = 0; tries < 4; tries += 1)
      t.equal((await answer({ ticket: tried, code: '000000' })).statusCode, 422);
    t.equal((await answer({ ticket: tried, code: '000000' })).json().code, 'ticket_expired');
    t.equal((await answer({ ticket: tried, code: phone.code() })).json().code, 'ticket_expired');
    for (const nonsense of [{}, { ticket: 'nonsense' }, { ticket: 'A'.repeat(43) }])
      t.equal((await answer({ ...nonsense, code: phone.code() })).json().code, 'ticket_expired');
  });

  await t.test('an account takes so many wrong answers an hour, and no more', async (t) => {
    later(2 * HOUR_MS);
    const other = await app.signUp('Other');
    const theirs = await switchOnApp(app, other);
    later(2 * HOUR_MS);
    const codesOf = async () => {
      const text = (await signIn({}, other)).json().ticket;
      return (await answer({ ticket: text, code: '000000' })).statusCode;
    };
    const answers = new Set<number>();
    for (let tries = 0; tries < 15; tries += 1) answers.add(await codesOf());
    t.same([...answers], [422]);
    t.equal(await codesOf(), 429);
    const text = (await signIn({}, other)).json().ticket;
    const right = await answer({ ticket: text, code: theirs.phone.code() });
    t.equal(right.statusCode, 429, 'else one could go on guessing');
    t.ok(Number(right.headers['retry-after']) > 0);
    t.equal((await answer({ ticket: await ticket(), code: phone.code() })).statusCode, 200, 'others go on');
  });

  await t.test('a device that was confirmed is asked again after 30 days', async (t) => {
    later(2 * HOUR_MS);
    const reply = await answer({ ticket: await ticket(), code: phone.code(), remember: true });
    t.equal(reply.statusCode, 200);
    const secret = reply.cookies.find(({ name }) => name === 'confirmed_device');
    t.match(secret, { httpOnly: true, sameSite: 'Lax', maxAge: (30 * DAY_MS) / 1000 });
    const cookie = `confirmed_device=${secret?.value}`;
    const known = await signIn({ cookie });
    t.equal(known.statusCode, 200);
    const me = asOf(known.json().auth_token);
    const change = await app.call('POST /user/second_factor/recovery_codes', { as: me });
    t.equal(change.json().code, 'prove_again', 'but what wants a fresh proof asks all the same');
    t.equal((await signIn()).statusCode, 401, 'another device is asked');
    const stranger = await app.signUp('Stranger');
    await switchOnApp(app, stranger);
    t.equal((await signIn({ cookie }, stranger)).statusCode, 401, 'somebody else on it is asked');
    later(31 * DAY_MS);
    t.equal((await signIn({ cookie })).statusCode, 401);
    t.not(
      (await deps.db.select().from(confirmedDevices)).map(({ secretHash }) =>
        secretHash.toString('base64url'),
      ),
      secret?.value,
    );
  });

  await t.test('a browser without a script holds the ticket as a cookie', async (t) => {
    later(2 * HOUR_MS);
    const form = (url: string, fields: Record<string, string>, cookie = '') =>
      app.app.inject({
        method: 'POST',
        url: `/api${url}`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...(cookie === '' ? {} : { cookie }),
        },
        payload: new URLSearchParams(fields).toString(),
      });
    const first = await form('/auth/mail', { email: jule.email, password: PASSWORD, _back: '/library' });
    t.equal(first.statusCode, 303);
    t.equal(first.headers.location, '/sign_in/second_factor?back=%2Flibrary');
    const kept = first.cookies.find(({ name }) => name === 'sign_in_ticket');
    const cookie = `sign_in_ticket=${kept?.value}`;
    const done = await form('/auth/second_factor', { code: phone.code(), _back: '/library' }, cookie);
    t.equal(done.statusCode, 303);
    t.equal(done.headers.location, '/library');
    t.ok(done.cookies.find(({ name }) => name === 'auth_token')?.value);
    t.equal(done.cookies.find(({ name }) => name === 'sign_in_ticket')?.value, '');
  });

  await t.test('a locked account gets no session by its factor either', async (t) => {
    later(2 * HOUR_MS);
    const text = await ticket();
    await deps.db
      .update(users)
      .set({ lockedAt: new Date(nowMs) })
      .where(eq(users.id, jule.id));
    t.equal((await answer({ ticket: text, code: phone.code() })).statusCode, 423);
  });
});
