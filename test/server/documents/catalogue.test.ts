/** The OPDS catalogue, validated by Readium's schemas and read by its toolkit. */
import { Manifest } from '@readium/shared';
import t from 'tap';
import { storySlugs } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../support/app.ts';
import { countQueries, openShelf } from '../../support/shelf.ts';
import { faultsOfFeed, faultsOfManifest, faultsOfPublication } from './opds.ts';

const BASE_URL = 'https://tsuzuki.test';
const environment = { BASE_URL, COUNTRY_HEADER: 'x-country', TRUST_PROXY: 'loopback' };
const app = await startTestApp({ environment });
t.teardown(() => app.close());
const shelf = openShelf(app.deps);

const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url: url.replace(BASE_URL, ''), headers });

type Link = { rel?: string; href: string; type: string; title?: string };
type Publication = { metadata: { identifier: string; title: string }; links: Link[]; images: Link[] };
type Feed = {
  metadata: { title: string };
  links: Link[];
  navigation?: Link[];
  publications?: Publication[];
  groups?: { metadata: { title: string }; publications: Publication[] }[];
  facets?: { metadata: { title: string }; links: Link[] }[];
};

async function feedAt(url: string, headers: Record<string, string> = {}): Promise<Feed> {
  const reply = await get(url, headers);
  t.equal(reply.statusCode, 200, url);
  t.equal(reply.headers['content-type'], 'application/opds+json', url);
  const feed = reply.json<Feed>();
  t.same(faultsOfFeed(feed), [], url);
  return feed;
}

const relOf = (links: readonly Link[], rel: string) => links.find((link) => link.rel === rel)?.href ?? '';
const titlesIn = ({ publications = [] }: Feed) => publications.map(({ metadata }) => metadata.title);

const authorId = await shelf.addAuthor('Mirko Haas');
const at = (day: number) => ({ lastUpdate: new Date(Date.UTC(2026, 9, day)) });
const manga = await shelf.addStory(authorId, {
  slug: 'manga',
  title: 'Ash </script> Street',
  format: 'page_rtl',
  viewsCount: 9,
  ...at(1),
});
const first = await shelf.addEpisode(
  manga,
  1,
  { pageOrientation: 'horizontal', readMode: 'page_flip' },
  { pages: 3 },
);
await shelf.addEpisode(manga, 2, { status: 'scheduled' });
const strip = await shelf.addStory(authorId, { slug: 'strip', title: 'Strip', format: 'strip', ...at(2) });
const long = await shelf.addEpisode(strip, 1, {}, { pages: 1, pieces: 3 });
const novel = await shelf.addStory(authorId, {
  slug: 'a-book',
  title: 'Salt',
  publicationType: 'novel',
  genre: 'poetry',
  viewsCount: 5,
  ...at(3),
});
const chapter = await shelf.addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>One.</p>'] });
const paid = await shelf.addStory(
  authorId,
  { slug: 'paid', title: 'Paid', ...at(4) },
  { pricing: { type: 'all_premium', priceCoins: 9 } },
);
const locked = await shelf.addEpisode(paid, 1);
const mixed = await shelf.addStory(
  authorId,
  { slug: 'mixed', title: 'Mixed', ...at(5) },
  { pricing: { type: 'custom' } },
);
await shelf.addEpisode(mixed, 1, { customPriceCoins: 5 });
await shelf.addEpisode(mixed, 2);
const closed = await shelf.addStory(
  authorId,
  { slug: 'closed', title: 'Closed', ...at(6) },
  { geofilter: { type: 'deny', countries: ['DE'] } },
);
const closedEpisode = await shelf.addEpisode(closed, 1);

await t.test(
  'the catalogue leads to what is new, read most, of a kind and of a genre, in either language',
  async (t) => {
    const start = await feedAt('/opds/v2');
    t.equal(start.metadata.title, 'Free to read on Tsuzuki');
    t.equal(relOf(start.links, 'self'), `${BASE_URL}/opds/v2`);
    for (const { href } of start.navigation ?? []) await feedAt(href);
    t.match(
      start.navigation?.map(({ title }) => title),
      ['New', 'Most read', 'Comics', 'Indie', 'Novels'],
    );
    const german = await feedAt('/de/opds/v2');
    t.match(german.navigation?.[4], { title: 'Romane', href: `${BASE_URL}/de/opds/v2/popular?type=novel` });
  },
);

await t.test('lists hold stories by their first free episode; nothing premium stands in one', async (t) => {
  const popular = await feedAt('/opds/v2/popular');
  t.same(titlesIn(popular).slice(0, 2), ['Ash </script> Street 1 · Part 1', 'Salt 1 · Part 1']);
  t.same(titlesIn(await feedAt('/opds/v2/newest')), [
    'Closed 1 · Part 1',
    'Mixed 2 · Part 2',
    'Salt 1 · Part 1',
    'Strip 1 · Part 1',
    'Ash </script> Street 1 · Part 1',
  ]);
  t.same(titlesIn(await feedAt('/opds/v2/newest?type=novel')), ['Salt 1 · Part 1']);
  t.same(titlesIn(await feedAt('/opds/v2/popular?genre=poetry&language=en')), ['Salt 1 · Part 1']);
  t.same(titlesIn(await feedAt('/opds/v2/popular?genre=sports')), []);
  const [kinds, genres] = popular.facets ?? [];
  t.match(kinds?.links[0], { title: 'All', rel: 'self' });
  t.match(genres?.metadata.title, 'Genre');
  t.equal((await get('/opds/v2/popular?genre=poetry&type=novel')).statusCode, 404, 'no index holds that');
  t.notMatch((await get('/opds/v2/newest')).body, '</script>', 'no tag in it, whatever it is called');
});

await t.test(
  'RDR-01 a comic is read from its manifest, without cookies and as long as it is free',
  async (t) => {
    const reply = await get(`/opds/v2/episodes/${first.id}/manifest.json`);
    t.equal(reply.headers['content-type'], 'application/divina+json');
    t.equal(reply.headers['access-control-allow-origin'], '*');
    t.same(faultsOfManifest(reply.json()), []);
    const read = Manifest.deserialize(reply.json());
    t.equal(read?.metadata.title.getTranslation('en'), 'Ash </script> Street 1 · Part 1');
    t.equal(read?.metadata.identifier, `urn:uuid:${first.id}`);
    t.equal(read?.metadata.readingProgression, 'rtl');
    t.match(reply.json().metadata, {
      layout: 'fixed',
      numberOfPages: 3,
      belongsTo: { series: { position: 1 } },
    });
    const pages = read?.readingOrder.items ?? [];
    t.equal(pages.length, 3);
    t.same(
      pages.map(({ href }) => href.split('/')[4]),
      first.pictures,
      'in the order of reading',
    );
    for (const { href, type, width, alternates } of pages) {
      t.match(
        href,
        /^https:\/\/tsuzuki\.test\/media\/[^?]+\.jpg$/,
        'a public address, which needs no signature',
      );
      t.match({ type, width }, { type: 'image/jpeg', width: 1080 });
      t.same(
        alternates?.items.map((each) => each.type),
        ['image/avif', 'image/webp'],
      );
    }
    const strips = (await get(`/opds/v2/episodes/${long.id}/manifest.json`)).json();
    t.equal(strips.metadata.layout, 'scrolled');
    t.equal(strips.readingOrder.length, 3, 'every piece of a strip');
  },
);

await t.test('NOV-08 a novel is a book in a file, of its own publication', async (t) => {
  const reply = await get(`/opds/v2/episodes/${chapter.id}`);
  t.equal(reply.headers['content-type'], 'application/opds-publication+json');
  t.same(faultsOfPublication(reply.json()), []);
  const { links } = reply.json<Publication>();
  const href = relOf(links, 'http://opds-spec.org/acquisition/open-access');
  // HEAD only, since the shelf's pictures have no files.
  const book = await app.app.inject({ method: 'HEAD', url: href.replace(BASE_URL, '') });
  t.equal(book.statusCode, 200);
  t.equal(book.headers['content-type'], 'application/epub+zip');
});

await t.test('a story lists its free episodes, and moves with its address', async (t) => {
  await app.deps.db.insert(storySlugs).values({ slug: 'old-manga', storyId: manga.id });
  const feed = await feedAt('/opds/v2/stories/manga');
  t.same(
    feed.publications?.map(({ metadata }) => metadata.identifier),
    [`urn:uuid:${first.id}`],
  );
  t.same(titlesIn(await feedAt('/opds/v2/stories/mixed')), ['Mixed 2 · Part 2']);
  t.equal((await get('/opds/v2/stories/old-manga')).headers.location, `${BASE_URL}/opds/v2/stories/manga`);
  t.equal((await get('/opds/v2/stories/nobody-knows')).statusCode, 404);
});

await t.test('PRI-29 GEO-08 what is locked, hidden or closed is refused as on its page', async (t) => {
  for (const path of ['', '/manifest.json']) {
    t.equal((await get(`/opds/v2/episodes/${locked.id}${path}`)).statusCode, 402);
    t.equal((await get(`/opds/v2/episodes/${newId()}${path}`)).statusCode, 404);
    const of = (country: string) =>
      get(`/opds/v2/episodes/${closedEpisode.id}${path}`, { 'x-country': country });
    t.equal((await of('DE')).statusCode, 451);
    t.equal((await of('FR')).statusCode, 200);
    t.equal((await of('DE')).statusCode, 451, 'kept for the one country, it is not shown in the other');
  }
  t.notMatch(titlesIn(await feedAt('/opds/v2/newest', { 'x-country': 'DE' })), ['Closed 1 · Part 1']);
  t.equal((await get('/opds/v2/stories/closed', { 'x-country': 'DE' })).statusCode, 451);
});

await t.test('the search finds stories by a phrase, whatever it holds', async (t) => {
  const { groups } = await feedAt('/opds/v2/search?query=strip');
  t.match(groups, [
    { metadata: { title: 'Comics' }, publications: [{ metadata: { title: 'Strip 1 · Part 1' } }] },
  ]);
  for (const phrase of ['', '%00', "' or 1=1 --", '%F0%9F%92%A9'])
    t.same((await feedAt(`/opds/v2/search?query=${phrase}`)).groups, undefined, phrase);
});

await t.test(
  'long lists lead on part by part, at the same few queries, and name each story once',
  async (t) => {
    for (let number = 0; number < 100; number += 1) {
      const story = await shelf.addStory(authorId, { title: `Many ${number}`, viewsCount: 1 });
      await shelf.addEpisode(story, 1, {}, { pages: 0 });
    }
    for (const order of ['newest', 'popular']) {
      app.caches.purge(['all']);
      const seen: string[] = [];
      for (let url = `/opds/v2/${order}`; url !== ''; ) {
        let feed: Feed | undefined;
        const queries = await countQueries(app.deps, async () => {
          feed = await feedAt(url);
        });
        t.ok(queries <= 5, `${queries} queries`);
        seen.push(...(feed?.publications ?? []).map(({ metadata }) => metadata.identifier));
        url = relOf(feed?.links ?? [], 'next');
      }
      t.equal(seen.length, 105, order);
      t.equal(new Set(seen).size, 105, order);
    }
  },
);
