import t from 'tap';
import { pickMessages } from '../../../islands/build/compiled.ts';
import { assetsOf } from '../../../islands/runtime/assets.ts';
import { documentHead } from '../../../pages/layout/document.ts';
import { publicAddresses } from '../../../server/cache/public-page.ts';
import { contentSecurityPolicy, securityHeaders } from '../../../server/plugins/security-headers.ts';
import { refuseInlineScripts } from '../../../server/rendering/renderer.ts';
import { makeRouter, publicRoutes } from '../../../server/rendering/routes.ts';

t.test('public routes are told from the path', async (t) => {
  const [slug, number] = [/^[a-z]+$/, /^\d+$/];
  const addressOf = publicAddresses(
    publicRoutes({
      '/pages/index': { config: { public: { query: {} } } },
      '/pages/stories/@slug': { config: { public: { params: { slug }, query: {} } } },
      '/pages/stories/@slug/@number': { config: { public: { params: { slug, number }, query: {} } } },
    }),
  );
  for (const path of ['/', '/stories/a', '/stories/a/2']) t.ok(addressOf(path), path);
  for (const path of ['/stories', '/stories/a/', '/stories/a/2/3', '/creator/a', '/index'])
    t.notOk(addressOf(path), path);
});

t.test('of two pages that fit an address, the one that spells out more is meant', async (t) => {
  const pages = ['/pages/index', '/pages/@any/edit', '/pages/stories/@slug', '/pages/stories/new'];
  for (const ids of [pages, pages.toReversed()]) {
    const route = makeRouter(ids);
    t.equal(route('/')?.pageId, '/pages/index');
    t.equal(route('/stories/new')?.pageId, '/pages/stories/new');
    t.same(route('/stories/edit'), { pageId: '/pages/stories/@slug', params: { slug: 'edit' } });
    t.equal(route('/others/edit')?.pageId, '/pages/@any/edit');
    t.equal(route('/others'), null);
  }
});

t.test('a cached page has no inline script', async (t) => {
  for (const html of [
    '<script>1</script>',
    '<SCRIPT type="module">1</SCRIPT>',
    '<script data-src="x">1</script>',
  ]) {
    t.throws(() => refuseInlineScripts(html, '/'), html);
  }
  t.doesNotThrow(() => refuseInlineScripts('<script type="module" src="/a.js"></script>&lt;script&gt;', '/'));
});

t.test('HSTS only on https, the policy names a nonce only where there is one', async (t) => {
  t.notOk(securityHeaders('http://localhost:3000')['strict-transport-security']);
  t.ok(securityHeaders('https://tsuzuki.example')['strict-transport-security']);
  t.match(contentSecurityPolicy(), /script-src 'self';/);
  t.match(contentSecurityPolicy({ nonce: 'abc' }), /script-src 'self' 'nonce-abc';/);
  t.match(
    contentSecurityPolicy({ scriptOrigins: ['https://connect.example'] }),
    /script-src 'self' https:\/\/connect\.example;/,
    'ACC-55 a page may let one more origin in',
  );
});

t.test('an island lists every file it needs, the entry first', async (t) => {
  const assets = assetsOf({
    'islands/runtime/theme.ts': { file: 't.js' },
    'islands/reading/typography/typography.ts': { file: 'l.js' },
    'islands/runtime/boot.ts': { file: 'b.js' },
    'islands/runtime/hydrate.tsx': { file: 'h.js', imports: ['_react'] },
    _react: { file: 'r.js', imports: ['_shared'] },
    _shared: { file: 's.js', imports: ['_react'] },
    'islands/Menu.tsx': { file: 'm.js', imports: ['_react'] },
  });
  t.same(assets.islandChunks('Menu'), ['/h.js', '/r.js', '/s.js', '/m.js']);
  t.throws(() => assetsOf({}), /is missing in the build/);
});

t.test('an island gets the texts it names and no others', async (t) => {
  const all = { a: { x: '1', y: '2' }, b: { z: '3' } };
  t.same(pickMessages(all, ['a.y', 'b']), { a: { y: '2' }, b: { z: '3' } });
  t.throws(() => pickMessages(all, ['a.q']), /No message "a.q"/);
  t.throws(() => pickMessages(all, ['q.x']), /No message/);
});

t.test('a head is text, whatever the story is called', async (t) => {
  const head = documentHead({
    head: {
      title: '"><script>1</script>',
      description: `  a\n${'word '.repeat(90)}`,
      image: { address: 'https://cdn.example/x.jpg', width: 9, height: 9, alt: '"><script>1' },
      robots: 'noindex',
    },
    locale: 'de',
    path: '/x',
    baseUrl: 'http://h',
    assets: {
      looks: '/l.js',
      theme: '/t.js',
      boot: '/b.js',
      islandChunks: () => [],
      plainChunks: () => [],
      textFile: () => '',
    },
    indexable: true,
    bootsLater: false,
  });
  t.notMatch(head, '<script>1');
  t.match(head, /name="description" content="a word[^"]{150,200}…"/);
  t.match(head, 'content="https://cdn.example/x.jpg"');
  t.notMatch(head, /canonical|hreflang/, 'what is not indexed has no canonical address');
});
