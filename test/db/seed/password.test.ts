/** Only people who saw this machine's start line know the password of the demo's accounts. */

import t, { type Test } from 'tap';
import { settings, users } from '../../../db/schema/index.ts';
import { ensureDemoAccounts } from '../../../db/seed/accounts.ts';
import { DEMO_SETTING } from '../../../db/seed/due.ts';
import { DEMO_ADMINISTRATOR, DEMO_CREATOR, DEMO_READER } from '../../../db/seed/logins.ts';
import type { Deps } from '../../../server/deps.ts';
import { passwordHasher } from '../../../server/domains/accounts/accounts/passwords.ts';
import { newId } from '../../../server/lib/ids.ts';
import { startDemo } from '../../../server/process/demo.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { samplePage } from '../../support/sample-page.ts';

const FORMER = 'to be continued';
const PEOPLE = [DEMO_CREATOR, DEMO_READER, DEMO_ADMINISTRATOR];

async function start(t: Test, environment: Record<string, string> = { DEMO: 'on' }): Promise<TestApp> {
  const app = await startTestApp({ environment });
  t.teardown(() => app.close());
  return app;
}

async function passwordShown(deps: Deps): Promise<string | undefined> {
  const demo = await startDemo(deps);
  return demo === null ? undefined : /password "([^"]+)"$/.exec(demo.accounts)?.[1];
}

const withPassword = (deps: Deps, DEMO_PASSWORD: string): Deps => ({
  ...deps,
  config: { ...deps.config, DEMO_PASSWORD },
});

/** Draws no faces, because these tests accept every picture. */
async function seedPeople(deps: Deps): Promise<void> {
  const picture = await samplePage(320, 320);
  await ensureDemoAccounts(deps, { draw: () => Promise.resolve(picture), close() {} });
}

async function statusOf({ call }: TestApp, email: string, password: string): Promise<number> {
  return (await call('POST /auth/mail', { body: { email, password } })).statusCode;
}

t.test('every database has a password of its own, which the next start shows again', async (t) => {
  const [one, two] = await Promise.all([start(t), start(t)]);
  const [first, again, elsewhere] = [
    await passwordShown(one.deps),
    await passwordShown(one.deps),
    await passwordShown(two.deps),
  ];
  t.match(first, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  t.equal(again, first);
  t.not(elsewhere, first);
  await seedPeople(one.deps);
  for (const email of PEOPLE) {
    t.equal(await statusOf(one, email, first ?? ''), 200, email);
    t.equal(await statusOf(one, email, FORMER), 401, `${email}: nothing published lets anybody in`);
  }
});

t.test('two first starts at once agree', async (t) => {
  const { deps } = await start(t);
  const shown = await Promise.all([1, 2, 3, 4].map(() => passwordShown(deps)));
  t.equal(new Set(shown).size, 1, shown.join(' '));
});

t.test(
  'DEMO_PASSWORD sets it, for accounts that are there already too, and ends their sessions',
  async (t) => {
    const app = await start(t);
    const before = (await passwordShown(app.deps)) ?? '';
    await seedPeople(app.deps);
    const body = { email: DEMO_READER, password: before };
    const { auth_token: token } = (await app.call('POST /auth/mail', { body })).json<{
      auth_token: string;
    }>();
    const wished = 'seven grey herons';
    t.equal(await passwordShown(withPassword(app.deps, wished)), wished);
    t.equal(await statusOf(app, DEMO_READER, wished), 200);
    t.equal(await statusOf(app, DEMO_READER, before), 401);
    const headers = { authorization: `Bearer ${token}` };
    t.equal((await app.call('GET /user/account', { headers })).statusCode, 401);
    t.equal(await passwordShown(app.deps), wished, 'and is kept');
  },
);

t.test('DEMO_PASSWORD is checked like any password, in one line that names it', async (t) => {
  const { deps } = await start(t);
  for (const weak of ['short', 'password123', 'aaaaaaaaaaaaaaaa', DEMO_ADMINISTRATOR]) {
    await t.rejects(passwordShown(withPassword(deps, weak)), { message: /^DEMO_PASSWORD: [^\n]+$/ }, weak);
  }
});

t.test('accounts of an earlier demo lose the published password, on a public address too', async (t) => {
  const app = await start(t, { DEMO: 'auto', BASE_URL: 'https://tsuzuki.example' });
  const { deps } = app;
  await deps.db.insert(settings).values({ name: DEMO_SETTING, value: 'done' });
  const person = (email: string, passwordHash: string, slug: string) => ({
    id: newId(),
    email,
    passwordHash,
    slug,
    displayName: slug,
    dateOfBirth: '1990-04-01',
  });
  await deps.db
    .insert(users)
    .values([
      person(DEMO_ADMINISTRATOR, await passwordHasher.of(deps).hash(FORMER), 'admin'),
      person(DEMO_READER, await passwordHasher.of(deps).hash('chosen since then'), 'reader'),
    ]);
  t.equal(await passwordShown(deps), undefined, 'nothing is shown where no demo is wanted');
  t.equal(await statusOf(app, DEMO_ADMINISTRATOR, FORMER), 401);
  t.equal(await statusOf(app, DEMO_READER, 'chosen since then'), 200, 'who has chosen another keeps it');
});
