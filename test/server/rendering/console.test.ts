/** The list of created stories as a page: what it costs, and whom it tells what. */
import { brotliCompressSync } from 'node:zlib';
import t from 'tap';
import { countQueries } from '../../support/shelf.ts';
import { fillConsole } from '../../support/shelf-console.ts';
import { startSite } from '../../support/site.ts';

const HTML_MAX_BYTES = 30_000;
const QUERIES_MAX_COUNT = 4;

t.test('a creator with 200 stories', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Industrious');
  await fillConsole(site.deps, creator.id, 200);
  const cookie = `auth_token=${creator.token}; signed_in=1`;
  const get = (url: string, headers: object = {}) =>
    site.app.inject({ url, headers: { cookie, ...headers } });

  await t.test(
    'STO-02 STO-38 the list costs few queries and few bytes in every order and view',
    async (t) => {
      for (const path of [
        '/creator/stories',
        '/creator/stories?sort=next_release&page=2',
        '/de/creator/stories?q=story&filter=published&sort=title',
        '/creator/stories?view=table',
      ]) {
        let html = '';
        const queries = await countQueries(site.deps, async () => {
          html = (await get(path)).body;
        });
        t.ok(queries > 0 && queries <= QUERIES_MAX_COUNT, `${path}: ${queries} queries`);
        const bytes = brotliCompressSync(html).length;
        t.ok(bytes < HTML_MAX_BYTES, `${path}: ${bytes} bytes`);
        t.match(html, /[?;]page=\d/, 'there are more pages');
        t.notMatch(html, /<tsuzuki-island[^>]*name="(?!UserMenu|LiveSearch|LastDeed)/, 'it needs no script');
      }
      let stories: unknown[] = [];
      const queries = await countQueries(site.deps, async () => {
        const reply = await site.call('GET /creator/stories?per_page=100', { as: creator });
        stories = reply.json().stories;
      });
      t.equal(stories.length, 100);
      t.ok(queries <= QUERIES_MAX_COUNT, `API: ${queries} queries`);
    },
  );

  await t.test('the view is kept in a cookie; an address with nonsense shows the list', async (t) => {
    const chosen = await get('/creator/stories?view=table');
    t.match(chosen.headers['set-cookie'], /^stories_view=table; .*HttpOnly; SameSite=Lax/);
    t.equal((await get('/creator/stories')).headers['set-cookie'], undefined);
    const kept = await get('/creator/stories', { cookie: `${cookie}; stories_view=table` });
    t.match(kept.body, '<table');
    for (const query of [
      'view=heap',
      'sort=fame',
      'filter=lost',
      'page=-1',
      'page=9999999',
      'q=%00%ED%A0%80',
      'q=%25',
    ])
      t.equal((await get(`/creator/stories?${query}`)).statusCode, 200, query);
  });
});
