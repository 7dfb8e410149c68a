import t from 'tap';
import { hasInlineScript, refuseToStore } from '../../../server/cache/storable.ts';
import { dataBlock } from '../../../server/lib/data-block.ts';
import { publicRoutes } from '../../../server/rendering/routes.ts';
import { addressOf } from '../../support/page-server.ts';

t.test('an address is read into language, path and the parameters that the page knows', async (t) => {
  const table: [string, Partial<ReturnType<typeof addressOf>>][] = [
    ['/', { path: '/', locale: 'en', url: '/', query: {} }],
    ['/de', { path: '/', locale: 'de', url: '/de', query: {} }],
    ['/?utm_source=x', { url: '/' }],
    ['/de?notice=hello', { url: '/de', query: {} }],
    ['/stories/lanterns', { path: '/stories/lanterns', url: '/stories/lanterns' }],
    ['/de/stories/lanterns/12?fbclid=1', { path: '/stories/lanterns/12', url: '/de/stories/lanterns/12' }],
    ['/profile/mika', { path: '/profile/mika' }],
    ['/about', { path: '/about' }],
    [
      '/search/moon?page=2&x=1&resource=novel',
      { query: { resource: 'novel', page: '2' }, url: '/search/moon?resource=novel&page=2' },
    ],
    ['/search/moon?page=-1&resource=%00&genre=<b>', { query: {}, url: '/search/moon' }],
    ['/search/moon?page=2&page=3', { query: { page: '2' } }],
  ];
  for (const [url, wanted] of table) t.match(addressOf(url), wanted, url);
});

t.test('everything else is no public page', async (t) => {
  const others = [
    '/de/',
    '/de?success_notice=hello',
    '/stories/a?x=1&error_notice=b',
    '/stories/a?preview=x',
    '/de/stories/a/1?order=newest&preview=',
    '/stories',
    '/stories/',
    '/stories/a/',
    '/stories/a/0',
    '/stories/a/01',
    '/stories/a/b',
    '/stories/A',
    '/stories/%61',
    `/stories/${'a'.repeat(201)}`,
    '//',
    '/fr',
    '/denmark',
    '/creator/stories',
    '/sign_in',
    '/wallet',
    '/api/stories/a',
    '/media/x',
    '/about/us',
    '*',
    '',
  ];
  for (const url of others) t.equal(addressOf(url), null, url);
});

t.test('a public page says what each part of its address looks like', async (t) => {
  const slug = /^[a-z]+$/;
  const routes = publicRoutes({
    '/pages/index': { config: { public: { query: {} } } },
    '/pages/stories/@slug': { config: { public: { params: { slug }, query: {} } } },
    '/pages/mine': { config: { public: false } },
    '/pages/_error': { config: {} },
  });
  t.same(
    routes.map(({ parts }) => parts),
    [[], ['stories', slug]],
  );
  t.throws(() => publicRoutes({ '/pages/stories/@slug': { config: { public: { query: {} } } } }), /@slug/);
});

t.test('a page with an inline script is found out', async (t) => {
  const inline = [
    '<script>alert(1)</script>',
    '<SCRIPT type=module>x</SCRIPT>',
    '<script data-src="/a.js">x</script>',
    '<script title=" src=/a.js">x</script>',
    '<script title=\' src="x"\'>x</script>',
    '<script nonce="abc" src="/a.js"></script>',
    '<script type="application/json">{}</script>',
    '<script src="/a.js"></script><script>x</script>',
    '<script ',
    '<script/async>x</script>',
    '<script type="application/ld+json">{"name":"</script><script>x</script>"}</script>',
    '<script type="application/ld+json">{"name":"<!--<script>"}</script>',
    '<script type="application/ld+json" >{}</script>',
    '<script type="application/ld+json">{}',
  ];
  for (const html of inline) t.equal(hasInlineScript(html), true, html);
  const clean = [
    '<script src="/a.js"></script>',
    '<script type="module" async src=/a.js></script>',
    '<script data-x="a>b" src="/a.js"></script>',
    '<script\nsrc="/a.js"></script>',
    '<p>script</p><scripture>',
    dataBlock({ name: '</script><script>alert(1)</script><!--' }),
  ];
  for (const html of clean) t.equal(hasInlineScript(html), false, html);
});

t.test('only a whole page for everybody may be kept', async (t) => {
  const page = { status: 200, headers: {}, body: Buffer.from('<p>hello</p>'), tags: [] };
  t.equal(refuseToStore(page), null);
  t.equal(refuseToStore({ ...page, headers: { 'Set-Cookie': 'a=b' } }), 'set_cookie');
  for (const status of [204, 301, 404, 451, 500]) t.equal(refuseToStore({ ...page, status }), 'status');
  t.equal(refuseToStore({ ...page, body: Buffer.from('<script>1</script>') }), 'inline_script');
});
