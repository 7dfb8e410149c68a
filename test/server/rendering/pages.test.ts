import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import t from 'tap';
import { startWeb } from '../../support/web.ts';

const page = (body: string, imports = '') => `${imports}
export default function Page({ data }) { return <main id="main">${body}</main>; }`;
const data = (body: string, imports = '') => `import { pageData, moved } from '../layout/data.ts';
import * as errors from '#server/lib/errors.ts';
${imports}
export const data = pageData(async (request) => { ${body} });`;
const isPublic = `export default { public: { params: { slug: /^[a-z]+$/ }, query: {} } };`;

const web = await startWeb({
  viewerOf: () => ({ id: '1', displayName: '</script><b>Jule', publisher: true }) as never,
  countryOf: (request) => String(request.headers['x-country'] ?? '') || null,
  files: {
    'pages/index/+config.ts': isPublic,
    'pages/index/+data.ts': data(
      `return { head: { title: 'Discover <all>', description: 'a "quoted" text', image: { address: '/cover.jpg', width: 640, height: 640, alt: 'Cover of "all"' } }, tags: ['landing'], viewer: request.reader, country: request.country };`,
    ),
    'pages/index/+Page.tsx': page('<p id="who">{JSON.stringify(data.viewer)} {data.country}</p>'),
    'pages/stories/@slug/+config.ts': isPublic,
    'pages/stories/@slug/+data.ts': data(
      `if (request.params.slug === 'old') throw moved(request, '/stories/new');
       if (request.params.slug === 'away') throw errors.unavailableForLegalReasons('story_not_available');
       if (request.params.slug === 'gone') throw errors.notFound('not_found');
       if (request.params.slug === 'broken') throw new Error('secret detail');
       if (request.params.slug === 'paused') throw errors.unavailable('service_unavailable', { retryAfterSeconds: 7 });
       return { head: { title: request.params.slug, canonicalPath: '/stories/' + request.params.slug } };`,
    ).replaceAll("'../", "'../../"),
    'pages/stories/@slug/+Page.tsx': page('{data.head.title}'),
    'pages/scripted/+config.ts': isPublic,
    'pages/scripted/+data.ts': data(`return { head: { title: 'x' } };`),
    'pages/scripted/+Page.tsx': page('<script dangerouslySetInnerHTML={{ __html: "1" }} />'),
    'pages/slow/+data.ts': data(
      `const late = new Promise((resolve) => globalThis.releaseSlow = () => resolve('late words'));
       return { head: { title: 'slow' }, late };`,
    ),
    'pages/slow/+Page.tsx': page(
      '<h1>first</h1><Suspense fallback={<i>waiting</i>}><Late of={data.late} /></Suspense>',
      `import { Suspense, use } from 'react'; function Late({ of }) { return <b>{use(of)}</b>; }`,
    ),
    'pages/mine/+config.ts': `export default { layout: 'console' };`,
    'pages/mine/+data.ts': data(
      `if (request.query.has('who')) throw errors.unauthorized('sign_in_required');
       if (request.query.has('not')) throw errors.forbidden('administrators_only');
       return { head: { title: 'Mine' } };`,
    ),
    'pages/mine/+Page.tsx': page('<h1>Mine</h1>').replaceAll('main', 'div'),
  },
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(web.origin + path, { redirect: 'manual', headers: { 'accept-encoding': 'identity', ...headers } });

await t.test(
  'I18-01 I18-03 I18-05 a path without a prefix is English, with canonical and alternates',
  async (t) => {
    const response = await get('/');
    const html = await response.text();
    t.equal(response.status, 200);
    t.match(html, '<!doctype html><html lang="en">');
    t.match(html, '<title>Discover &lt;all&gt; · Tsuzuki</title>');
    t.match(html, '<meta name="description" content="a &quot;quoted&quot; text">');
    t.match(html, '<link rel="canonical" href="https://tsuzuki.example/">');
    t.match(html, '<link rel="alternate" hreflang="de" href="https://tsuzuki.example/de">');
    t.match(html, '<link rel="alternate" hreflang="x-default" href="https://tsuzuki.example/">');
    t.match(html, '<meta property="og:image" content="https://tsuzuki.example/cover.jpg">');
  },
);

await t.test('I18-04 I18-06 /de is the same route in German', async (t) => {
  const html = await (await get('/de/stories/a')).text();
  t.match(html, '<html lang="de">');
  t.match(html, 'href="https://tsuzuki.example/de/stories/a"');
  t.match(html, '>Anmelden<');
  t.match(html, /href="\/de\/sign_in[?"]/);
  t.match(html, 'href="/stories/a" hrefLang="en"', 'HDR-20 the other language leads to the same page');
  t.equal((await get('/dev')).status, 404, 'only /de itself is the prefix');
  t.equal((await get('/de')).status, 200);
});

await t.test('a public page is the same for everyone and runs no inline script', async (t) => {
  const response = await get('/', { 'x-country': 'DE' });
  const html = await response.text();
  t.match(html, '<p id="who">null<!-- --> <!-- -->DE</p>');
  t.notMatch(html, /Jule/);
  const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  t.ok(scripts.length > 0 && scripts.every((tag) => tag.includes('src="/assets/')), 'only files of ours');
  const policy = response.headers.get('content-security-policy') ?? '';
  t.match(policy, "default-src 'none'");
  t.match(policy, /script-src 'self' 'sha256-[\w+/]{43}=';/);
  t.equal(response.headers.get('x-content-type-options'), 'nosniff');
  t.match(response.headers.get('strict-transport-security') ?? '', 'max-age=');
});

await t.test('a public page with an inline script is refused', async (t) => {
  await t.rejects(web.pages.renderPublic({ url: '/scripted', country: null }), /inline script/);
  const response = await get('/scripted');
  t.equal(response.status, 500);
  await response.text();
});

await t.test('the page cache gets whole pages with their tags', async (t) => {
  t.ok(web.pages.publicAddress('/'));
  t.ok(web.pages.publicAddress('/de?x=1'));
  t.ok(web.pages.publicAddress('/de/stories/x'));
  t.notOk(web.pages.publicAddress('/mine'));
  t.notOk(web.pages.publicAddress('/stories'));
  const whole = await web.pages.renderPublic({ url: '/', country: 'FR' });
  t.equal(whole.status, 200);
  t.same(whole.tags, ['landing']);
  t.match(whole.body.toString(), /FR<\/p>.*<\/html>$/s);
  const old = await web.pages.renderPublic({ url: '/de/stories/old', country: null });
  t.equal(old.status, 301);
  t.equal(old.headers.location, '/de/stories/new');
  t.equal(old.body.length, 0);
});

await t.test('refusals become pages with their status', async (t) => {
  for (const [path, status, text] of [
    ['/nowhere', 404, 'This page was torn out.'],
    ['/de/nowhere', 404, 'Diese Seite ist herausgerissen.'],
    ['/stories/gone', 404, 'This page was torn out.'],
    ['/stories/away', 451, 'This story is not available in your country'],
    ['/stories/paused', 503, 'We will be right back.'],
    ['/stories/broken', 500, 'Something went wrong on our side.'],
  ] as const) {
    const response = await get(path);
    const html = await response.text();
    t.equal(response.status, status, path);
    t.match(html, text, path);
    t.match(html, '<meta name="robots" content="noindex">', path);
    t.notMatch(html, /secret detail/, 'nothing leaks');
    if (status === 503) t.equal(response.headers.get('retry-after'), '7');
  }
  t.match(web.errors, [{ err: { message: 'secret detail' } }], 'the unknown is logged, refusals are not');
});

await t.test('hostile addresses get an answer, never a failure', async (t) => {
  for (const path of [
    '/%',
    '/%00',
    '/%E0%A4%A',
    '//evil.example/x',
    '/de//',
    '/..%2f..%2fetc',
    '/\\x',
    `/${'a'.repeat(4000)}`,
    '/?%',
  ]) {
    const { statusCode } = await web.app.inject({ url: path });
    t.ok(statusCode < 500, `${path.slice(0, 30)}: ${statusCode}`);
  }
});

await t.test('tidied addresses stay on this site', async (t) => {
  for (const path of [
    '//evil.example/',
    '//evil.example/x/',
    '/de//evil.example/',
    '/\\\\evil.example/',
    '/stories/a/?x=1',
  ]) {
    const { headers } = await web.app.inject({ url: path });
    const target = headers.location && new URL(String(headers.location), 'http://here');
    if (target) t.equal(target.host, 'here', `${path} → ${headers.location}`);
  }
  const tidy = await web.app.inject({ url: '/stories/a/?x=1' });
  t.equal(tidy.statusCode, 301);
  t.equal(tidy.headers.location, '/stories/a?x=1');
});

await t.test('ERR-03 ERR-04 a 401 leads to sign in with the message and the way back', async (t) => {
  const response = await get('/de/mine?who=1');
  t.equal(response.status, 302);
  const location = new URL(response.headers.get('location') ?? '', web.origin);
  t.equal(location.pathname, '/de/sign_in');
  t.equal(location.searchParams.get('back'), '/de/mine?who=1');
  t.ok(location.searchParams.get('error_notice'));
  t.equal(await response.text(), '');
});

await t.test('ERR-05 ERR-06 a 403 leads to the created stories with the message', async (t) => {
  const response = await get('/mine?not=1');
  const location = new URL(response.headers.get('location') ?? '', web.origin);
  t.equal(location.pathname, '/creator/stories');
  t.ok(location.searchParams.get('error_notice'));
});

await t.test('a private page streams with a fresh nonce and is never stored', async (t) => {
  const policies = [];
  for (let i = 0; i < 2; i++) {
    const response = await get('/mine');
    policies.push(response.headers.get('content-security-policy'));
    t.equal(response.headers.get('cache-control'), 'no-store');
    const html = await response.text();
    t.match(html, '&lt;/script&gt;&lt;b&gt;Jule', 'names are text');
    t.notMatch(html, '</script><b>Jule');
    t.match(html, 'Publisher', 'HDR-26');
    t.match(html, 'noindex');
  }
  t.match(policies[0], /script-src 'self' 'nonce-[\w+/=]{20,}'/);
  t.not(policies[0], policies[1]);
});

await t.test('what is ready is sent at once, what is late follows', async (t) => {
  const response = await get('/slow', { 'accept-encoding': 'br' });
  t.equal(response.headers.get('content-encoding'), 'br');
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const next = async () => {
    const chunk = await reader?.read();
    return chunk?.value === undefined ? null : decoder.decode(chunk.value, { stream: true });
  };
  let html = '';
  while (!html.includes('waiting')) html += await next();
  t.match(html, '<h1>first</h1>');
  t.notMatch(html, 'late words');
  (globalThis as unknown as { releaseSlow(): void }).releaseSlow();
  for (let text = await next(); text !== null; text = await next()) html += text;
  t.match(html, 'late words');
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag);
  t.ok(inline.length > 0);
  t.ok(
    inline.every((tag) => tag.includes(`nonce="${nonce}"`)),
    'the inline parts carry the nonce',
  );
});

await t.test('a reader who leaves ends the rendering, and nothing is logged', async (t) => {
  const release = globalThis as unknown as { releaseSlow(): void };
  const before = web.errors.length;
  for (const encoding of ['br', 'gzip', 'identity']) {
    const gone = new Promise((resolve) => {
      web.app.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const request = httpGet({
      agent: false,
      port: Number(new URL(web.origin).port),
      path: '/slow',
      headers: { 'accept-encoding': encoding },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');
    request.destroy();
    await gone;
    release.releaseSlow();
  }
  t.equal((await get('/stories/a')).status, 200, 'the server goes on');
  t.equal(web.errors.length, before);
});

await t.test('a crawler gets the page complete', async (t) => {
  const answer = get('/slow', { 'user-agent': 'Googlebot/2.1' });
  const release = globalThis as unknown as { releaseSlow(): void };
  release.releaseSlow = () => {};
  const before = release.releaseSlow;
  while (release.releaseSlow === before) await new Promise((resolve) => setImmediate(resolve));
  release.releaseSlow();
  const html = await (await answer).text();
  t.match(html, /<b>late words<\/b>/);
  t.notMatch(html, 'waiting');
});

await t.test('ERR-12 ERR-13 notices are shown without JavaScript, and kept by nobody', async (t) => {
  const html = await (await get('/mine?success_notice=Put+away&error_notice=%3Cb%3E')).text();
  t.match(html, /<noscript>.*Put away.*&lt;b&gt;.*<\/noscript>/s, 'ERR-14 success first');
  const told = await get('/?success_notice=Put+away');
  t.match(await told.text(), /<noscript>.*Put away.*<\/noscript>/s);
  t.equal(told.headers.get('cache-control'), 'no-store');
  t.notMatch(await (await get('/')).text(), /Put away/);
});

await t.test('files are compressed, and immutable where the name has a hash', async (t) => {
  const html = await (await get('/')).text();
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '';
  const response = await fetch(web.origin + style, { headers: { 'accept-encoding': 'br' } });
  t.equal(response.headers.get('content-encoding'), 'br');
  t.match(response.headers.get('cache-control'), 'immutable');
  t.match(response.headers.get('content-type'), 'text/css');
  await response.text();
  const icon = await get('/favicon.svg');
  t.equal(icon.status, 200);
  t.notMatch(icon.headers.get('cache-control'), 'immutable');
  await icon.text();
  t.equal((await get('/assets/none.js')).status, 404);
});

await t.test('HEAD tells the same without a body', async (t) => {
  const response = await fetch(`${web.origin}/stories/a`, { method: 'HEAD' });
  t.equal(response.status, 200);
  t.match(response.headers.get('content-type'), 'text/html');
});

await web.close();
