import { eq } from 'drizzle-orm';
import t from 'tap';
import { identities, users } from '#db/schema/index.ts';
import { LABELS, type Provider, SOCIAL_COOKIE } from '#server/domains/accounts/providers/rules.ts';
import { newSecret } from '#server/domains/accounts/providers/secrets.ts';
import { startSocialApp } from '../../../support/social.ts';
import { HOME } from '../../../support/surfer.ts';

const site = await startSocialApp();
const { deps, peers } = site;
const { google, apple, fb, twitter } = peers;
const now = () => Math.floor(Date.now() / 1000);

const post = (path: string, body: unknown) => site.call(`POST ${path}`, { body });

/** Code and ID token from Apple's SDK. The flow skips our own page, so there is no PKCE. */
async function appleData(): Promise<{ code: string; id_token: string }> {
  const query = new URLSearchParams({
    client_id: 'apple-services-id',
    redirect_uri: `${HOME}/api/auth/apple/callback`,
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid name email',
    state: 'of-the-sdk',
  });
  const back = await site.surfer().goUntil(`${apple.issuer}/auth?${query}`, '/api/auth/apple/callback');
  const { sub } = apple.mood.person;
  return { code: back.searchParams.get('code') ?? '', id_token: await apple.signToken({ sub }) };
}

/** Response of Google's SDK to an app that passes our nonce. */
async function googleData(
  claims: Record<string, unknown>,
  times: { issuedAt?: number; expiresAt?: number } = {},
) {
  const { nonce, state } = (await post('/auth/google/nonce', {})).json();
  return { id_token: await google.signToken({ nonce, ...claims }, times), state };
}

async function twitterData(): Promise<{ code: string; state: string }> {
  const { authorize_url, state } = (await post('/auth/get_twitter_token', {})).json();
  const reply = await fetch(authorize_url, { redirect: 'manual' });
  const back = new URL(reply.headers.get('location') ?? '');
  return { code: back.searchParams.get('code') ?? '', state };
}

const ways: [string, Provider, string, () => Promise<Record<string, unknown>>][] = [
  ['API-53', 'google', '/auth/google', () => googleData({ ...google.mood.person })],
  ['API-49', 'fb', '/auth/fb', async () => ({ access_token: fb.issueToken() })],
  ['API-54', 'apple', '/auth/apple/data', appleData],
  ['API-51 API-52', 'twitter', '/auth/verify_twitter_token', twitterData],
];

for (const [codes, provider, path, data] of ways) {
  t.test(`${codes} an app signs up and in with ${LABELS[provider]}`, async (t) => {
    const first = await post(path, await data());
    t.equal(first.statusCode, 409, first.body);
    const { code, social_code, email } = first.json();
    t.equal(code, 'social_account_needed');
    const emails = { google: 'mika@example.org', apple: 'relay@example.org', fb: null, twitter: null };
    t.equal(email, emails[provider]);
    const made = await post('/auth/social_account', {
      code: social_code,
      date_of_birth: '1990-01-31',
      display_name: 'Mika',
      ...(email === null ? { email: `${provider}@example.org` } : {}),
      notifications: { subscribe_to_emails: true },
    });
    t.equal(made.statusCode, 201, made.body);
    t.equal(made.json().user_settings.notifications.subscribe_to_emails, true, 'ACC-50');
    const again = await post(path, await data());
    t.equal(again.statusCode, 200, again.body);
    t.equal(again.json().user.id, made.json().user.id);
    const replay = await post('/auth/social_account', { code: social_code, date_of_birth: '1990-01-31' });
    t.equal(replay.json().code, 'social_expired', 'the code of an app is taken once');
  });
}

t.test('the name that Apple’s SDK tells once is the newcomer’s', async (t) => {
  apple.mood.person = { sub: 'a-named', email: 'named@example.org', email_verified: 'true' };
  const user = { name: { firstName: 'Mika', lastName: 'A.' } };
  const reply = await post('/auth/apple/data', { ...(await appleData()), user });
  t.match(reply.json(), { display_name: 'Mika A.', email: 'named@example.org' });
  const spent = await appleData();
  await post('/auth/apple/data', spent);
  t.equal((await post('/auth/apple/data', spent)).statusCode, 401, 'a code holds once');
  apple.mood.person = { sub: 'a-1', email: 'relay@example.org', email_verified: 'true' };
});

t.test('API-53 a token of Google’s SDK counts once', async (t) => {
  const data = await googleData({ ...google.mood.person });
  t.equal((await post('/auth/google', data)).statusCode, 200);
  t.equal((await post('/auth/google', data)).json().code, 'social_failed');
  const { state } = (await post('/auth/google/nonce', {})).json();
  t.equal(
    (await post('/auth/google', { ...data, state })).json().code,
    'social_failed',
    'nor with another state',
  );
  t.equal((await post('/auth/google', { id_token: data.id_token })).statusCode, 422);
});

t.test('tokens that prove nobody here are refused', async (t) => {
  const sub = 'victim';
  const tokens = {
    'of another client': await googleData({ sub, aud: 'another-client' }),
    'of another issuer': await googleData({ sub, iss: 'https://evil.example' }),
    expired: await googleData({ sub }, { issuedAt: now() - 7200, expiresAt: now() - 3600 }),
    'from the future': await googleData({ sub }, { issuedAt: now() + 600, expiresAt: now() + 3600 }),
    'without our nonce': await googleData({ sub, nonce: undefined }),
    'with another nonce': await googleData({ sub, nonce: 'of-somebody-else' }),
    'of another key': {
      ...(await googleData({ sub })),
      id_token: await apple.signToken({ sub, iss: google.issuer, aud: 'google-client' }),
    },
    unsigned: {
      ...(await googleData({ sub })),
      id_token: `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub, iss: google.issuer, aud: 'google-client' }))}.`,
    },
    'no token': { ...(await googleData({ sub })), id_token: 'x' },
    'of a state that never was': { ...(await googleData({ sub })), state: newSecret() },
  };
  for (const [what, given] of Object.entries(tokens)) {
    const reply = await post('/auth/google', given);
    t.equal(reply.statusCode, 401, what);
    t.equal(reply.json().code, 'social_failed', what);
  }
  google.mood.hasRotatedKeys = true;
  t.equal((await post('/auth/google', await googleData({ sub }))).statusCode, 401);
  google.mood.hasRotatedKeys = false;
  t.equal((await post('/auth/fb', { access_token: fb.issueToken('another-app') })).statusCode, 401);
  t.equal((await post('/auth/fb', { access_token: 'made up' })).statusCode, 401);
  t.equal((await post('/auth/fb', {})).statusCode, 422);
  const { code } = await appleData();
  const mixed = await post('/auth/apple/data', { code, id_token: await apple.signToken({ sub }) });
  t.equal(mixed.statusCode, 401, 'a code and another person’s token');
  t.equal(await deps.db.$count(identities, eq(identities.subject, sub)), 0);
});

t.test('a way that an app began is no browser’s, and the other way round', async (t) => {
  const { code, state } = await twitterData();
  const surfer = site.surfer();
  surfer.setCookie(SOCIAL_COOKIE, newSecret());
  const landing = await surfer.go(`/api/auth/twitter/callback?state=${state}&code=${code}`);
  t.match(landing.searchParams.get('error_notice'), /Twitter/);
  const back = await surfer.goUntil('/api/auth/twitter?social_action=signing', '/api/auth/twitter/callback');
  const stolen = Object.fromEntries(back.searchParams);
  t.equal((await post('/auth/verify_twitter_token', stolen)).statusCode, 401);
  const twice = await twitterData();
  t.equal((await post('/auth/verify_twitter_token', twice)).statusCode, 200);
  t.equal((await post('/auth/verify_twitter_token', twice)).statusCode, 401);
});

t.test('a provider that is away is 503 for an app', async (t) => {
  twitter.mood.isAway = true;
  const { state } = (await post('/auth/get_twitter_token', {})).json();
  const reply = await post('/auth/verify_twitter_token', { state, code: 'x' });
  t.equal(reply.statusCode, 503);
  t.equal(reply.json().code, 'social_unavailable');
  t.ok(reply.headers['retry-after']);
  twitter.mood.isAway = false;
  await deps.db.update(users).set({ lockedAt: new Date() });
  const locked = await post('/auth/verify_twitter_token', await twitterData());
  t.equal(locked.statusCode, 423);
});

t.test('everything is closed', () => site.close());
