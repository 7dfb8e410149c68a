import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';

const app = await startTestApp({ environment: { AD_FRAME_URL: 'https://ads.example/slot' } });
t.teardown(() => app.close());
const today = app.deps.clock.now().toISOString().slice(0, 10);
const cookieOf = (reply: LightMyRequestResponse) => reply.cookies.find(({ name }) => name === 'consent');

const makeMinor = async (id: string): Promise<void> => {
  const dateOfBirth = `${app.deps.clock.now().getUTCFullYear() - 15}-01-01`;
  await app.deps.db.update(users).set({ dateOfBirth }).where(eq(users.id, id));
};

t.test('an answer lies in a cookie of this browser for 180 days, readable by its scripts', async (t) => {
  const reply = await app.call('POST /consent', { body: { adverts: true } });
  t.equal(reply.statusCode, 200);
  t.same(reply.json(), { day: today, purposes: ['adverts'] });
  t.match(cookieOf(reply), {
    value: `1.${today}.adverts`,
    path: '/',
    sameSite: 'Lax',
    maxAge: 180 * 86_400,
    httpOnly: undefined,
  });
});

t.test('to withdraw is the same call', async (t) => {
  const reply = await app.call('POST /consent', {
    body: { adverts: false },
    headers: { cookie: `consent=1.${today}.adverts` },
  });
  t.equal(cookieOf(reply)?.value, `1.${today}.none`);
});

t.test('no other site answers for a reader, and no answer is no leave', async (t) => {
  const foreign = await app.call('POST /consent', {
    body: { adverts: true },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  t.equal(foreign.statusCode, 403);
  t.equal(cookieOf(foreign), undefined);
  const silent = await app.call('POST /consent', { body: {} });
  t.equal(silent.statusCode, 422);
  t.equal(cookieOf(silent), undefined);
});

t.test('ADS-05 who is under 18 allows nothing, and signs in to nothing that others allowed', async (t) => {
  const minor = await app.signUp('Mika');
  await makeMinor(minor.id);
  const answered = await app.call('POST /consent', { as: minor, body: { adverts: true } });
  t.same(answered.json(), { day: today, purposes: [] });
  t.equal(cookieOf(answered)?.value, `1.${today}.none`);
  const entered = await app.call('POST /auth/mail', { body: { email: minor.email, password: PASSWORD } });
  t.equal(entered.statusCode, 200);
  t.equal(cookieOf(entered)?.value, `1.${today}.none`, 'and is not asked');
});

t.test('an adult signs in without an answer being made up', async (t) => {
  const adult = await app.signUp('Noor');
  const entered = await app.call('POST /auth/mail', { body: { email: adult.email, password: PASSWORD } });
  t.equal(entered.statusCode, 200);
  t.equal(cookieOf(entered), undefined);
  const answered = await app.call('POST /consent', { as: adult, body: { adverts: true } });
  t.same(answered.json().purposes, ['adverts']);
});
