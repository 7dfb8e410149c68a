import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import t from 'tap';
import { createCaches } from '../../../server/cache/caches.ts';
import type { PublicPage, PublicPageRequest } from '../../../server/cache/public-page.ts';
import { type PageCacheOptions, pageCachePlugin } from '../../../server/plugins/page-cache.ts';

const html = (text: string) =>
  Buffer.from(`<!doctype html><title>${text}</title>${'<p>panel</p>'.repeat(200)}`);

type Render = (request: PublicPageRequest, run: number) => Promise<PublicPage | null> | PublicPage | null;

const plain: Render = (request, run) => ({
  status: 200,
  headers: { 'content-security-policy': "script-src 'self'" },
  body: html(`${request.url} ${run}`),
  tags: ['story:1'],
});

function setUp({
  render = plain,
  ...options
}: { render?: Render } & Partial<Omit<PageCacheOptions, 'render'>> = {}) {
  const caches = createCaches({ pageMib: 2, pictureMib: 1 });
  caches.enable();
  const app = Fastify();
  const asked: PublicPageRequest[] = [];
  pageCachePlugin(app, {
    cache: caches.pages,
    cdnMaxAgeSeconds: 0,
    ...options,
    render: async (request) => {
      asked.push(request);
      return render(request, asked.length);
    },
  });
  app.get('/*', async () => 'streamed');
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url, headers });
  return { app, caches, asked, get };
}

t.test('a page is rendered once and then served until it is purged', async (t) => {
  const { get, asked, caches } = setUp();
  const first = await get('/stories/a');
  const second = await get('/stories/a');
  t.equal(first.statusCode, 200);
  t.equal(first.headers['content-type'], 'text/html; charset=utf-8');
  t.equal(first.headers['cache-control'], 'public, max-age=0, must-revalidate');
  t.equal(first.headers['content-security-policy'], "script-src 'self'");
  t.equal(first.headers.vary, 'accept-encoding');
  t.equal(first.headers['cache-tag'], undefined);
  t.equal(second.body, first.body);
  t.equal(asked.length, 1);
  caches.purge(['story:1']);
  t.not((await get('/stories/a')).body, first.body, 'the next answer after a purge is a new rendering');
  t.equal(asked.length, 2);
});

t.test('fifty requests for a missing page share one rendering', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { get, asked, caches } = setUp({
    render: async (request, run) => {
      await gate.promise;
      return plain(request, run);
    },
  });
  const all = Array.from({ length: 50 }, () => get('/stories/a').then((reply) => reply.body));
  while (caches.pages.statistics().joined < 49) await new Promise(setImmediate);
  gate.resolve();
  t.equal(new Set(await Promise.all(all)).size, 1);
  t.equal(asked.length, 1);
});

t.test('a failed rendering fails all who wait and is tried again for the next', async (t) => {
  const { get, asked } = setUp({
    render: (request, run) => {
      if (run === 1) throw new Error('broken');
      return plain(request, run);
    },
  });
  t.equal((await get('/stories/a')).statusCode, 500);
  t.equal((await get('/stories/a')).statusCode, 200);
  t.equal(asked.length, 2);
});

t.test('a visitor who goes away takes nothing from the others', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { app, asked } = setUp({
    render: async (request, run) => {
      await gate.promise;
      return plain(request, run);
    },
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const leaving = new AbortController();
  const gone = fetch(`${address}/stories/a`, { signal: leaving.signal });
  const rejected = t.rejects(gone);
  while (asked.length === 0) await new Promise(setImmediate);
  const staying = fetch(`${address}/stories/a`);
  leaving.abort();
  await rejected;
  gate.resolve();
  t.equal((await staying).status, 200);
  t.equal((await fetch(`${address}/stories/a`)).status, 200);
  t.equal(asked.length, 1);
});

t.test('a rendering that a purge overtook is answered but not kept, nor by a CDN', async (t) => {
  const { get, asked, caches } = setUp({
    cdnMaxAgeSeconds: 60,
    render: (request, run) => {
      if (run === 1) caches.purge(['story:1']);
      return plain(request, run);
    },
  });
  const stale = await get('/stories/a');
  t.equal(stale.statusCode, 200);
  t.equal(stale.headers['cache-control'], 'private, no-cache');
  t.equal(stale.headers['cache-tag'], undefined);
  const fresh = await get('/stories/a');
  t.equal(asked.length, 2);
  t.match(fresh.headers['cache-control'], /s-maxage=60/);
});

t.test('each encoding has its own bytes and entity tag, and a known tag is answered by 304', async (t) => {
  const { get, asked } = setUp();
  const identity = await get('/');
  const br = await get('/', { 'accept-encoding': 'gzip, br' });
  const gzip = await get('/', { 'accept-encoding': 'gzip' });
  t.equal(br.headers['content-encoding'], 'br');
  t.equal(gzip.headers['content-encoding'], 'gzip');
  t.equal(identity.headers['content-encoding'], undefined);
  t.equal(brotliDecompressSync(br.rawPayload).toString(), identity.body);
  t.equal(gunzipSync(gzip.rawPayload).toString(), identity.body);
  t.equal(new Set([identity, br, gzip].map((reply) => reply.headers.etag)).size, 3);
  for (const reply of [identity, br, gzip]) {
    t.match(reply.headers.etag, /^"[\w-]+"$/, 'strong');
    t.equal(reply.headers['content-length'], String(reply.rawPayload.length));
    t.equal(reply.headers.vary, 'accept-encoding');
  }
  const known = await get('/', { 'accept-encoding': 'br', 'if-none-match': `"x", ${br.headers.etag}` });
  t.equal(known.statusCode, 304);
  t.equal(known.rawPayload.length, 0);
  t.match(known.headers, {
    etag: br.headers.etag,
    vary: 'accept-encoding',
    'cache-control': /must-revalidate/,
  });
  t.equal((await get('/', { 'if-none-match': String(br.headers.etag) })).statusCode, 200, 'another encoding');
  t.equal(asked.length, 1);
});

t.test('a page in demand is compressed better, and the earlier tag still stands for it', async (t) => {
  const { get, asked } = setUp();
  const first = await get('/', { 'accept-encoding': 'br' });
  let latest = first;
  while (latest.headers.etag === first.headers.etag) {
    await new Promise(setImmediate);
    latest = await get('/', { 'accept-encoding': 'br' });
  }
  t.ok(latest.rawPayload.length < first.rawPayload.length);
  t.strictSame(brotliDecompressSync(latest.rawPayload), brotliDecompressSync(first.rawPayload));
  t.equal(latest.headers['content-length'], String(latest.rawPayload.length));
  const known = await get('/', { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) });
  t.equal(known.statusCode, 304);
  t.equal(asked.length, 1);
});

t.test('HEAD has the headers of GET and no body', async (t) => {
  const { app, get, asked } = setUp();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const head = await fetch(`${address}/about`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'identity' },
  });
  const full = await get('/about');
  t.equal(await head.text(), '');
  t.equal(head.headers.get('content-length'), full.headers['content-length']);
  t.equal(head.headers.get('etag'), full.headers.etag);
  t.equal(asked.length, 1, 'what HEAD rendered serves GET');
});

t.test('unknown parameters neither reach the renderer nor make another entry', async (t) => {
  const { get, asked } = setUp();
  await get('/stories/a');
  for (const query of ['utm_source=x', 'success_notice=%3Cb%3E', 'page=2', 'a=1&b=2'])
    await get(`/stories/a?${query}`);
  t.equal(asked.length, 1);
  t.strictSame(asked[0], { path: '/stories/a', query: {}, locale: 'en', country: null, url: '/stories/a' });
});

t.test('language and country group make different pages', async (t) => {
  const { get, asked } = setUp({
    country: (request) => String(request.headers['x-country'] ?? '') || null,
    countryHeaders: ['x-country'],
  });
  await get('/');
  t.match((await get('/de')).headers.vary, 'accept-encoding, x-country');
  await get('/', { 'x-country': 'DE' });
  await get('/', { 'x-country': 'DE' });
  t.strictSame(
    asked.map(({ locale, country }) => [locale, country]),
    [
      ['en', null],
      ['de', null],
      ['en', 'DE'],
    ],
  );
});

t.test('other methods, other hosts and pages that the renderer disowns go on', async (t) => {
  const { get, asked } = setUp({
    apiHost: 'api.tsuzuki.example',
    render: (request, run) => (request.path === '/profile/none' ? null : plain(request, run)),
  });
  t.equal((await get('/stories/a', {}, 'POST')).statusCode, 404);
  t.equal((await get('/stories/a', { host: 'API.tsuzuki.example' })).body, 'streamed');
  t.equal((await get('/creator/stories')).body, 'streamed');
  t.equal(asked.length, 0);
  t.equal((await get('/profile/none')).body, 'streamed');
});

t.test('what is not for everybody is never kept', async (t) => {
  const odd: Record<string, Partial<PublicPage>> = {
    '/stories/cookie': { headers: { 'set-cookie': 'auth_token=secret' } },
    '/stories/inline': { body: Buffer.from('<script>alert(1)</script>') },
    '/stories/missing': { status: 404 },
    '/stories/moved': { status: 301, headers: { location: '/stories/new' }, body: Buffer.alloc(0) },
    '/stories/elsewhere': { status: 451 },
  };
  const { get, asked, caches } = setUp({
    cdnMaxAgeSeconds: 60,
    render: async (request, run) => {
      const page = await plain(request, run);
      return page && { ...page, ...odd[request.path] };
    },
  });
  for (const [path, { status = 200 }] of Object.entries(odd)) {
    for (const _ of [1, 2]) {
      const reply = await get(path, { 'accept-encoding': 'br' });
      t.equal(reply.statusCode, status, path);
      t.equal(reply.headers['cache-control'], 'private, no-cache', path);
      t.equal(reply.headers['set-cookie'], undefined, 'no cookie reaches those who share a rendering');
    }
  }
  t.equal((await get('/stories/moved')).headers.location, '/stories/new');
  t.equal(asked.length, 11);
  t.equal(caches.pages.statistics().entries, 0);
});

t.test('a flood of made-up addresses pushes nothing out', async (t) => {
  const { get, caches, asked } = setUp({
    render: async (request, run) => {
      const page = await plain(request, run);
      return page && { ...page, status: request.path.startsWith('/stories/made-up') ? 404 : 200 };
    },
  });
  await get('/stories/real');
  for (let count = 0; count < 300; count += 1) {
    await get(`/stories/made-up-${count}`);
    await get(`/search/phrase-${count}?page=${count + 1}`);
  }
  t.equal(caches.pages.statistics().entries, 1);
  const before = asked.length;
  await get('/stories/real');
  t.equal(asked.length, before);
  await get('/search/moon');
  await get('/search/moon');
  await get('/search/moon');
  t.equal(asked.length, before + 2, 'a search that is asked for again is kept');
});

t.test('with a CDN the page names how long and by which tags, and never outlives its moment', async (t) => {
  let nowMs = Date.parse('2026-11-20T10:00:00Z');
  const now = () => new Date(nowMs);
  const { get } = setUp({
    cdnMaxAgeSeconds: 300,
    now,
    render: async (request, run) => {
      const page = await plain(request, run);
      const validUntil = request.path === '/' ? new Date('2026-11-20T10:02:00Z') : undefined;
      return page && { ...page, tags: ['landing', 'story:1'], validUntil };
    },
  });
  const lasting = await get('/about');
  t.equal(lasting.headers['cache-control'], 'public, max-age=0, s-maxage=300, stale-while-revalidate=60');
  t.equal(lasting.headers['cache-tag'], 'landing,story:1');
  t.equal((await get('/')).headers['cache-control'], 'public, max-age=0, s-maxage=120');
  nowMs += 90_500;
  t.equal((await get('/')).headers['cache-control'], 'public, max-age=0, s-maxage=29');
});
