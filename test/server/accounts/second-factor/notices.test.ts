import { eq } from 'drizzle-orm';
import t from 'tap';
import { passkeys, users } from '#db/schema/index.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { switchOnApp } from '../../../support/factor.ts';
import { mailsTo } from '../../../support/mail.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

t.test('security notices', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const later = (ms: number) => {
    nowMs += ms;
  };
  const signIn = (email: string, headers: Record<string, string> = {}) =>
    app.call('POST /auth/mail', {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': FIREFOX, ...headers },
    });
  const newest = async (email: string) => {
    await app.runJobs();
    const mails = await mailsTo(app, email);
    const text = mails[0]?.text ?? '';
    return { count: mails.length, text, token: /security_notice\?token=([\w-]+)/.exec(text)?.[1] ?? '' };
  };
  const say = (token: string, mine: boolean) => app.call('POST /security_notices', { body: { token, mine } });
  const isIn = async (token: string) =>
    (await app.call('GET /user/account', { headers: { authorization: `Bearer ${token}` } })).statusCode ===
    200;

  await t.test('a sign-in on a new device is told of, one on a known device is not', async (t) => {
    const jule = await app.signUp('Jule');
    const before = (await newest(jule.email)).count;
    const first = await signIn(jule.email);
    const { count, text } = await newest(jule.email);
    t.equal(count, before + 1);
    t.match(text, /Firefox · Linux/);
    const device = first.cookies.find(({ name }) => name === 'device')?.value;
    await signIn(jule.email, { cookie: `device=${device}` });
    t.equal((await newest(jule.email)).count, count);
  });

  await t.test('not mine: everybody is signed out, and a new password is set', async (t) => {
    const jule = await app.signUp('Jule');
    const stranger = (await signIn(jule.email)).json().auth_token;
    const { token } = await newest(jule.email);
    const reply = await say(token, false);
    t.equal(reply.statusCode, 200);
    t.notOk(await isIn(stranger));
    t.notOk(await isIn(jule.token));
    const body = {
      token: reply.json().reset_token,
      password: 'quite another one',
      password_confirmation: 'quite another one',
    };
    t.equal((await app.call('POST /user/reset_passwords', { body })).statusCode, 200);
    t.equal((await signIn(jule.email)).statusCode, 401, 'the old password is over');
    t.equal((await say(token, false)).json().code, 'link_expired', 'once');
  });

  await t.test('mine: nothing happens', async (t) => {
    const jule = await app.signUp('Jule');
    const own = (await signIn(jule.email)).json().auth_token;
    const { token } = await newest(jule.email);
    const reply = await say(token, true);
    t.equal(reply.json().reset_token, null);
    t.ok(await isIn(own));
    t.equal((await say(token, false)).json().code, 'link_expired');
  });

  await t.test('a factor that a stranger added goes, one that was there stays', async (t) => {
    const jule = await app.signUp('Jule');
    await switchOnApp(app, jule);
    t.match((await newest(jule.email)).text, /app or a passkey was added/);
    later(20 * DAY_MS);
    await app.deps.db.insert(passkeys).values({
      id: newId(nowMs),
      userId: jule.id,
      credentialId: 'stranger',
      publicKey: Buffer.from('key'),
      name: 'Stranger',
      createdAt: new Date(nowMs - 19 * DAY_MS),
    });
    const other = await app.signUp('Other');
    await switchOnApp(app, other);
    const added = await newest(other.email);
    t.equal((await say(added.token, false)).statusCode, 200);
    const [row] = await deps.db.select().from(users).where(eq(users.id, other.id));
    t.equal(row?.secondFactorAt, null, 'the stranger’s app does not keep the owner out');
    t.equal((await signIn(other.email)).statusCode, 200);
    const [kept] = await deps.db.select().from(users).where(eq(users.id, jule.id));
    t.not(kept?.secondFactorAt, null);
  });

  await t.test('each change of a factor is told of', async (t) => {
    const jule = await app.signUp('Jule');
    await switchOnApp(app, jule);
    await app.call('POST /user/second_factor/recovery_codes', { as: jule });
    t.match((await newest(jule.email)).text, /New recovery codes were created/);
    await app.call('DELETE /user/second_factor/app', { as: jule });
    t.match((await newest(jule.email)).text, /only asks for your password/);
  });

  await t.test('a link holds for seven days, and nonsense never', async (t) => {
    const jule = await app.signUp('Jule');
    await signIn(jule.email);
    const { token } = await newest(jule.email);
    later(8 * DAY_MS);
    t.equal((await say(token, false)).json().code, 'link_expired');
    for (const nonsense of ['x', 'A'.repeat(43)])
      t.equal((await say(nonsense, false)).json().code, 'link_expired');
  });
});
