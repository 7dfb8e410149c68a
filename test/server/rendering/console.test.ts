import { randomUUID } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import t from 'tap';
import { episodes } from '../../../db/schema/index.ts';
import { createEpisode, createStory } from '../../support/console.ts';
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
        t.notMatch(
          html,
          /<tsuzuki-island[^>]*name="(?!UserMenu|LiveSearch|LastAction)/,
          'it needs no script',
        );
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
    for (const query of ['view=heap', 'sort=fame', 'filter=lost', 'page=-1', 'q=%00%ED%A0%80', 'q=%25'])
      t.equal((await get(`/creator/stories?${query}`)).statusCode, 200, query);
    const beyond = await get('/creator/stories?page=9999999&sort=title');
    t.equal(beyond.statusCode, 302);
    t.equal(beyond.headers.location, '/creator/stories?page=9&sort=title', 'the last page');
  });
});

t.test('a story with 120 episodes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Prolific');
  const story = await createStory(site, creator);
  const { id: first } = await createEpisode(site, creator, story.id, 'First');
  await site.deps.db.insert(episodes).values(
    Array.from({ length: 119 }, (_, index) => ({
      id: randomUUID(),
      storyId: story.id,
      title: `Episode ${index + 2}`,
      position: index + 2,
    })),
  );
  const open = async (query = '') =>
    (
      await site.app.inject({
        url: `/creator/stories/${story.id}${query}`,
        headers: { cookie: `auth_token=${creator.token}; signed_in=1` },
      })
    ).body;
  const numbersIn = (html: string) =>
    [...html.matchAll(/id="episode-(\d+)"/g)].map(([, each]) => Number(each));

  await t.test('EPI-12 the newest come first, and the form for a new one stands above them', async (t) => {
    const html = await open();
    t.same(
      numbersIn(html),
      Array.from({ length: 20 }, (_, index) => 120 - index),
    );
    const place = html.indexOf('id="add-episode"');
    t.ok(place > 0 && place < html.indexOf('id="episode-120"'), 'above the list');
    const older = await open('?episodes=1');
    t.same(numbersIn(older).slice(0, 2), [100, 99]);
    t.equal(numbersIn(older).at(-1), 1);
    t.match(older, first);
  });

  await t.test(
    'EPI-42 the outcome of each of several is said, and nothing else that an address holds',
    async (t) => {
      const html = await open('?released=120-published_119-not_ready.pages.evil_2-price_changed_%3Cb%3E');
      const said =
        /<div[^>]*role="alert".*?<\/ul>/s
          .exec(html)?.[0]
          .replaceAll(/<[^>]*>|\s+/g, ' ')
          .replaceAll(/ +/g, ' ') ?? '';
      t.match(said, /120 Episode 120 : published/);
      t.match(said, /119 Episode 119 : This episode is not ready to publish yet: it has no page/);
      t.notMatch(said, /evil|price|\b2\b/);
    },
  );
});
