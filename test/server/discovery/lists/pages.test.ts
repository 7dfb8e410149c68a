import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { rankStories } from '#server/domains/publishing/stories/popularity.ts';
import { publishStory } from '../../../support/console.ts';
import { countQueries, openShelf } from '../../../support/shelf.ts';
import { startSite } from '../../../support/site.ts';
import { runSweeps } from '../../../support/sweeps.ts';

t.test('pages to browse in', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps, pages } = site;
  const { addAuthor, addStory } = openShelf(deps);
  const now = deps.clock.now();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const textOf = (html: string) =>
    html
      .replace(/<(script|style|svg|option|select)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  const get = async (url: string) => {
    const { statusCode: status, headers, body } = await site.app.inject({ url });
    return { status, headers, body, text: textOf(body), titles: titlesOf(body) };
  };
  const titlesOf = (html: string) =>
    [...html.matchAll(/<a [^>]*href="(?:\/de)?\/stories\/([a-z0-9-]+)"/g)].map(([, slug]) => slug);

  const mirko = await addAuthor('Mirko Haas');
  const add = (
    slug: string,
    values: Parameters<typeof addStory>[1] = {},
    more: Parameters<typeof addStory>[2] = {},
  ) =>
    addStory(
      mirko,
      { slug, title: `The ${slug}`, genre: 'mystery', firstPublishedAt: before(90), ...values },
      more,
    );
  await add('lamp', { viewsCount: 900, lastUpdate: before(9), tags: ['Small Town', 'rain'] });
  await add('door', {
    viewsCount: 500,
    lastUpdate: before(1),
    publicationType: 'novel',
    tags: ['small-town', 'rain'],
  });
  await add('stair', { viewsCount: 700, lastUpdate: before(5), language: 'de', tags: ['Ärger', 'rain'] });
  await add(
    'away',
    { viewsCount: 800, tags: ['far', 'small town'] },
    { geofilter: { type: 'allow', countries: ['JP'] } },
  );
  await add('hidden', { published: false, tags: ['hidden'] });
  await add('gone', { deletedAt: now, tags: ['hidden'] });
  await add('fist', { genre: 'action', viewsCount: 10 });
  await runSweeps(deps, 'browse.count_kinds');

  await t.test('a genre lists its stories, the most read first, and says how many there are', async (t) => {
    const { status, body, text, titles } = await get('/genres/mystery');
    t.equal(status, 200);
    t.same(titles, ['lamp', 'stair', 'door'], 'what is hidden, deleted or closed shows nowhere');
    t.match(text, /Discover Genres Mystery Mystery 3 stories\. Somebody knows more than they say\./);
    t.match(text, /Often with rain Small Town/);
    t.match(text, /All 4 Comics 3 Novels 1 Indie 0/, 'as counted some minutes ago, wherever they are open');
    t.match(text, /All genres Action 1 Mystery 4 By language English 4 Deutsch 1/);
    t.match(body, /<link rel="canonical" href="http:\/\/tsuzuki\.test\/genres\/mystery">/);
    t.match(body, /<meta name="description" content="Somebody knows more than they say\.">/);
  });

  await t.test('it is narrowed down by type and language, and put in another order', async (t) => {
    t.same((await get('/genres/mystery?type=novel')).titles, ['door']);
    t.same((await get('/genres/mystery?language=de')).titles, ['stair']);
    t.same((await get('/genres/mystery?order=new')).titles, ['door', 'stair', 'lamp']);
    t.same((await get('/genres/mystery?type=novel&language=de&order=new')).titles, []);
    t.same((await get('/languages/de?genre=mystery&type=comics')).titles, ['stair']);
    const { body } = await get('/genres/mystery?language=de&type=comics');
    t.match(body, /<meta name="robots" content="noindex">/);
    t.match(body, /<option value="de" selected="">German<\/option>/);
    t.match(body, /<input type="hidden" name="type" value="comics"\/>/, 'the form keeps the tab');
    t.match(body, /href="\/genres\/mystery\?type=novel&amp;language=de"/, 'the tabs keep the filters');
  });

  await t.test('ERR-40 where nothing fits, it says so and leads back', async (t) => {
    const { status, body, text } = await get('/genres/mystery?type=indie');
    t.equal(status, 200);
    t.match(text, /No stories found Nothing matches your filters\. Reset filters/);
    t.match(body, /<a [^>]*href="\/genres\/mystery"/);
    t.match((await get('/de/genres/mystery?type=indie')).text, /Keine Geschichten gefunden/);
    t.match((await get('/genres/poetry')).text, /No stories found/);
  });

  await t.test(
    'a tag has one address; what differs in writing leads there, what nobody has is 404',
    async (t) => {
      const { status, text, titles } = await get('/tags/small-town');
      t.equal(status, 200);
      t.same(titles, ['lamp', 'door']);
      t.match(text, /Discover Small Town Small Town 2 stories\. Often with rain/);
      for (const written of ['Small%20Town', 'SMALL-town', 'small.town%21', 'small%2Ftown']) {
        const moved = await site.app.inject({ url: `/de/tags/${written}` });
        t.equal(moved.statusCode, 301, written);
        t.equal(moved.headers.location, '/de/tags/small-town', written);
      }
      t.same((await get(`/tags/${encodeURIComponent('ärger')}`)).titles, ['stair']);
      for (const tag of ['nobody-has-it', 'hidden', 'far', '%2F', '%3F', 'x'.repeat(500)])
        t.equal((await get(`/tags/${tag}`)).status, 404, tag);
      t.equal(
        (await get('/tags/small-town?type=indie')).status,
        200,
        'a filter that finds nothing is no 404',
      );
      t.equal((await get('/tags/nobody-has-it?type=indie')).status, 404);
    },
  );

  await t.test('I18-02 in German, also languages by their own names', async (t) => {
    const { body, text, titles } = await get('/de/languages/de');
    t.same(titles, ['stair']);
    t.match(text, /Entdecken Sprachen Deutsch Deutsch 1 Geschichte\. Geschrieben auf Deutsch\./);
    t.match(body, /<html lang="de">/);
    t.match(body, /href="\/de\/genres\/mystery"/);
    t.match(
      (await get('/de/genres')).text,
      /Genres Alles, was es zu lesen gibt, .*Alle Genres Action 1 Rätselhaftes 4/,
    );
  });

  await t.test('what is unknown is 404', async (t) => {
    for (const path of [
      '/genres/nothing',
      '/genres/Mystery',
      '/languages/xx',
      '/languages/DE',
      '/genres/mystery/x',
    ])
      t.equal((await get(path)).status, 404, path);
    t.equal((await get('/genres/mystery?page=2')).headers.location, '/genres/mystery', 'the last page');
    t.same(
      (await get('/genres/mystery?page=1&order=old&type=x')).titles.length,
      3,
      'odd parameters are not there',
    );
  });

  await t.test('GEO-08 each country has what is open to it', async (t) => {
    const shown = async (url: string, country: string | null) =>
      titlesOf((await pages.renderPublic({ url, country })).body.toString());
    t.same(await shown('/genres/mystery', 'JP'), ['lamp', 'away', 'stair', 'door']);
    t.same(await shown('/genres/mystery', 'DE'), ['lamp', 'stair', 'door']);
    t.same(await shown('/tags/far', 'JP'), ['away']);
    t.same((await pages.renderPublic({ url: '/tags/far', country: 'DE' })).status, 404);
    const { geofilters } = await pages.renderPublic({ url: '/genres/mystery', country: 'DE' });
    t.same(geofilters, [{ type: 'allow', countries: ['JP'] }], 'by which countries differ');
    t.same((await pages.renderPublic({ url: '/genres/action', country: 'DE' })).geofilters, []);
  });

  await t.test('a page costs four queries, and the index one', async (t) => {
    for (const path of ['/genres/mystery', '/tags/small-town', '/languages/en?genre=mystery&order=new'])
      t.equal(await countQueries(deps, () => pages.renderPublic({ url: path, country: null })), 4, path);
    t.equal(await countQueries(deps, () => pages.renderPublic({ url: '/genres', country: null })), 1);
  });

  await t.test('it follows its stories: published, changed, ranked, closed, withdrawn', async (t) => {
    const creator = await site.signUp('Ida Brandt');
    const as = { as: creator };
    const wished = { title: 'Ice', genre: 'poetry', tags: ['Cold'], publication_type: 'indie' };
    const { story, episode } = await publishStory(site, creator, { ...wished, genre: 'drama' });
    const call = async (request: string, body: object) => {
      const reply = await site.call(request, { ...as, body });
      t.equal(reply.statusCode, 200, `${request}: ${reply.body}`);
    };
    await site.caches.purge(['landing']);
    t.same((await get('/genres/drama')).titles, [story.slug]);
    t.match(
      (await get('/genres/drama')).text,
      /1 story\. What people/,
      'the list knows before the counts do',
    );
    t.same((await get('/tags/cold')).titles, [story.slug]);
    await call(`PATCH /creator/stories/${story.id}`, { tags: ['Warm'], genre: 'romance' });
    t.equal((await get('/tags/cold')).status, 404);
    t.same((await get('/tags/warm')).titles, [story.slug]);
    t.same((await get('/genres/drama')).titles, []);
    t.same((await get('/genres/romance')).titles, [story.slug]);
    const other = await addStory(mirko, { slug: 'other', title: 'Other', genre: 'romance', viewsCount: 5 });
    await site.caches.purge(['landing']);
    t.same((await get('/genres/romance')).titles, ['other', story.slug]);
    await inTransaction(deps, (tx) => rankStories(tx, [{ id: story.id, views: 77 }]));
    await site.caches.purge(['landing']);
    t.same((await get('/genres/romance')).titles, [story.slug, 'other']);
    await call(`PUT /creator/story_geofiltering_strategies/${story.id}`, {
      type: 'allow',
      countries: ['JP'],
    });
    t.same((await get('/genres/romance')).titles, ['other'], 'closed');
    await call(`PUT /creator/story_geofiltering_strategies/${story.id}`, {
      type: 'worldwide',
      countries: [],
    });
    t.same((await get('/genres/romance')).titles, [story.slug, 'other']);
    await call(`POST /creator/episodes/${episode.id}/unpublish`, {});
    t.same((await get('/genres/romance')).titles, ['other'], 'withdrawn');
    await deps.db.delete(stories).where(eq(stories.id, other.id));
    await runSweeps(deps, 'browse.count_kinds');
    t.notMatch((await get('/genres')).text, /Romance/);
  });

  await t.test('it is turned page by page, whatever is closed before', async (t) => {
    for (let n = 0; n < 60; n += 1) {
      const geofilter = n % 2 ? { type: 'deny' as const, countries: ['DE'] } : {};
      await add(`page-${n}`, { genre: 'sports', viewsCount: 1000 - n, coverMediaId: null }, { geofilter });
    }
    const shown = async (url: string, country: string) => {
      const { body } = await pages.renderPublic({ url, country });
      return { titles: titlesOf(body.toString()), html: body.toString() };
    };
    const numbers = (from: number, to: number, step: number) =>
      Array.from({ length: to }, (_, n) => `page-${from + n * step}`);
    const [one, two, three] = [
      await shown('/genres/sports', 'FR'),
      await shown('/genres/sports?page=2', 'FR'),
      await shown('/genres/sports?page=3', 'FR'),
    ];
    t.same(one.titles, numbers(0, 24, 1));
    t.same(two.titles, numbers(24, 24, 1));
    t.same(three.titles, numbers(48, 12, 1));
    t.match(one.html, /href="\/genres\/sports\?page=2"[^>]* rel="next"/);
    t.match(two.html, /<link rel="canonical" href="[^"]*\/genres\/sports\?page=2">/);
    t.same((await shown('/genres/sports', 'DE')).titles, numbers(0, 24, 2));
    t.same((await shown('/genres/sports?page=2', 'DE')).titles, numbers(48, 6, 2));
    t.equal((await pages.renderPublic({ url: '/genres/sports?page=3', country: 'DE' })).status, 302);
  });
});
