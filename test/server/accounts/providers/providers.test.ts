import { eq } from 'drizzle-orm';
import t from 'tap';
import { identities, mails, socialCodes, socialFlows, users } from '#db/schema/index.ts';
import { facebookScript, offeredProviders } from '#server/domains/accounts/providers/queries.ts';
import { LABELS, PROVIDERS, type Provider, SOCIAL_COOKIE } from '#server/domains/accounts/providers/rules.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { startSocialApp } from '../../../support/social.ts';
import { HOME, type Surfer } from '../../../support/surfer.ts';

const site = await startSocialApp();
const { deps } = site;

const CODES: Record<Provider, string> = {
  fb: 'ACC-37 API-49',
  twitter: 'ACC-38 API-50',
  google: 'ACC-39 API-53',
  apple: 'ACC-40 API-54',
};

const cookieOf = (surfer: Surfer) => ({ cookie: `${SOCIAL_COOKIE}=${surfer.cookie(SOCIAL_COOKIE)}` });

const join = (surfer: Surfer, body: Record<string, unknown>) =>
  site.call('POST /auth/social_account', { body, headers: cookieOf(surfer) });

async function signUpBy(provider: Provider, email: string): Promise<Account> {
  const surfer = site.surfer();
  await site.signInBy(provider, surfer);
  const reply = await join(surfer, { date_of_birth: '1990-01-31', display_name: 'Mika', email });
  const { auth_token: token, user } = reply.json<{ auth_token: string; user: { id: string } }>();
  return { id: user.id, token, email, headers: { authorization: `Bearer ${token}` } };
}

for (const provider of PROVIDERS) {
  t.test(`${CODES[provider]} ${LABELS[provider]} signs up, and in again`, async (t) => {
    const surfer = site.surfer();
    if (provider === 'apple') {
      surfer.extraFields = { user: JSON.stringify({ name: { firstName: 'Mika', lastName: 'Äpfel' } }) };
    }
    const landing = await surfer.go(`/api/auth/${provider}?social_action=signing&back=%2Fstories%2Fumi`);
    t.equal(landing.pathname, '/sign_in', 'ACC-45 ACC-46 back at the sign-in page with a code');
    t.match(landing.searchParams.get('auth_token'), /^[\w-]{43}$/);
    t.equal(landing.searchParams.get('social_app_name'), provider, 'ACC-47');

    const before = await deps.db.$count(users);
    const step = await site.arrive(surfer, landing);
    t.same(step, { location: '/sign_up/social', session: null }, 'a newcomer is asked for the date of birth');
    t.equal(await deps.db.$count(users), before, 'nothing is stored before the age is known');

    const email = provider === 'fb' || provider === 'twitter' ? `${provider}@example.org` : undefined;
    const reply = await join(surfer, { date_of_birth: '1990-01-31', ...(email ? { email } : {}) });
    t.equal(reply.statusCode, 201, reply.body);
    const { user } = reply.json();
    t.equal(
      user.email_confirmed,
      email === undefined,
      'only an e-mail that the provider verified is confirmed',
    );
    const names = { google: 'Mika Arai', apple: 'Mika Äpfel', fb: 'Mika F.', twitter: 'mika' };
    t.equal(user.display_name, names[provider]);
    const cookies = [reply.headers['set-cookie'] ?? []].flat().join('\n');
    t.match(cookies, /auth_token=[^;]+;.*HttpOnly/);
    t.match(cookies, new RegExp(`${SOCIAL_COOKIE}=;`), 'the browser needs its mark no more');
    const letters = await deps.db.select().from(mails).where(eq(mails.userId, user.id));
    t.equal(letters.length, email === undefined ? 0 : 1, 'an unproven address is mailed its link');

    const again = await site.signInBy(provider);
    t.match(again.location, /^\/creator\/stories\?success_notice=/, 'ACC-52');
    t.equal(
      new URL(again.location, HOME).searchParams.get('success_notice'),
      `You are signed in with ${LABELS[provider]}.`,
      'ACC-54 ERR-73',
    );
    const token = again.session?.token ?? '';
    const account = await site.call('GET /user/account', { headers: { authorization: `Bearer ${token}` } });
    t.equal(account.json().user.id, user.id, 'ACC-48');
    t.equal(await deps.db.$count(socialFlows), 0, 'nothing of a way is left when it ends');
    t.equal(await deps.db.$count(socialCodes), 0);
  });
}

t.test('ACC-43 ACC-44 the browser is sent to the provider with state, nonce and PKCE', async (t) => {
  const ask = async (provider: Provider) => {
    const reply = await site.call(`GET /auth/${provider}?social_action=signing`);
    t.equal(reply.statusCode, 302);
    t.equal(reply.headers['cache-control'], 'no-store');
    t.match(String(reply.headers['set-cookie']), /social_browser=[\w-]{43};.*HttpOnly; SameSite=Lax/);
    return new URL(String(reply.headers.location)).searchParams;
  };
  for (const provider of PROVIDERS) {
    const query = await ask(provider);
    t.equal(query.get('redirect_uri'), `${HOME}/api/auth/${provider}/callback`);
    t.match(query.get('state'), /^[\w-]{43}$/);
    t.equal(query.get('response_type'), 'code');
    const isOpenId = provider === 'google' || provider === 'apple';
    t.equal(query.has('nonce'), isOpenId);
    t.equal(query.get('code_challenge_method'), 'S256');
    t.equal(query.get('response_mode'), provider === 'apple' ? 'form_post' : null);
  }
  await deps.db.delete(socialFlows);
});

t.test('ACC-51 ACC-53 the page that was left is gone back to, in its language', async (t) => {
  const surfer = site.surfer();
  const landing = await surfer.go(
    '/api/auth/google?social_action=signing&locale=de&back=%2Fde%2Fstories%2Fumi%3Fa%3D1',
  );
  t.equal(landing.pathname, '/de/sign_in');
  const { location } = await site.arrive(surfer, landing, { locale: 'de' });
  const url = new URL(location, HOME);
  t.equal(`${url.pathname}?a=${url.searchParams.get('a')}`, '/de/stories/umi?a=1');
  t.equal(url.searchParams.get('success_notice'), 'Du bist mit Google angemeldet.');
});

t.test('Apple’s post from its own site is let through, changes nothing and becomes a GET', async (t) => {
  const surfer = site.surfer();
  await surfer.go('/api/auth/apple?social_action=signing');
  const steps = surfer.asked.filter((line) => line.includes('/api/auth/apple/callback'));
  t.match(steps, [/^POST /, /^GET .*state=.*code=|^GET .*code=.*state=/]);
  const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
  const odd = await site.call('POST /auth/apple/callback', {
    body: `state=${'s'.repeat(3000)}&code=c&back=//evil.example&x[__proto__]=1`,
    headers,
  });
  t.equal(odd.statusCode, 303);
  t.equal(odd.headers.location, '/api/auth/apple/callback?code=c', 'only what an answer has');
  t.equal(odd.headers['set-cookie'], undefined);
  const other = await site.call('POST /auth/social_account', {
    body: 'date_of_birth=1990-01-31',
    headers: { ...headers, cookie: `${SOCIAL_COOKIE}=x` },
  });
  t.equal(other.statusCode, 403, 'other calls stay closed to other sites');
});

t.test('an account is found by an e-mail that both sides have proven', async (t) => {
  const { google } = site.peers;
  const account = await site.signUp();
  await deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, account.id));
  const known = google.mood.person;
  google.mood.person = { sub: 'g-2', email: account.email.toUpperCase(), email_verified: true };
  const { session } = await site.signInBy('google');
  t.ok(session);
  const [identity] = await deps.db.select().from(identities).where(eq(identities.subject, 'g-2'));
  t.equal(identity?.userId, account.id);
  google.mood.person = { sub: 'g-2', email: 'moved@example.org', email_verified: false };
  t.ok((await site.signInBy('google')).session, 'from now on by the subject, whatever the e-mail');
  google.mood.person = known;
});

t.test('PRO-06 API-48 apps are connected, listed and disconnected, but for the last way in', async (t) => {
  const { twitter, fb } = site.peers;
  twitter.mood.person = { id: 't-connect', name: 'c' };
  fb.mood.person = { id: 'f-connect', name: 'c' };
  const account = await signUpBy('twitter', 'connector@example.org');
  const list = async () => {
    const reply = await site.call('GET /connected_apps', { as: account });
    return reply.json().connected_apps as Record<string, unknown>[];
  };
  t.match(await list(), [
    { provider: 'google', label: 'Google', connected: false, connected_at: null, can_disconnect: false },
    { provider: 'apple', connected: false },
    { provider: 'fb', connected: false },
    {
      provider: 'twitter',
      label: 'Twitter',
      connected: true,
      connected_at: /^\d{4}-/,
      can_disconnect: false,
    },
  ]);
  const last = await site.call('DELETE /connected_apps/twitter', { as: account });
  t.equal(last.statusCode, 422);
  t.equal(last.json().code, 'social_last_way_in');

  // Only a confirmed address may connect a provider.
  await deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, account.id));
  const surfer = site.surfer();
  surfer.setCookie('auth_token', account.token);
  const connected = await surfer.go('/api/auth/fb?social_action=connecting');
  t.equal(connected.pathname, '/connected_apps');
  t.equal(connected.searchParams.get('success_notice'), 'Facebook is connected to your account.');
  t.match(await list(), [
    {},
    {},
    { connected: true, can_disconnect: true },
    { connected: true, can_disconnect: true },
  ]);

  const both = await Promise.all(
    ['fb', 'twitter'].map((name) => site.call(`DELETE /connected_apps/${name}`, { as: account })),
  );
  t.same(both.map((reply) => reply.statusCode).sort(), [204, 422], 'two at a time leave one way in');
  t.equal((await site.call('DELETE /connected_apps/google', { as: account })).statusCode, 404);
  t.equal((await site.call('DELETE /connected_apps/myspace', { as: account })).statusCode, 404);
  t.equal((await site.call('GET /connected_apps')).statusCode, 401);

  const withPassword = await site.signUp();
  const other = site.surfer();
  other.setCookie('auth_token', withPassword.token);
  fb.mood.person = { id: 'f-other', name: 'o' };
  await other.go('/api/auth/fb?social_action=connecting');
  const form = await site.call('POST /connected_apps/fb?_method=DELETE', {
    body: '_locale=de',
    headers: {
      cookie: `auth_token=${withPassword.token}`,
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  });
  t.equal(form.statusCode, 303);
  t.match(form.headers.location, /^\/de\/connected_apps\?success_notice=/);
});

t.test(
  'ACC-56 only providers with keys are offered; their routes and scripts do not exist else',
  async (t) => {
    t.same(
      offeredProviders(deps.config).map((each) => each.provider),
      PROVIDERS,
    );
    t.match(facebookScript(deps.config), { appId: '4711', version: 'v10.0', src: /^https:/ });
    const bare = await startTestApp({ environment: { TWITTER_CLIENT_ID: 'without-secret' } });
    t.same(offeredProviders(bare.deps.config), []);
    t.equal(facebookScript(bare.deps.config), null);
    const account = await bare.signUp();
    t.same((await bare.call('GET /connected_apps', { as: account })).json(), { connected_apps: [] });
    for (const path of [
      ...PROVIDERS.flatMap((name) => [
        `GET /auth/${name}`,
        `GET /auth/${name}/callback`,
        `POST /auth/${name}/callback`,
      ]),
      'GET /auth/myspace',
      'POST /auth/get_twitter_token',
    ]) {
      t.equal((await bare.call(path)).statusCode, 404, path);
    }
    await bare.close();
  },
);

t.test('everything is closed', () => site.close());
