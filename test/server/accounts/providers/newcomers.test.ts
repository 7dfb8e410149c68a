import t from 'tap';
import { identities, socialCodes, users } from '#db/schema/index.ts';
import { findNewcomer } from '#server/domains/accounts/providers/newcomers.ts';
import { SOCIAL_COOKIE } from '#server/domains/accounts/providers/rules.ts';
import { startSocialApp } from '../../../support/social.ts';
import { HOME, type Surfer } from '../../../support/surfer.ts';

const site = await startSocialApp();
const { deps, peers } = site;
let aheadMs = 0;
deps.clock.now = () => new Date(Date.now() + aheadMs);

/** Birthday `years` ago, moved by `days`. */
const born = (years: number, days = 0): string => {
  const day = deps.clock.now();
  day.setUTCFullYear(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

const cookieOf = (surfer: Surfer) => `${SOCIAL_COOKIE}=${surfer.cookie(SOCIAL_COOKIE)}`;
const join = (surfer: Surfer, body: unknown) =>
  site.call('POST /auth/social_account', { body, headers: { cookie: cookieOf(surfer) } });

async function newcomer(provider: 'google' | 'fb' = 'google'): Promise<Surfer> {
  const surfer = site.surfer();
  await site.signInBy(provider, surfer);
  return surfer;
}

t.test('ACC-57 under 13 nothing is stored, and what the provider said is forgotten', async (t) => {
  const surfer = await newcomer();
  const reply = await join(surfer, { date_of_birth: born(13, 1) });
  t.equal(reply.statusCode, 422);
  t.ok(reply.json().fields[0].date_of_birth);
  for (const table of [users, identities, socialCodes]) t.equal(await deps.db.$count(table), 0);
  const second = await join(surfer, { date_of_birth: born(30) });
  t.equal(second.statusCode, 409, 'another birthday is no way round');
  t.equal(second.json().code, 'social_expired');
});

t.test('ACC-58 from 13 to 17 a guardian consents, and the step is kept until then', async (t) => {
  const surfer = await newcomer();
  const asked = await findNewcomer(deps, { browser: surfer.cookie(SOCIAL_COOKIE) });
  t.match(asked, {
    provider: 'google',
    label: 'Google',
    displayName: 'Mika Arai',
    email: 'mika@example.org',
  });
  const refused = await join(surfer, { date_of_birth: born(13) });
  t.equal(refused.statusCode, 422);
  t.ok(refused.json().fields[0].guardian_consent);
  t.equal(await deps.db.$count(users), 0);
  const made = await join(surfer, {
    date_of_birth: born(13),
    guardian_consent: true,
    email: 'other@example.org',
  });
  t.equal(made.statusCode, 201);
  t.equal(made.json().user.email, 'mika@example.org', 'the verified address stands, whatever is sent');
  const [user] = await deps.db.select().from(users);
  t.ok(user?.guardianConsentAt);
  t.equal(user?.passwordHash, null);
  const twice = await join(surfer, { date_of_birth: born(30) });
  t.equal(twice.statusCode, 409);
});

t.test('without a verified address one is asked for, which must be free and gets a link', async (t) => {
  const surfer = await newcomer('fb');
  t.equal((await findNewcomer(deps, { browser: surfer.cookie(SOCIAL_COOKIE) }))?.email, null);
  t.match((await join(surfer, { date_of_birth: born(30) })).json().fields, [{ email: ["can't be blank"] }]);
  const taken = await join(surfer, { date_of_birth: born(30), email: 'MIKA@example.org' });
  t.match(taken.json().fields, [{ email: ['has already been taken'] }]);
  const odd = await join(surfer, { date_of_birth: born(30), email: 'nowhere' });
  t.equal(odd.statusCode, 422);
  const made = await join(surfer, { date_of_birth: born(30), email: 'mika.f@example.org' });
  t.equal(made.json().user.email_confirmed, false);
});

t.test('the step belongs to its browser and to 15 minutes', async (t) => {
  peers.fb.mood.person = { id: 'f-2', name: 'Second' };
  const surfer = await newcomer('fb');
  const body = { date_of_birth: born(30), email: 'second@example.org' };
  const stranger = site.surfer();
  stranger.setCookie(SOCIAL_COOKIE, 'x'.repeat(43));
  t.equal((await join(stranger, body)).statusCode, 409);
  t.equal((await site.call('POST /auth/social_account', { body })).statusCode, 409, 'no cookie at all');
  const asCode = { ...body, code: surfer.cookie(SOCIAL_COOKIE) };
  t.equal(
    (await site.call('POST /auth/social_account', { body: asCode })).statusCode,
    409,
    'the cookie is no code',
  );
  aheadMs = 15 * 60_000 + 1;
  t.equal(await findNewcomer(deps, { browser: surfer.cookie(SOCIAL_COOKIE) }), null);
  t.equal((await join(surfer, body)).statusCode, 409);
  aheadMs = 0;
  t.equal((await join(surfer, body)).statusCode, 201);
});

t.test('the step works as a plain form, in German, and goes back to the page that was left', async (t) => {
  peers.fb.mood.person = { id: 'f-3', name: 'Dritte' };
  const surfer = await newcomer('fb');
  const form = (fields: Record<string, string>) =>
    site.call('POST /auth/social_account', {
      body: new URLSearchParams({ _locale: 'de', _back: '/de/stories/umi', ...fields }).toString(),
      headers: {
        cookie: cookieOf(surfer),
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
    });
  const date = { 'date_of_birth.year': '1990', 'date_of_birth.month': '1', 'date_of_birth.day': '31' };
  const refused = await form(date);
  t.match(refused.headers.location, /^\/de\/sign_up\/social\?error_notice=E-Mail/);
  const made = await form({
    ...date,
    email: 'dritte@example.org',
    'notifications.subscribe_to_emails': 'on',
  });
  t.equal(made.statusCode, 303);
  t.match(made.headers.location, /^\/de\/stories\/umi\?success_notice=/);
});

t.test('ACC-51 no back-path leads to another site', async (t) => {
  peers.google.mood.person = { ...peers.google.mood.person, email: 'mika@example.org', email_verified: true };
  for (const back of ['//evil.example', '/\\evil.example', '/%09//evil.example', 'https:evil.example']) {
    const surfer = site.surfer();
    const soon = await surfer.go(`/api/auth/google?social_action=sharing&back=${encodeURIComponent(back)}`);
    const landing = await surfer.go(
      `/api/auth/google?social_action=signing&back=${encodeURIComponent(back)}`,
    );
    const { location } = await site.arrive(surfer, landing);
    for (const url of [soon, landing, new URL(location, HOME)]) t.equal(url.origin, HOME, back);
    t.match(location, /^\/(?![/\\])/, back);
  }
});

t.test('ACC-46 a code made up or given twice is a refusal in the right language', async (t) => {
  const surfer = site.surfer();
  for (const query of [
    'auth_token=x',
    `auth_token=${'x'.repeat(43)}`,
    'auth_token=&social_app_name=myspace',
  ]) {
    const { location, session } = await site.arrive(surfer, new URL(`/sign_in?${query}`, HOME), {
      locale: 'de',
    });
    t.equal(session, null);
    t.match(location, /^\/de\/sign_in\?error_notice=Es\+ist\+zu/);
  }
});

t.test('everything is closed', () => site.close());
