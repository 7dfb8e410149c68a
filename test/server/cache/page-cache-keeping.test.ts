import t from 'tap';
import type { PublicPage } from '../../../server/cache/public-page.ts';
import { plainPage, startPageServer } from '../../support/page-server.ts';

t.test('what is not for everybody is never kept', async (t) => {
  const odd: Record<string, Partial<PublicPage>> = {
    '/stories/cookie': { headers: { 'set-cookie': 'auth_token=secret' } },
    '/stories/inline': { body: Buffer.from('<script>alert(1)</script>') },
    '/stories/missing': { status: 404 },
    '/stories/moved': { status: 301, headers: { location: '/stories/new' }, body: Buffer.alloc(0) },
    '/stories/elsewhere': { status: 451 },
  };
  const { get, asked, caches } = startPageServer({
    cdnMaxAgeSeconds: 60,
    render: async (request, run) => {
      const page = await plainPage(request, run);
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
  const { get, caches, asked } = startPageServer({
    render: async (request, run) => {
      const page = await plainPage(request, run);
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
  const { get } = startPageServer({
    cdnMaxAgeSeconds: 300,
    now,
    render: async (request, run) => {
      const page = await plainPage(request, run);
      const validUntil = request.path === '/' ? new Date('2026-11-20T10:02:00Z') : undefined;
      return page && { ...page, tags: ['landing', 'story:1'], validUntil };
    },
  });
  const lasting = await get('/about');
  t.equal(lasting.headers['cache-control'], 'public, max-age=0, s-maxage=300, stale-while-revalidate=60');
  t.equal(lasting.headers['cache-tag'], 'landing,story:1,all');
  const brief = await get('/news');
  t.equal(brief.headers['cache-control'], 'public, max-age=0, s-maxage=20, stale-while-revalidate=20');
  t.equal((await get('/')).headers['cache-control'], 'public, max-age=0, s-maxage=120');
  nowMs += 90_500;
  t.equal((await get('/')).headers['cache-control'], 'public, max-age=0, s-maxage=29');
});
