/** Which account a provider's user may sign in to or join: refusals independent of the provider. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { identities, sessions, socialCodes, users } from '#db/schema/index.ts';
import type { Provider } from '#server/domains/accounts/providers/rules.ts';
import { failed, refused, startSocialApp } from '../../../support/social.ts';
import { HOME } from '../../../support/surfer.ts';
import { runSweeps } from '../../../support/sweeps.ts';

const site = await startSocialApp();
const { deps, peers } = site;
const BEGIN = (provider: Provider) => `/api/auth/${provider}?social_action=signing`;
const CALLBACK = '/api/auth/google/callback';

t.test('an e-mail that one side has not proven leads to no account of others', async (t) => {
  const taken = (name: string) =>
    `An account with your e-mail address already exists. Sign in to it first and connect ${name} in your settings.`;
  const owner = await site.signUp();
  const { google, fb } = peers;
  const known = [google.mood.person, fb.mood.person] as const;
  await deps.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, owner.id));
  google.mood.person = { sub: 'g-9', email: owner.email, email_verified: true };
  refused(t, await site.surfer().go(BEGIN('google')), taken('Google'));
  await deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, owner.id));
  fb.mood.person = { id: 'f-9', name: 'x', email: owner.email };
  refused(t, await site.surfer().go(BEGIN('fb')), taken('Facebook'));
  t.equal(await deps.db.$count(identities), 0);
  [google.mood.person, fb.mood.person] = known;
});

t.test('connecting is an own wish of whoever is signed in', async (t) => {
  const CONNECT = '/api/auth/google?social_action=connecting&back=%2Fsettings';
  refused(t, await site.surfer().go(CONNECT), 'Please sign in to continue.');
  const me = await site.signUp();
  const surfer = site.surfer();
  surfer.setCookie('auth_token', me.token);
  const here = 'Please connect Google from your settings.';
  refused(t, await surfer.go(CONNECT, { from: 'elsewhere' }), here, '/connected_apps');

  const address = await surfer.goUntil(CONNECT, CALLBACK);
  surfer.setCookie('auth_token', (await site.signUp()).token);
  refused(t, await surfer.go(`${address.pathname}${address.search}`), failed('google'), '/connected_apps');
  t.equal(await deps.db.$count(identities), 0, 'somebody else has signed in meanwhile');

  surfer.setCookie('auth_token', me.token);
  const done = await surfer.go(CONNECT);
  t.equal(done.pathname, '/settings');
  t.match(done.searchParams.get('success_notice'), /Google is connected/);

  const thief = site.surfer();
  thief.setCookie('auth_token', (await site.signUp()).token);
  const message = 'This Google account is connected to somebody else’s account.';
  refused(t, await thief.go(CONNECT), message, '/connected_apps');

  const { person } = peers.google.mood;
  peers.google.mood.person = { ...person, sub: 'g-second' };
  // A new browser, since the provider still has the first user's session.
  const second = site.surfer();
  second.setCookie('auth_token', me.token);
  refused(
    t,
    await second.go(CONNECT),
    'You have connected another Google account. Disconnect it first.',
    '/connected_apps',
  );
  peers.google.mood.person = person;
  t.equal(await deps.db.$count(identities), 1);
});

t.test('ERR-25 an action that there is not is coming soon', async (t) => {
  refused(t, await site.surfer().go('/api/auth/fb?social_action=sharing'), 'This is coming soon.');
  const page = await site
    .surfer()
    .go('/api/auth/fb?social_action=sharing&back=%2Fde%2Fstories%2Fumi&locale=de');
  refused(t, page, 'Das kommt bald.', '/de/stories/umi');
});

t.test('a locked account is told so and gets no session', async (t) => {
  const { session } = await site.signInBy('google');
  t.ok(session);
  await deps.db.update(users).set({ lockedAt: new Date() });
  const before = await deps.db.$count(sessions);
  const { location, session: none } = await site.signInBy('google');
  t.equal(none, null);
  t.match(new URL(location, HOME).searchParams.get('error_notice'), /locked/);
  t.equal(await deps.db.$count(sessions), before);
  await deps.db.update(users).set({ lockedAt: null });
});

t.test('what is past is swept', async (t) => {
  await site.surfer().go(BEGIN('twitter'));
  t.not(await deps.db.$count(socialCodes), 0);
  deps.clock.now = () => new Date(Date.now() + 3_600_000);
  await runSweeps(deps, 'social.delete_expired');
  t.equal(await deps.db.$count(socialCodes), 0);
});

t.test('everything is closed', () => site.close());
