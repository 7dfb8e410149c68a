import t from 'tap';
import { searchLimits } from '#server/domains/discovery/limits.ts';
import { countFound, findCreators, findStories } from '#server/domains/discovery/search/queries.ts';
import { RESOURCES, readPhrase, storyTypeOf } from '#server/domains/discovery/search/rules.ts';
import { startTestApp } from '../../../support/app.ts';
import { countQueries, openShelf } from '../../../support/shelf.ts';

t.test('the calls of the search', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const ask = async (url: string, country = 'FR') => {
    const reply = await app.call(`GET ${url}`, { headers: { 'x-country': country } });
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
  };
  const mirko = await addAuthor('Mirko Haas', { website: 'https://haas.example', founder: true });
  const lamp = await addStory(mirko, { title: 'The Ninth Lamp', genre: 'crime', language: 'en' });
  await addEpisode(lamp, 1);
  const novel = await addStory(
    mirko,
    { title: 'Lamp Oil', publicationType: 'novel', genre: 'drama', language: 'de', coverMediaId: null },
    { pricing: { type: 'first_free', freeCount: 1, priceCoins: 10 } },
  );
  await addEpisode(novel, 1);

  await t.test(
    'API-60, SRC-31, SRC-32, SRC-33, SRC-37, SRC-41, SRC-42, SRC-43, SRC-45, SRC-46, SRC-56 an anonymous visitor finds stories of a type',
    async (t) => {
      const { status, body } = await ask('/stories/search?q=lamp&publication_type=comics');
      t.equal(status, 200);
      const [story] = body.stories;
      t.match(story.search_mini_thumbnail_url, /\.(webp|jpg)$/);
      t.same(body, {
        stories: [
          {
            id: lamp.id,
            title: 'The Ninth Lamp',
            slug: lamp.slug,
            search_mini_thumbnail_url: story.search_mini_thumbnail_url,
            author: { display_name: 'Mirko Haas' },
            pricing_strategy: { type: 'all_free' },
          },
        ],
        page: 1,
        per_page: 24,
        total: 1,
      });
      const novels = (await ask('/stories/search?q=lamp&publication_type=novel')).body.stories;
      t.match(novels, [
        { title: 'Lamp Oil', search_mini_thumbnail_url: null, pricing_strategy: { type: 'first_free' } },
      ]);
      t.same((await ask('/stories/search?q=lamp&publication_type=indie')).body.stories, []);
      t.equal((await ask('/stories/search?q=lamp&publication_type=creators')).status, 422);
    },
  );

  await t.test('SRC-34 any other search type is looked for among creators', async (t) => {
    t.same(RESOURCES.map(storyTypeOf), ['comics', 'novel', 'indie', null]);
    t.equal(storyTypeOf('manga'), null);
  });

  await t.test(
    'API-61, SRC-49, SRC-50, SRC-51, SRC-52, SRC-54 creators are found by name and slug',
    async (t) => {
      const { body } = await ask('/users/search?q=haas');
      t.same(body, {
        users: [
          {
            display_name: 'Mirko Haas',
            slug: 'author-1',
            website_url: 'https://haas.example',
            founder: true,
            search_mini_thumbnail_url: null,
          },
        ],
        page: 1,
        per_page: 24,
        total: 1,
      });
      t.match((await ask('/users/search?q=author-1')).body.users, [{ slug: 'author-1' }]);
      await addAuthor('Haas Without Stories');
      t.equal((await ask('/users/search?q=haas')).body.total, 1, 'who has published nothing is no creator');
    },
  );

  await t.test('API-62, SRC-57 counters tell how many each tab has', async (t) => {
    t.same((await ask('/search/counters?q=lamp')).body, { comics: 1, novel: 1, indie: 0, creators: 0 });
    t.same((await ask('/search/counters?q=lamp&genre=crime')).body.novel, 0);
    t.same((await ask('/search/counters?q=lamp&language=de')).body, {
      comics: 0,
      novel: 1,
      indie: 0,
      creators: 0,
    });
    t.same((await ask('/search/counters?q=haas&language=de')).body.creators, 1);
  });

  await t.test('SRC-61 a story that nobody may read is not found, nor counted', async (t) => {
    const draft = await addStory(mirko, { title: 'Draft Cellar', published: false });
    const gone = await addStory(mirko, { title: 'Gone Cellar', deletedAt: new Date() });
    t.ok(draft.id !== gone.id);
    const closed = await addStory(
      mirko,
      { title: 'Closed Cellar' },
      { geofilter: { type: 'deny', countries: ['DE'] } },
    );
    await addEpisode(closed, 1);
    const titles = async (country: string) =>
      (await ask('/stories/search?q=cellar&publication_type=comics', country)).body.stories.map(
        (story: { title: string }) => story.title,
      );
    t.same(await titles('FR'), ['Closed Cellar']);
    t.same(await titles('DE'), []);
    t.equal((await ask('/search/counters?q=cellar', 'DE')).body.comics, 0);
    t.equal((await ask('/search/counters?q=cellar', 'FR')).body.comics, 1);
  });

  await t.test('SRC-60 a phrase of an address is cut to what can be looked for', async (t) => {
    t.equal(readPhrase(` ${'ä'.repeat(80)} `), 'ä'.repeat(60));
    t.equal(readPhrase('a\u0000b \ud800'), 'ab \ufffd');
    t.equal((await ask(`/stories/search?q=${'a'.repeat(61)}&publication_type=comics`)).status, 422);
    t.equal((await ask('/users/search?q=%20')).status, 422);
    t.equal((await ask('/users/search?q=%E0%A4%A')).status < 500, true);
  });

  await t.test('SRC-08, API-60 an answer is short, and one or two queries find it', async (t) => {
    const long = 'Xanadu is a long word in a long title that goes on and on until nobody would read it '
      .repeat(2)
      .slice(0, 120);
    for (let n = 0; n < 4; n += 1) {
      const author = await addAuthor('Somebody With Quite A Long Name', {
        website: `https://${'x'.repeat(60)}.example`,
      });
      await addEpisode(await addStory(author, { title: long, slug: `${'long-slug-'.repeat(9)}${n}` }), 1);
    }
    const { body, headers } = await ask('/stories/search?q=xanadu&publication_type=comics&per_page=3');
    t.match(body, { total: 4, per_page: 3 });
    t.equal(body.stories.length, 3);
    t.ok(JSON.stringify(body).length < 2_000, `${JSON.stringify(body).length} bytes`);
    t.equal(headers['cache-control'], 'private, max-age=30');
    const creators = (await ask('/users/search?q=long&per_page=3')).body;
    t.ok(JSON.stringify(creators).length < 2_000);
    const part = { country: 'FR', page: 1, perPage: 3 };
    for (const phrase of ['haas lamp', 'nowhere at all']) {
      const works = [
        () => findStories(app.deps, { phrase, type: 'comics', ...part }),
        () => findCreators(app.deps, { phrase, ...part }),
        () => countFound(app.deps, { phrase, country: 'FR' }),
      ];
      for (const work of works) t.ok((await countQueries(app.deps, work)) <= 2, phrase);
    }
  });

  await t.test('API-60 who asks without end is told when to come back', async (t) => {
    const address = '203.0.113.9';
    const statuses: number[] = [];
    for (let n = 0; n <= searchLimits.searches.most; n += 1) {
      const reply = await app.call('GET /users/search?q=haas', { address });
      statuses.push(reply.statusCode);
      if (reply.statusCode !== 429) continue;
      t.match(reply.headers['retry-after'], /^\d+$/);
      t.equal(reply.headers['cache-control'], 'no-store');
    }
    t.same([...new Set(statuses)], [200, 429]);
    t.equal(statuses.indexOf(429), searchLimits.searches.most);
    t.equal((await app.call('GET /users/search?q=haas', { address: '203.0.113.10' })).statusCode, 200);
  });
});
