/** How pages depend on the visitor: the locked episode, and every way to sign in and back. */
import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, storyMembers } from '../../../db/schema/index.ts';
import { type Account, PASSWORD } from '../../support/app.ts';
import { mailedPath } from '../../support/mail.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('Mirko Haas');
const story = await addStory(
  author,
  { slug: 'ash-street' },
  { pricing: { type: 'first_free', freeCount: 1, priceCoins: 30 } },
);
for (const number of [1, 2]) {
  await addEpisode(story, number, { publishedAt: new Date('2026-11-01T08:00:00Z') }, { pages: 2 });
}
const [reader, member, administrator] = [
  await site.signUp('Reader'),
  await site.signUp('Member'),
  await site.signUp('Ada Ministra'),
];
await site.makeAdministrator(administrator);
await site.deps.db.insert(storyMembers).values({ storyId: story.id, userId: member.id, role: 'viewer' });

const PREMIUM = '/stories/ash-street/2';
const FREE = '/stories/ash-street/1';
const cookieOf = (as?: Account) => (as === undefined ? {} : { cookie: `auth_token=${as.token}` });
async function get(url: string, as?: Account, headers: Record<string, string> = {}) {
  const reply = await site.app.inject({ url, headers: { ...cookieOf(as), ...headers } });
  const main = /<main\b.*<\/main>/s.exec(reply.body)?.[0] ?? '';
  return { status: reply.statusCode, headers: reply.headers, body: reply.body, main };
}
const post = (url: string, fields: Record<string, string>) =>
  site.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  });
const signInLinks = (html: string): string[] =>
  [...html.matchAll(/href="((?:\/de)?\/(?:sign_in|sign_up|forgotten_password)[^"]*)"/g)].map(
    ([, href = '']) => href,
  );
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
/** Pictures except for thumbnails, which are public and 200 wide. */
const pages = /src="[^"]*\/media\/(?![^"]*-200\.jpg)/;

await t.test('PRI-19 visitors see what a premium episode costs and "Login to Unlock"', async (t) => {
  const { status, main } = await get(PREMIUM);
  t.equal(status, 402);
  t.match(main, 'Login to Unlock');
  t.match(main, '30 coins');
  t.match(main, `href="/sign_in?back=${encodeURIComponent(PREMIUM)}"`);
  t.notMatch(main, 'Tsuzuki app');
  t.notMatch(main, pages);
  const german = await get(`/de${PREMIUM}`);
  t.match(german.main, `href="/de/sign_in?back=${encodeURIComponent(`/de${PREMIUM}`)}"`);
});

await t.test('RDR-17, PRI-18 whoever is signed in is told the price and where coins come from', async (t) => {
  for (const path of [PREMIUM, `${PREMIUM}?success_notice=Welcome`]) {
    const { status, main, headers } = await get(path, reader);
    t.equal(status, 402);
    t.match(main, /<dialog[^>]* open/);
    t.match(textOf(main), /Price 30 coins You have 0 coins Short by 30 coins/);
    t.match(main, 'Coins are sold in the app');
    t.same(signInLinks(main), [], 'no loop through sign-in');
    t.notMatch(main, /<button/, 'nothing that does nothing');
    t.notMatch(main, pages);
    t.equal(headers['cache-control'], 'no-store');
  }
  t.match(textOf((await get(`/de${PREMIUM}`, reader)).main), /Preis 30 Münzen/);
  t.match((await get(PREMIUM)).main, 'Login to Unlock', 'visitors afterwards see their own again');
});

await t.test('RDR-17 the team and administrators read, and nothing of it is kept for others', async (t) => {
  for (const who of [member, administrator]) {
    const { status, main, headers } = await get(PREMIUM, who);
    t.equal(status, 200);
    t.equal(headers['cache-control'], 'no-store');
    t.equal(headers.etag, undefined);
    const signed = [...main.matchAll(/src="([^"]*\/media\/[^"]*)"/g)].map(([, src = '']) => src);
    t.ok(signed.length > 0, 'its pages are there');
    for (const src of signed) t.match(src, /[?&](?:amp;)?\w+=/, 'by signed addresses');
    t.notMatch(main, 'data-episode-id', 'a look from the team is no reading');
  }
  t.equal((await get(PREMIUM)).status, 402);
  t.equal((await get(PREMIUM, reader)).status, 402);
});

await t.test('a free episode is the same page for all, from memory', async (t) => {
  const first = await get(FREE);
  for (const who of [reader, member]) {
    const own = await get(FREE, who);
    t.equal(own.status, 200);
    t.equal(own.headers.etag, first.headers.etag);
    t.equal(own.body, first.body);
  }
  const known = await get(FREE, reader, { 'if-none-match': String(first.headers.etag) });
  t.equal(known.status, 304);
});

await t.test('many at once each get what is theirs', async (t) => {
  const asked = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const who = [undefined, reader, member][index % 3];
      return { who, ...(await get(PREMIUM, who)) };
    }),
  );
  for (const { who, main } of asked) {
    if (who === member) t.match(main, pages);
    else t.match(main, who === reader ? 'You have' : 'Login to Unlock');
  }
});

await t.test('a session that no longer holds, or none at all, is a visitor', async (t) => {
  for (const token of ['x', 'A'.repeat(43)]) {
    const reply = await site.app.inject({ url: PREMIUM, headers: { cookie: `auth_token=${token}` } });
    t.equal(reply.statusCode, 402);
    t.match(reply.body, 'Login to Unlock');
  }
});

await t.test('what the team may read of a premium episode is no more than what is published', async (t) => {
  const { db } = site.deps;
  await db.update(stories).set({ deletedAt: new Date() }).where(eq(stories.id, story.id));
  site.caches.purge(['all']);
  t.equal((await get(PREMIUM, member)).status, 404);
  await db.update(stories).set({ deletedAt: null }).where(eq(stories.id, story.id));
  site.caches.purge(['all']);
});

await t.test(
  'ACC-53 every link to sign in, sign up and forgotten passwords carries the way back',
  async (t) => {
    const places = ['/', '/stories/ash-street', PREMIUM, '/profile/mirko-haas', '/no/such/page'];
    for (const place of places) {
      for (const path of [place, place === '/' ? '/de' : `/de${place}`]) {
        const links = signInLinks((await get(path)).body);
        if (place !== FREE) t.ok(links.length > 0, path);
        for (const link of links) t.match(link, /[?&]back=%2F/, `${path}: ${link}`);
      }
    }
    const header = signInLinks((await get('/de/stories/ash-street?order=newest')).body)[0];
    t.equal(header, `/de/sign_in?back=${encodeURIComponent('/de/stories/ash-street?order=newest')}`);
    const back = encodeURIComponent(PREMIUM);
    for (const page of [
      '/sign_in',
      '/sign_up',
      '/forgotten_password',
      '/reset_password',
      '/reset_password?token=x',
    ]) {
      const links = signInLinks((await get(`${page}${page.includes('?') ? '&' : '?'}back=${back}`)).body);
      for (const link of links) t.ok(link.endsWith(`back=${back}`), `${page}: ${link}`);
      t.ok(links.length > 0, page);
    }
  },
);

/** Return address that the page of a refused form sends next time. */
const backIn = (body: string): string | undefined => /name="_back" value="([^"]+)"/.exec(body)?.[1];

await t.test('ACC-53 the way back holds through a wrong password, without script', async (t) => {
  const wrong = await post('/api/auth/mail', { email: reader.email, password: 'wrong', _back: PREMIUM });
  t.match(wrong.body, '<html lang="en"', 'the form comes back as it was sent');
  t.equal(backIn(wrong.body), PREMIUM);
  const right = await post('/api/auth/mail', { email: reader.email, password: PASSWORD, _back: PREMIUM });
  t.equal(right.headers.location, PREMIUM);
});

await t.test('ACC-53 the way back holds through sign-up, without script', async (t) => {
  const fields = {
    email: 'new@example.org',
    password: PASSWORD,
    date_of_birth: '1990-01-31',
    _back: PREMIUM,
  };
  const half = await post('/api/users', fields);
  t.equal(backIn(half.body), PREMIUM);
  const whole = await post('/api/users', { ...fields, display_name: 'New' });
  t.match(whole.headers.location, /^\/stories\/ash-street\/2\?success_notice=/);
});

await t.test('ACC-53 the way back holds through a mailed link, without script', async (t) => {
  const asked = await post('/api/forgotten_passwords', { email: reader.email, back: `/de${PREMIUM}` });
  t.equal(
    new URL(String(asked.headers.location), 'http://x').searchParams.get('back'),
    `/de${PREMIUM}`,
    'for who remembers after all',
  );
  await site.runJobs();
  const link = new URL(await mailedPath(site, reader.email), 'http://x');
  t.equal(link.searchParams.get('back'), `/de${PREMIUM}`);
  t.match((await get(link.pathname + link.search)).body, `name="_back" value="/de${PREMIUM}"`);
  const token = link.searchParams.get('token') ?? '';
  const fields = { token, _back: `/de${PREMIUM}`, password: 'seven grey herons' };
  const differs = await post('/api/user/reset_passwords', { ...fields, password_confirmation: 'other' });
  t.equal(backIn(differs.body), `/de${PREMIUM}`);
  const set = await post('/api/user/reset_passwords', { ...fields, password_confirmation: fields.password });
  const signIn = new URL(String(set.headers.location), 'http://x');
  t.equal(signIn.pathname, '/sign_in');
  t.equal(signIn.searchParams.get('back'), `/de${PREMIUM}`);
});

await t.test('ACC-53 only paths of this site are ways back, and no calls', async (t) => {
  const longest = `/search/${'a'.repeat(900)}`;
  const kept = await post('/api/auth/mail', { email: member.email, password: 'wrong', _back: longest });
  t.equal(backIn(kept.body), longest);
  for (const place of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/\u0000/evil.example',
    '/%5cevil.example',
    '/%2fevil.example',
    'https://evil.example',
    'evil.example',
    '/api/auth/google?social_action=connecting',
    '/API/auth/google',
    '/%61pi/auth/google',
    '/x/../api/auth/google',
    '/%',
    `/${'a'.repeat(1001)}`,
  ]) {
    const refused = await post('/api/auth/mail', { email: member.email, password: 'wrong', _back: place });
    t.equal(backIn(refused.body), undefined, place);
    const page = await get(`/sign_in?back=${encodeURIComponent(place)}`, member);
    t.equal(page.headers.location, '/creator/stories', place);
  }
});

const send = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port: site.port });
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
    socket.write(text);
  });

await t.test('a whole address, two hosts or none are 400, for pages from memory too', async (t) => {
  const fine = await send(`GET ${FREE} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  t.match(fine, /^HTTP\/1\.1 200 /);
  for (const path of [FREE, '/', '/api/timezones', '/healthz']) {
    for (const [what, head] of [
      ['a whole address', `GET http://localhost${path} HTTP/1.1\r\nHost: localhost`],
      ['another’s address', `GET http://evil.example${path} HTTP/1.1\r\nHost: localhost`],
      ['two hosts', `GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example`],
      ['the same host twice', `GET ${path} HTTP/1.1\r\nHost: localhost\r\nhOsT: localhost`],
      ['no host', `GET ${path} HTTP/1.1\r\nAccept: */*`],
      ['a star', 'OPTIONS * HTTP/1.1\r\nHost: localhost'],
    ] as const) {
      t.match(await send(`${head}\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 400 /, `${what}: ${path}`);
    }
  }
  const told = await send(`GET http://x${FREE} HTTP/1.1\r\nHost: x\r\n\r\n`);
  t.match(told, '"code":"malformed_request"');
  t.match(told, /connection: close/i);
});

await site.close();
