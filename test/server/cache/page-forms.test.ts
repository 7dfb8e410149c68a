import t from 'tap';
import { plainPage, type Render, startPageServer } from '../../support/page-server.ts';

const none = Buffer.alloc(0);
const first = { start: Buffer.from('<style>p{}</style>'), restAt: 0, later: none, laterAt: 0 };
const render: Render = async (request, run) => {
  const page = await plainPage(request, run);
  return page && { ...page, first };
};
const holder = { cookie: 'theme=dark; styles=abc12345; signed_in=1' };
const start = (options = {}) => startPageServer({ render, stylesVersion: 'abc12345', ...options });
const hasStyles = (reply: { body: string }): boolean => reply.body.startsWith('<style>');

t.test('one rendering serves both, told apart by the cookie of this build', async (t) => {
  const { get, asked } = start();
  t.ok(hasStyles(await get('/')));
  t.notOk(hasStyles(await get('/', holder)));
  t.ok(hasStyles(await get('/', { cookie: 'styles=abc1234' })), 'an older build');
  t.ok(hasStyles(await get('/', { cookie: 'mystyles=abc12345' })));
  t.equal(asked.length, 1);
});

t.test('styles that only the lower part needs are put in before it', async (t) => {
  const later = Buffer.from('<style>i{}</style>');
  const { get } = start({
    render: async (...asked: Parameters<Render>) => {
      const page = await plainPage(...asked);
      const parts = { start: Buffer.from('START '), restAt: 6, later, laterAt: 13 };
      return page && { ...page, body: Buffer.from('LINKS ÜPPER lower'), first: parts };
    },
  });
  t.equal((await get('/')).body, 'START ÜPPER <style>i{}</style>lower');
  t.equal((await get('/', holder)).body, 'LINKS ÜPPER lower');
});

t.test('who holds the page in its other form is not sent it again', async (t) => {
  const { get } = start();
  for (const encoding of ['identity', 'br', 'gzip']) {
    const headers = { 'accept-encoding': encoding };
    const first = await get('/', headers);
    const later = await get('/', { ...headers, ...holder });
    t.not(first.headers.etag, later.headers.etag);
    for (const held of [first, later])
      for (const cookie of [{}, holder]) {
        const reply = await get('/', { ...headers, ...cookie, 'if-none-match': String(held.headers.etag) });
        t.equal(reply.statusCode, 304, encoding);
      }
  }
});

t.test('a CDN, which cannot tell visitors apart, holds the first form for all', async (t) => {
  const { get } = start({ cdnMaxAgeSeconds: 60 });
  t.ok(hasStyles(await get('/')));
  t.ok(hasStyles(await get('/', holder)));
});

t.test('what may not be kept comes in both forms too', async (t) => {
  const locked: Render = async (request, run) => {
    const page = await render(request, run);
    return page && { ...page, status: 404 };
  };
  const { get, asked } = start({ render: locked });
  t.ok(hasStyles(await get('/')));
  t.notOk(hasStyles(await get('/', holder)));
  t.equal(asked.length, 2);
});

t.test('HEAD tells of the form that GET would bring', async (t) => {
  const { get } = start();
  for (const headers of [{}, holder]) {
    const asked = { ...headers, 'accept-encoding': 'br' };
    const head = await get('/', asked, 'HEAD');
    const whole = await get('/', asked);
    t.equal(head.body, '');
    for (const name of ['etag', 'content-length', 'content-encoding', 'vary', 'cache-control'] as const)
      t.equal(head.headers[name], whole.headers[name], name);
  }
});

t.test('a purge removes both, in every encoding', async (t) => {
  const { get, asked, caches } = start();
  const ways = [{}, holder].flatMap((headers) =>
    ['br', 'gzip', 'identity'].map((encoding) => ({ ...headers, 'accept-encoding': encoding })),
  );
  const before = await Promise.all(ways.map(async (way) => (await get('/', way)).headers.etag));
  caches.pages.purge(['story:1']);
  t.equal(caches.pages.statistics().bytes, 0);
  for (const [at, way] of ways.entries()) t.not((await get('/', way)).headers.etag, before[at]);
  t.equal(asked.length, 2, 'one rendering before, one after');
});

t.test('a purge that comes while a form is compressed leaves nothing old behind', async (t) => {
  const { get, asked, caches } = start();
  await get('/', { 'accept-encoding': 'br' });
  const running = get('/', { 'accept-encoding': 'gzip' });
  await new Promise((resolve) => setImmediate(resolve));
  caches.pages.purge(['story:1']);
  await running;
  const reply = await get('/', { 'accept-encoding': 'identity' });
  t.equal(asked.length, 2);
  t.match(reply.body, '<title>/ 2</title>');
});

t.test('the memory counts each form from when it is made', async (t) => {
  const { get, caches } = start();
  const sizes = [0];
  for (const headers of [{}, holder])
    for (const encoding of ['br', 'gzip'] as const) {
      await get('/', { ...headers, 'accept-encoding': encoding });
      sizes.push(caches.pages.statistics().bytes);
    }
  for (const [at, size] of sizes.entries()) if (at > 0) t.ok(size > (sizes[at - 1] ?? 0), sizes.join(' '));
  await get('/', { 'accept-encoding': 'gzip' });
  t.equal(caches.pages.statistics().bytes, sizes.at(-1), 'a form that is there is not counted again');
});
