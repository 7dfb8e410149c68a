/** What a reader is shown whose page could not even be begun. */
import { brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import { eventually } from '../../support/eventually.ts';
import { startSite } from '../../support/site.ts';

const MAX_COUNT = 20;
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

t.test('OPS-01 a reader who comes when there is too much to do is shown a page that says so', async (t) => {
  const site = await startSite({
    environment: { REQUESTS_MAX_COUNT: `${MAX_COUNT}`, DATABASE_POOL_SIZE: '2' },
  });
  t.teardown(() => site.close());
  const { app, deps } = site;
  const reader = await site.signUp();
  const get = (url: string, headers: Record<string, string> = browser) =>
    app.inject({ url, headers, remoteAddress: '198.51.100.7' });
  t.equal((await get('/about')).statusCode, 200);

  // Nobody gets to the database, so whatever needs it waits.
  const held = await Promise.all([deps.pool.connect(), deps.pool.connect()]);
  t.teardown(() => held.splice(0).map((client) => client.release()));
  const waiting = Array.from({ length: MAX_COUNT }, () => site.call('GET /auth/my_profile', { as: reader }));
  await eventually('they all wait', () => deps.pool.waitingCount >= MAX_COUNT);

  const english = await get('/stories/ash-street/1');
  t.equal(english.statusCode, 503);
  t.match(english.headers, { 'content-type': /^text\/html/, 'cache-control': 'no-store' });
  t.match(english.headers['retry-after'], /^[2-6]$/);
  t.match(english.headers['content-security-policy'], /style-src/);
  t.match(english.body, /<h1[^>]*>We will be right back\.<\/h1>/);
  t.match(english.body, /<a [^>]*href=""[^>]*>Load again/, 'which leads to where the reader is');
  t.notMatch(english.body, /rel="stylesheet"[^>]*href[^>]*>\s*<meta charset/, 'and needs no file to be seen');

  const german = await get('/de/library', { ...browser, 'accept-encoding': 'br' });
  t.equal(german.headers['content-encoding'], 'br');
  t.match(brotliDecompressSync(german.rawPayload).toString(), /Wir sind gleich wieder da\./);
  t.equal((await app.inject({ method: 'HEAD', url: '/library', headers: browser })).body, '');

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
  for (const client of held.splice(0)) client.release();
  await Promise.all(waiting);
  t.equal((await get('/de/about')).statusCode, 200);

  // Whatever nobody has thought of, before there is a page.
  const { clock } = deps;
  deps.clock = {
    now() {
      throw new Error('a secret detail');
    },
  };
  const cookie = `auth_token=${reader.token}`;
  const broken = await get('/library', { ...browser, cookie });
  deps.clock = clock;
  t.equal(broken.statusCode, 500);
  t.match(broken.body, /Something went wrong on our side\./);
  t.notMatch(broken.body, /secret detail/);
});
