/** The page for readers when rendering fails before it begins. */
import { brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import type { Account } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { visitPlainly } from '../../support/plain.ts';
import { type Site, startSite } from '../../support/site.ts';

const MAX_COUNT = 20;
const environment = { REQUESTS_MAX_COUNT: `${MAX_COUNT}`, DATABASE_POOL_SIZE: '2' };
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Takes all database connections, so that requests wait. Calling the result releases them. */
async function fill({ deps, call }: Site, as: Account): Promise<() => Promise<unknown>> {
  const held = await Promise.all([deps.pool.connect(), deps.pool.connect()]);
  const waiting = Array.from({ length: MAX_COUNT }, () => call('GET /auth/my_profile', { as }));
  await eventually('they all wait', () => deps.pool.waitingCount >= MAX_COUNT);
  return () => {
    for (const client of held.splice(0)) client.release();
    return Promise.all(waiting);
  };
}

t.test('OPS-01 a reader who comes when there is too much to do is shown a page that says so', async (t) => {
  const site = await startSite({ environment });
  t.teardown(() => site.close());
  const { app, deps } = site;
  const reader = await site.signUp();
  const get = (url: string, headers: Record<string, string> = browser) =>
    app.inject({ url, headers, remoteAddress: '198.51.100.7' });
  t.equal((await get('/about')).statusCode, 200);

  const letGo = await fill(site, reader);
  t.teardown(letGo);

  const english = await get('/stories/ash-street/1');
  t.equal(english.statusCode, 503);
  t.match(english.headers, { 'content-type': /^text\/html/, 'cache-control': 'no-store' });
  t.match(english.headers['retry-after'], /^[2-6]$/);
  t.match(english.headers['content-security-policy'], /style-src/);
  t.match(english.body, /<h1[^>]*>We will be right back\.<\/h1>/);
  t.match(english.body, /<a [^>]*href=""[^>]*>Reload page/, 'which leads to where the reader is');
  const current = /<a [^>]*aria-current="page"/;
  t.notMatch(english.body, current, 'and no page of the menu is said to be that');
  t.match((await get('/genres')).body, /<h1[^>]*>We will be right back/, 'wherever it is');
  t.notMatch(english.body, /rel="?stylesheet/, 'and needs no file to be seen');

  const german = await get('/de/library', { ...browser, 'accept-encoding': 'br' });
  t.equal(german.headers['content-encoding'], 'br');
  t.match(brotliDecompressSync(german.rawPayload).toString(), /Wir sind gleich wieder da\./);
  t.equal((await app.inject({ method: 'HEAD', url: '/library', headers: browser })).body, '');

  t.match((await get('/no/such/page')).headers, { 'content-type': /^text\/html/ }, 'who knows what is there');

  const send = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/forgotten_passwords',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'email=reader%40tsuzuki.test',
      remoteAddress: '198.51.100.7',
    });
  const sent = await send({ ...browser, 'accept-language': 'de' });
  t.equal(sent.statusCode, 503);
  t.match(sent.headers, { 'content-type': /^text\/html/, 'cache-control': 'no-store' });
  t.match(sent.headers['retry-after'], /^[2-6]$/);
  t.match(sent.body, /Dein Browser schickt dann noch einmal ab/);
  t.notMatch(sent.body, /href=""/, 'no link opens the address of a call');
  t.equal((await send({ accept: 'application/json' })).json().code, 'overloaded');

  for (const [url, headers] of [
    ['/api/stories/ash-street', browser],
    ['/stories/ash-street', { accept: 'application/json' }],
    ['/blog/feed.xml', { accept: 'application/atom+xml' }],
  ] as const) {
    const reply = await get(url, headers);
    t.equal(reply.statusCode, 503, url);
    t.equal(reply.json().code, 'overloaded', 'programs read our form');
  }
  t.equal((await get('/about')).statusCode, 200, 'a page that is kept is served on');
  await letGo();
  t.equal((await get('/de/about')).statusCode, 200);

  // An unexpected error before rendering.
  const { clock } = deps;
  const failWith = (error: Error): void => {
    deps.clock = {
      now() {
        throw error;
      },
    };
  };
  const cookie = `auth_token=${reader.token}`;
  failWith(new Error('a secret detail'));
  const broken = await get('/library', { ...browser, cookie });
  failWith(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  const full = await send(browser);
  deps.clock = clock;
  t.equal(broken.statusCode, 500);
  t.match(broken.body, /Something went wrong on our side\./);
  t.notMatch(broken.body, /secret detail/);
  t.equal(full.statusCode, 507);
  t.match(full.body, /We have no space left to save this\..*send what you typed again/s);
});

t.test('ERR-11 a form that met an overload is sent once more by loading its answer anew', async (t) => {
  const site = await startSite({ environment });
  t.teardown(() => site.close());
  const reader = await site.signUp();
  const visitor = visitPlainly(site.app, { headers: browser });
  await visitor.goto('/forgotten_password');
  visitor.fill('E-mail', reader.email);

  const letGo = await fill(site, reader);
  t.teardown(letGo);
  t.equal(await visitor.press(visitor.document().querySelector('main [type=submit]') as HTMLElement), 503);
  t.ok(visitor.get('heading', 'We will be right back.'));
  await letGo();
  t.equal(await visitor.again(), 200);
  t.match(visitor.at(), '/sign_in?success_notice=', 'and what was typed arrives');
});
