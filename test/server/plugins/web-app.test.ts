import t from 'tap';
import { publishSerial } from '../../support/serial.ts';
import { startSite } from '../../support/site.ts';

t.test('I18-04 the site can be installed, in either language', async (t) => {
  const site = await startSite({ environment: { SERVICE_WORKER: 'off' } });
  t.teardown(() => site.close());
  const get = (url: string) => site.app.inject({ url });

  for (const [prefix, lang, start] of [
    ['', 'en', '/'],
    ['/de', 'de', '/de'],
  ] as const) {
    const page = await get(`${prefix}/offline`);
    t.equal(page.statusCode, 200);
    t.match(page.body, `<link rel="manifest" href="${prefix}/app.webmanifest">`);
    t.match(page.body, /<meta name="robots" content="noindex">/);
    const manifest = await get(`${prefix}/app.webmanifest`);
    t.match(manifest.headers['content-type'], 'application/manifest+json');
    const { icons, shortcuts, ...rest } = manifest.json();
    t.match(rest, { id: '/', lang, start_url: start, scope: '/', display: 'standalone' });
    for (const { src } of icons) t.equal((await get(src)).statusCode, 200, src);
    t.equal(shortcuts.length, 4);
    for (const { name, url } of shortcuts) {
      t.ok(name);
      t.ok(url.startsWith(prefix), url);
      t.equal((await get(url)).statusCode, 200, url);
    }
  }

  await t.test('a broken worker is told to stand down, and what is saved stays', async (t) => {
    const worker = await get('/sw.js');
    t.equal(worker.statusCode, 200);
    t.match(worker.headers, { 'cache-control': 'no-cache', 'content-type': /javascript/ });
    t.match(worker.body, 'unregister()');
    t.notMatch(worker.body, 'caches');
  });

  await t.test('without a worker no page offers to save an episode', async (t) => {
    const { path } = await publishSerial(site, await site.signUp('Mirko Haas'), { pages: 1 });
    const { body } = await get(`${path}/1?panels=1`);
    t.match(body, 'data-panel="episodes"');
    t.notMatch(body, 'data-save');
  });
});
