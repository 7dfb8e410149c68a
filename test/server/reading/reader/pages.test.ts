import { brotliCompressSync } from 'node:zlib';
import t from 'tap';
import { storySlugs } from '#db/schema/index.ts';
import { FIRST_SCREEN } from '#server/lib/first-screen.ts';
import { countQueries, openShelf } from '../../../support/shelf.ts';
import { startSite } from '../../../support/site.ts';

/** The first screen fits the first round trip of a connection. */
const FIRST_SCREEN_MAX_BYTES = 14_000;
const HTML_MAX_BYTES = 17_000;

t.test('pages that everybody may read', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps, caches, pages } = site;
  deps.clock = { now: () => new Date('2026-11-18T10:00:00Z') };
  const at = (day: string) => new Date(`2026-11-${day}T08:00:00Z`);
  const { addAuthor, addEpisode, addStory } = openShelf(deps);

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const reply = await site.app.inject({ url, headers });
    return { status: reply.statusCode, location: reply.headers.location, body: reply.body };
  };
  const textOf = (html: string) =>
    html
      .replace(/<(script|style)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  const compressed = (html: string) => brotliCompressSync(html).length;

  await t.test('LEG-12 without any story the landing page says what to do', async (t) => {
    const { status, body } = await get('/');
    t.equal(status, 200);
    t.match(textOf(body), /No story has been published yet.*Publish your story/);
    t.match(body, /href="\/sign_up\?back=%2Fcreator%2Fstories"/);
    caches.purge(['all']);
  });

  const author = await addAuthor('Mirko Haas', { founder: true });
  const lamps = await addStory(author, {
    slug: 'ash-street',
    rating: 'teen13',
    tags: ['noir', 'rain'],
    subscribersCount: 18_402,
    viewsCount: 1_304_880,
    ratingsSum: 47,
    ratingsCount: 10,
  });
  await addEpisode(lamps, 1, { publishedAt: at('02') }, { pages: 3 });
  await addEpisode(lamps, 2, { title: 'Draft', status: 'in_progress' });
  await addEpisode(lamps, 3, { publishedAt: at('18') });
  await deps.db.insert(storySlugs).values({ slug: 'old-name', storyId: lamps.id });
  const indie = await addStory(author, { publicationType: 'indie', title: 'Späti', language: 'de' });
  await addEpisode(indie, 1, { publishedAt: at('16') });
  const novel = await addStory(author, {
    publicationType: 'novel',
    title: 'The Salt Road',
    slug: 'salt-road',
  });
  const chapters = ['<p>My grandmother traded her name. For a camel.</p>', '<p>Then she left.</p>'];
  await addEpisode(novel, 1, { publishedAt: at('17') }, { pages: 0, chapters });
  const pricing = { type: 'first_free', freeCount: 1, priceCoins: 30 } as const;
  const premium = await addStory(author, { slug: 'umbrellas', title: 'Two Umbrellas' }, { pricing });
  await addEpisode(premium, 1, { publishedAt: at('10') });
  const locked = await addEpisode(premium, 2, { publishedAt: at('11') }, { pages: 2 });
  await addStory(author, { title: 'Work in progress', slug: 'unfinished', published: false });
  const german = await addStory(
    author,
    { title: 'Only here', slug: 'only-here' },
    { geofilter: { type: 'allow', countries: ['DE'] } },
  );
  await addEpisode(german, 1, { publishedAt: at('18') });

  await t.test(
    'LEG-12 an anonymous visitor sees what is featured, new, read most, and the shelves',
    async (t) => {
      const { status, body } = await get('/');
      t.equal(status, 200);
      const text = textOf(body);
      t.match(text, /Crime · Comic.*Ash Street.*Nine lamps, eight of them lit\..*Read episode 1/);
      for (const heading of ['Out this week', 'Most read', 'Comics', 'Indie'])
        t.match(text, new RegExp(heading));
      for (const anchor of ['comics', 'indie', 'novels']) t.match(body, new RegExp(`id="${anchor}"`));
      t.notMatch(text, /Work in progress|Only here|Draft/);
      t.match(body, /lang="de" dir="auto">Späti</, 'a title is marked with its language');
      t.equal(body.match(/<img[^>]* fetchPriority="high"/gi)?.length, 1, 'only the large cover is hurried');
      t.equal(body.match(/<script(?![^>]* src=|[^>]*ld\+json)/g)?.length, 1, 'the theme alone is inline');
    },
  );

  await t.test('the calendar opens a day that has something, and each day can be chosen', async (t) => {
    const shown = async (url: string) =>
      textOf((await get(url)).body).match(/Out this week (.*?) Most read/)?.[1] ?? '';
    const body = await shown('/');
    t.match(
      body,
      /Today 18 1 episode One new episode on Tuesday.*The Salt Road.*Ep\. 1/,
      'the featured story is all of today',
    );
    t.notMatch(body, /Späti|Ash Street/);
    t.match(await shown('/?day=2026-11-16'), /One new episode on Monday.*Späti/);
    t.notMatch(await shown('/?day=2026-11-16'), /Salt Road/);
    t.match(await shown('/?day=2026-11-18'), /Ash Street/);
    t.match(body, /12 nothing yet/);
    for (const day of ['2026-11-19', '2026-11-12', '2026-11-11', '2020-01-01']) {
      const reply = await get(`/de?day=${day}`);
      t.same([reply.status, reply.location], [302, '/de'], day);
    }
  });

  await t.test('STP-03 LEG-30 readers are sent to the app where there is one', async (t) => {
    t.notMatch(textOf((await get('/')).body), /Get the app/);
    // Matches the app link beside the read button.
    const prompt = async (url: string) =>
      /<a [^>]*href="(?:\/de)?\/stories\/ash-street\/1".*?<a [^>]*href="((?:\/de)?\/app)"[^>]*>([^<]*)<.*id="episodes"/s
        .exec((await get(url)).body)
        ?.slice(1);
    t.same(await prompt('/stories/ash-street'), ['/app', 'The mobile app is not out yet']);
    t.same(await prompt('/de/stories/ash-street'), ['/de/app', 'Die App ist noch nicht da']);
    const { config } = deps;
    deps.config = { ...config, hasApp: true };
    caches.purge(['all']);
    t.match((await get('/')).body, 'href="/app"');
    t.same(await prompt('/stories/ash-street'), ['/app', 'Download the mobile app to read']);
    t.same(await prompt('/de/stories/ash-street'), ['/de/app', 'Lade die App zum Lesen']);
    deps.config = config;
    caches.purge(['all']);
  });

  await t.test('what depends on the day holds until midnight', async (t) => {
    const midnight = new Date('2026-11-19T00:00:00Z');
    t.same((await pages.renderPublic({ url: '/', country: null })).validUntil, midnight);
    t.same((await pages.renderPublic({ url: '/stories/ash-street', country: null })).validUntil, midnight);
  });

  await t.test('STP-01, STP-02 a visitor opens the story page', async (t) => {
    const { status, body } = await get('/stories/ash-street');
    t.equal(status, 200);
    const text = textOf(body);
    t.match(text, /Crime · Comic · English · 13\+ Ash Street Mirko Haas Founder/);
    t.match(text, /\(10 ratings\) 4\.7 subscribers 18,402 reads 1,304,880/);
    t.match(text, /1 Part 1 11\/02\/2026 3 pages 3 Part 3 11\/18\/2026 2 pages New/);
    t.notMatch(text, /Draft/);
    t.match(text, /noir rain/);
    t.match(body, /href="\/stories\/ash-street\/1"/);
    t.match(body, /<meta property="og:image" content="http:\/\/tsuzuki\.test\/media\//);
    t.match(body, /<link rel="canonical" href="http:\/\/tsuzuki\.test\/stories\/ash-street">/);
    const turned = textOf((await get('/stories/ash-street?order=newest')).body);
    t.match(turned, /3 Part 3 .* 1 Part 1/);
  });

  await t.test(
    'STP-11, I18-04, I18-05 German pages stand under /de, English ones under no prefix',
    async (t) => {
      for (const [path, words] of [
        ['/', /Neu in dieser Woche.*Meistgelesen/],
        ['/stories/ash-street', /Folge 1 lesen.*Folgen/],
        ['/stories/ash-street/1', /Fortsetzung folgt/],
      ] as const) {
        const { status, body } = await get(path === '/' ? '/de' : `/de${path}`);
        t.equal(status, 200, path);
        t.match(body, /<html lang="de"[ >]/);
        t.match(textOf(body), words);
        t.notMatch(body, /<a (?![^>]*hrefLang)[^>]*href="\/stories/, 'links stay in German');
        t.match((await get(path)).body, /<html lang="en"[ >]/);
        t.match(body, new RegExp(`hreflang="en" href="http://tsuzuki.test${path === '/' ? '' : path}`));
      }
    },
  );

  await t.test('STP-10 hidden stories and episodes are 404, filtered ones 451', async (t) => {
    for (const path of [
      'unfinished',
      'unfinished/1',
      'nobody',
      'ash-street/2',
      'ash-street/9',
      'ash-street/01',
    ])
      t.equal((await get(`/stories/${path}`)).status, 404, path);
    for (const path of ['/stories/only-here', '/stories/only-here/1']) {
      const { status, body } = await get(path);
      t.equal(status, 451);
      t.notMatch(textOf(body), /Only here/);
      t.equal((await pages.renderPublic({ url: path, country: 'DE' })).status, 200);
    }
  });

  await t.test('an old slug leads to the present one', async (t) => {
    const replies = [await get('/stories/old-name'), await get('/de/stories/old-name/3')];
    t.same(
      replies.map(({ status, location }) => [status, location]),
      [
        [301, '/stories/ash-street'],
        [301, '/de/stories/ash-street/3'],
      ],
    );
  });

  await t.test(
    'RDR-01, RDR-15, RDR-18, RDR-20 an episode reads from top to bottom without scripts',
    async (t) => {
      const { status, body } = await get('/stories/ash-street/1');
      t.equal(status, 200);
      const main = body.match(/<main.*<\/main>/s)?.[0] ?? '';
      const images = [...main.matchAll(/<picture.*?<\/picture>/gs)].map(([picture]) => picture).slice(0, 3);
      t.equal(images.length, 3);
      for (const [index, image] of images.entries()) {
        t.match(
          image,
          new RegExp(`alt="Page ${index + 1} of \\d+" width="1440" height="2036"`),
          'a box of the right shape',
        );
        t.match(image, /type="image\/avif".*type="image\/webp".*<img/s);
        t.match(image, /background-image:url\(/);
        t.equal(/loading="lazy"/.test(image), index > 0, 'only the first is fetched at once');
        t.equal(/fetchPriority="high"/i.test(image), index === 0);
      }
      t.match(body, /<input type="checkbox"[^>]* id="bars"/);
      t.match(body, /<label [^>]*for="bars"/);
      t.match(body, /data-episode-id="/);
      t.match(body, /role="progressbar"/);
      t.match(textOf(main), /To be continued Episode 3 is out\..*Next episode: 3/);
      t.match(body, /href="\/stories\/ash-street\/3" rel="next"|rel="next" href="\/stories\/ash-street\/3"/);
      t.match(
        textOf((await get('/stories/ash-street/3')).body),
        /You have read everything there is so far\..*Previous episode: 1/,
      );
    },
  );

  await t.test('a novel is set as text', async (t) => {
    const { status, body } = await get('/stories/salt-road/1');
    t.equal(status, 200);
    t.match(
      textOf(body),
      /Chapter 1 Chapter title 1 My grandmother traded.*Next, 1 minute 2 · Chapter title 2 Continue reading/,
    );
    t.notMatch(body, /id="bars"/);
  });

  await t.test(
    'PRI-19, PRI-29, ERR-45 of a locked episode only a blur and the way to sign in are shown',
    async (t) => {
      const { status, body } = await get('/stories/umbrellas/2');
      t.equal(status, 402);
      t.match(textOf(body), /Login to Unlock Episode 2 is premium and costs 30 coins\. Sign in/);
      t.match(body, /href="\/sign_in\?back=%2Fstories%2Fumbrellas%2F2"/);
      for (const picture of locked.pictures) t.notMatch(body, picture);
      t.match(body, /<meta name="robots" content="noindex">/);
      const list = textOf((await get('/stories/umbrellas')).body);
      t.match(list, /Premium.*1 Part 1.*Free.*2 Part 2.*30 coins/);
    },
  );

  await t.test('everybody gets the same page', async (t) => {
    const reader = await site.signUp('Reader');
    for (const url of ['/', '/stories/ash-street', '/stories/ash-street/1']) {
      caches.purge(['all']);
      const signedIn = await get(url, { cookie: `auth_token=${reader.token}; signed_in=1` });
      caches.purge(['all']);
      t.equal((await get(url)).body, signedIn.body, url);
    }
  });

  await t.test('pages of many episodes and pages cost few queries and few bytes', async (t) => {
    const long = await addStory(author, { slug: 'long', description: 'x y '.repeat(100) });
    for (let number = 1; number <= 40; number += 1)
      await addEpisode(
        long,
        number,
        { title: `The ${number}th lamp on the left`, publishedAt: at('04') },
        { pages: 1 },
      );
    const twenty = await addStory(author, { slug: 'twenty' });
    await addEpisode(twenty, 1, {}, { pages: 20 });
    for (let number = 0; number < 24; number += 1) {
      const type = (['comics', 'indie', 'novel'] as const)[number % 3] ?? 'comics';
      const story = await addStory(author, {
        title: `Story number ${number}`,
        publicationType: type,
        slug: `s${number}`,
      });
      await addEpisode(story, 1, {}, { pages: 0, chapters: ['<p>There was a lamp.</p>'] });
    }
    const rest = 'long twenty/1 long/20 salt-road/1 umbrellas/2'.split(' ').map((path) => `/stories/${path}`);
    // The first page loads the house ads, once per process.
    await get('/stories/twenty/1');
    for (const url of ['/', ...rest]) {
      caches.pages.purge(['all']);
      let body = '';
      const queries = await countQueries(deps, async () => {
        body = (await get(url)).body;
      });
      t.ok(queries > 0 && queries <= (url === '/' ? 5 : 4), `${url} asks ${queries} times`);
      const [first = ''] = body.split(`id="${FIRST_SCREEN}"`);
      t.ok(compressed(first) < FIRST_SCREEN_MAX_BYTES, `${url} begins with ${compressed(first)} bytes`);
      t.ok(compressed(body) < HTML_MAX_BYTES, `${url} is ${compressed(body)} bytes`);
    }
    await get('/stories/twenty/1');
    t.equal(await countQueries(deps, () => get('/stories/twenty/1')), 0, 'the second time it is kept');
  });
});
