import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { plainPage, startPageServer } from '../../support/page-server.ts';

t.test('a page is rendered once and then served until it is purged', async (t) => {
  const { get, asked, caches } = startPageServer();
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
  const { get, asked, caches } = startPageServer({
    render: async (request, run) => {
      await gate.promise;
      return plainPage(request, run);
    },
  });
  const all = Array.from({ length: 50 }, () => get('/stories/a').then((reply) => reply.body));
  while (caches.pages.statistics().joined < 49) await new Promise(setImmediate);
  gate.resolve();
  t.equal(new Set(await Promise.all(all)).size, 1);
  t.equal(asked.length, 1);
});

t.test('a failed rendering fails all who wait and is tried again for the next', async (t) => {
  const { get, asked } = startPageServer({
    render: (request, run) => {
      if (run === 1) throw new Error('broken');
      return plainPage(request, run);
    },
  });
  t.equal((await get('/stories/a')).statusCode, 500);
  t.equal((await get('/stories/a')).statusCode, 200);
  t.equal(asked.length, 2);
});

t.test('a visitor who goes away takes nothing from the others', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { app, asked } = startPageServer({
    render: async (request, run) => {
      await gate.promise;
      return plainPage(request, run);
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
  const { get, asked, caches } = startPageServer({
    cdnMaxAgeSeconds: 60,
    render: (request, run) => {
      if (run === 1) caches.purge(['story:1']);
      return plainPage(request, run);
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
  const { get, asked } = startPageServer();
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
  const { get, asked } = startPageServer();
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
  const { app, get, asked } = startPageServer();
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
  const { get, asked } = startPageServer();
  await get('/stories/a');
  for (const query of ['utm_source=x', 'notice=%3Cb%3E', 'page=2', 'a=1&b=2'])
    await get(`/stories/a?${query}`);
  t.equal(asked.length, 1);
  t.strictSame(asked[0], {
    route: 'unknown',
    keptForSome: false,
    path: '/stories/a',
    query: {},
    locale: 'en',
    country: null,
    url: '/stories/a',
    cacheSeconds: undefined,
    isEndless: false,
  });
});

t.test('language and country group make different pages', async (t) => {
  const { get, asked } = startPageServer({
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
  const { get, asked } = startPageServer({
    apiHost: 'api.tsuzuki.example',
    render: (request, run) => (request.path === '/profile/none' ? null : plainPage(request, run)),
  });
  t.equal((await get('/stories/a', {}, 'POST')).statusCode, 404);
  t.equal((await get('/stories/a', { host: 'API.tsuzuki.example' })).body, 'streamed');
  t.equal((await get('/creator/stories')).body, 'streamed');
  t.equal(asked.length, 0);
  t.equal((await get('/profile/none')).body, 'streamed');
});

t.test('logging and onResponse hooks see cached answers too', async (t) => {
  const { app, get } = startPageServer();
  const seen: [string, number][] = [];
  app.addHook('onResponse', async (request, reply) => {
    seen.push([request.url, reply.statusCode]);
  });
  const { headers } = await get('/about');
  await get('/about');
  await get('/about', { 'if-none-match': String(headers.etag) });
  t.strictSame(seen, [
    ['/about', 200],
    ['/about', 200],
    ['/about', 304],
  ]);
});

t.test('a header that cannot be sent fails the rendering and leaves nobody waiting', async (t) => {
  const { get } = startPageServer({
    render: async (request, run) => {
      const page = await plainPage(request, run);
      return page && { ...page, headers: { 'x-title': 'two\r\nlines' } };
    },
  });
  t.equal((await get('/about')).statusCode, 500);
});
