import t from 'tap';
import {
  createDiscovery,
  providerDiscovery,
} from '#server/domains/accounts/providers/providers/discovery.ts';
import { LABELS, PROVIDERS, type Provider, SOCIAL_COOKIE } from '#server/domains/accounts/providers/rules.ts';
import { newSecret } from '#server/domains/accounts/providers/secrets.ts';
import { failed, refused, startSocialApp } from '../../../support/social.ts';
import { HOME } from '../../../support/surfer.ts';

const site = await startSocialApp();
const { deps, peers } = site;
const CODES: Record<Provider, string> = {
  fb: 'ERR-26',
  apple: 'ERR-27',
  google: 'ERR-28',
  twitter: 'ERR-29',
};
const BEGIN = (provider: Provider) => `/api/auth/${provider}?social_action=signing`;
const CALLBACK = (provider: Provider) => `/api/auth/${provider}/callback`;

/** Moves the application's clock. The providers keep the real time. */
let aheadMs = 0;
deps.clock.now = () => new Date(Date.now() + aheadMs);

for (const provider of PROVIDERS) {
  const name = LABELS[provider];
  const peer = peers[provider];

  t.test(`${CODES[provider]} ${name}: refused consent has its own message`, async (t) => {
    peer.mood.consent = 'refused';
    refused(t, await site.surfer().go(BEGIN(provider)), `Signing in with ${name} was cancelled.`);
    const german = await site.surfer().go(`${BEGIN(provider)}&locale=de&back=%2Fde%2Fstories%2Fumi`);
    refused(t, german, `Die Anmeldung mit ${name} wurde abgebrochen.`, '/de/sign_in');
    t.equal(german.searchParams.get('back'), '/de/stories/umi', 'the back-path outlives the refusal');
    peer.mood.consent = 'given';
  });

  t.test(`${CODES[provider]} ${name}: a wrong, missing or foreign state signs nobody in`, async (t) => {
    const surfer = site.surfer();
    const back = await surfer.goUntil(BEGIN(provider), CALLBACK(provider));
    const query = back.search === '' ? '?code=x' : back.search;
    refused(t, await surfer.go(`${CALLBACK(provider)}${query}x`.replace('state=', 'x=')), failed(provider));
    refused(t, await surfer.go(`${CALLBACK(provider)}?code=c&state=${newSecret()}`), failed(provider));
    refused(t, await surfer.go(`${CALLBACK(provider)}?code=c&state[]=1&state=2`), failed(provider));
    const foreign = PROVIDERS.find((each) => each !== provider) ?? provider;
    const state = await stateOf(foreign, surfer);
    refused(t, await surfer.go(`${CALLBACK(provider)}?code=c&state=${state}`), failed(provider));
  });

  t.test(
    `${CODES[provider]} ${name}: the way back is taken once, in time, and by the browser that began`,
    async (t) => {
      const other = site.surfer();
      other.setCookie(SOCIAL_COOKIE, newSecret());
      refused(t, await other.go(await wayBack(provider, site.surfer())), failed(provider));
      refused(t, await site.surfer().go(await wayBack(provider, site.surfer())), failed(provider));

      const surfer = site.surfer();
      const address = await wayBack(provider, surfer);
      aheadMs = 15 * 60_000 + 1;
      refused(t, await surfer.go(address), failed(provider));
      aheadMs = 0;

      const again = await wayBack(provider, surfer);
      t.ok((await surfer.go(again)).searchParams.has('auth_token'));
      refused(t, await surfer.go(again), failed(provider));
    },
  );

  t.test(`${CODES[provider]} ${name}: a code used before is refused by the provider`, async (t) => {
    const surfer = site.surfer();
    const first = new URL(await wayBack(provider, surfer), HOME);
    await surfer.go(`${first.pathname}${first.search}`);
    const state = await stateOf(provider, surfer);
    first.searchParams.set('state', state);
    refused(t, await surfer.go(`${first.pathname}${first.search}`), failed(provider));
  });

  t.test(`${CODES[provider]} ${name}: a code of another way (stolen, injected) is refused`, async (t) => {
    const thief = site.surfer();
    const stolen = new URL(await wayBack(provider, site.surfer()), HOME);
    stolen.searchParams.set('state', await stateOf(provider, thief));
    refused(t, await thief.go(`${stolen.pathname}${stolen.search}`), failed(provider));
  });

  t.test(`${CODES[provider]} ${name}: a provider that is away is told, and nothing breaks`, async (t) => {
    const message = `${name} cannot be reached right now. Please try again later.`;
    const surfer = site.surfer();
    const address = await wayBack(provider, surfer);
    peer.mood.isAway = true;
    refused(t, await surfer.go(address), message);
    providerDiscovery.provide(deps, createDiscovery());
    if (provider === 'google' || provider === 'apple') {
      refused(t, await surfer.go(BEGIN(provider)), message);
    }
    peer.mood.isAway = false;
    t.ok(
      (await surfer.go(BEGIN(provider))).searchParams.has('auth_token'),
      'and it is asked again afterwards',
    );
  });

  t.test(`${name}: the one-time code holds for 60 seconds, once, in the browser that began`, async (t) => {
    const surfer = site.surfer();
    const landing = await surfer.go(BEGIN(provider));
    const other = site.surfer();
    other.setCookie(SOCIAL_COOKIE, newSecret());
    const stranger = await site.arrive(other, landing);
    t.equal(stranger.session, null);
    refused(t, new URL(stranger.location, HOME), failed(provider));
    t.equal((await site.arrive(surfer, landing)).session, null, 'a stranger’s try has spent it');

    const late = await surfer.go(BEGIN(provider));
    aheadMs = 60_001;
    refused(t, new URL((await site.arrive(surfer, late)).location, HOME), failed(provider));
    aheadMs = 0;

    const good = await surfer.go(BEGIN(provider));
    t.equal((await site.arrive(surfer, good)).location, '/sign_up/social');
    refused(t, new URL((await site.arrive(surfer, good)).location, HOME), failed(provider));
  });
}

for (const provider of ['google', 'apple'] as const) {
  const { mood } = peers[provider];
  const code = CODES[provider];

  t.test(`${code} ${LABELS[provider]}: a wrong nonce, a withdrawn key, an unverified e-mail`, async (t) => {
    mood.nonce = 'another';
    refused(t, await site.surfer().go(BEGIN(provider)), failed(provider));
    mood.nonce = null;

    mood.hasRotatedKeys = true;
    refused(t, await site.surfer().go(BEGIN(provider)), failed(provider));
    mood.hasRotatedKeys = false;

    const { person } = mood;
    mood.person = { ...person, email_verified: provider === 'apple' ? 'false' : false };
    const message = `${LABELS[provider]} has not confirmed your e-mail address. Please confirm it there and try again.`;
    refused(t, await site.surfer().go(BEGIN(provider)), message);
    mood.person = person;
    t.ok((await site.surfer().go(BEGIN(provider))).searchParams.has('auth_token'), 'and all is well again');
  });

  t.test(
    `${LABELS[provider]}: its discovery document is asked for once an hour, its keys every time`,
    async (t) => {
      let now = 0;
      providerDiscovery.provide(deps, createDiscovery({ now: () => now }));
      const { asked } = peers[provider];
      asked.clear();
      await Promise.all([1, 2, 3].map(() => site.surfer().go(BEGIN(provider))));
      t.equal(asked.get('/.well-known/openid-configuration'), 1);
      t.equal(asked.get('/jwks'), 3);
      now = 3_600_001;
      await site.surfer().go(BEGIN(provider));
      t.equal(asked.get('/.well-known/openid-configuration'), 2);
    },
  );
}

t.test('ERR-27 Apple takes no secret that another key has signed', async (t) => {
  const { createAppleKey } = await import('../../../support/openid.ts');
  const other = await startSocialApp();
  other.deps.config = { ...other.deps.config, APPLE_PRIVATE_KEY: createAppleKey().pem };
  refused(t, await other.surfer().go(BEGIN('apple')), failed('apple'));
  other.deps.config = { ...other.deps.config, APPLE_PRIVATE_KEY: 'no key at all' };
  refused(t, await other.surfer().go(BEGIN('apple')), failed('apple'));
  await other.close();
});

for (const provider of ['fb', 'twitter'] as const) {
  t.test(
    `${CODES[provider]} ${LABELS[provider]}: an API that refuses the token or names nobody`,
    async (t) => {
      const { mood } = peers[provider];
      mood.refusesTokens = true;
      refused(t, await site.surfer().go(BEGIN(provider)), failed(provider));
      mood.refusesTokens = false;
      const { person } = mood;
      mood.person = { name: 'nobody' };
      refused(t, await site.surfer().go(BEGIN(provider)), failed(provider));
      mood.person = person;
    },
  );
}

t.test('ERR-29 a provider that takes the question and never answers is given up', async (t) => {
  const surfer = site.surfer();
  const address = await wayBack('twitter', surfer);
  peers.twitter.mood.isSilent = true;
  refused(t, await surfer.go(address), 'Twitter cannot be reached right now. Please try again later.');
  peers.twitter.mood.isSilent = false;
});

t.test('everything is closed', () => site.close());

async function wayBack(provider: Provider, surfer: ReturnType<typeof site.surfer>): Promise<string> {
  const url = await surfer.goUntil(BEGIN(provider), CALLBACK(provider));
  return `${url.pathname}${url.search}`;
}

async function stateOf(provider: Provider, surfer: ReturnType<typeof site.surfer>): Promise<string> {
  const cookie = surfer.cookie(SOCIAL_COOKIE);
  const reply = await site.app.inject({
    url: BEGIN(provider),
    ...(cookie === undefined ? {} : { headers: { cookie: `${SOCIAL_COOKIE}=${cookie}` } }),
  });
  return new URL(String(reply.headers.location)).searchParams.get('state') ?? '';
}
