/** Structured data of pages, checked against the schema.org terms that we use. */
import t from 'tap';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite({ environment: { BASE_URL: 'https://tsuzuki.test' } });
t.teardown(() => site.close());
const shelf = openShelf(site.deps);

/** schema.org, version 29: own and inherited properties of each type, as far as pages use them. */
const THING = 'name alternateName description url image sameAs';
const CREATIVE_WORK = `${THING} inLanguage genre keywords isAccessibleForFree author aggregateRating datePublished isPartOf position`;
const VOCABULARY: Readonly<Record<string, string>> = {
  WebSite: `${CREATIVE_WORK} potentialAction`,
  SearchAction: `${THING} target query-input`,
  EntryPoint: `${THING} urlTemplate`,
  Organization: `${THING} legalName logo email`,
  Person: THING,
  ComicSeries: CREATIVE_WORK,
  BookSeries: CREATIVE_WORK,
  ComicIssue: `${CREATIVE_WORK} issueNumber`,
  Book: CREATIVE_WORK,
  Chapter: CREATIVE_WORK,
  AggregateRating: `${THING} ratingValue ratingCount bestRating`,
  BreadcrumbList: `${THING} itemListElement`,
  ListItem: `${THING} position item`,
};

type Thing = { '@type': string } & Record<string, unknown>;

/** Terms that schema.org does not allow at their position. */
function strangersIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(strangersIn);
  if (typeof value !== 'object' || value === null) return [];
  const { '@type': type, ...properties } = value as Thing;
  const known = VOCABULARY[type]?.split(' ') ?? [];
  return Object.entries(properties).flatMap(([name, inner]) => [
    ...(known.includes(name) ? [] : [`${type}.${name}`]),
    ...strangersIn(inner),
  ]);
}

async function toldBy(path: string): Promise<Record<string, Thing>> {
  const { body } = await site.app.inject({ url: path });
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  t.equal(blocks.length, 1, path);
  const { '@context': context, ...told } = JSON.parse(blocks[0]?.[1] ?? '');
  t.equal(context, 'https://schema.org');
  const things: Thing[] = told['@graph'] ?? [told];
  t.same(strangersIn(things), [], path);
  t.ok(body.indexOf('application/ld+json') > body.indexOf('</main>'), 'behind what people read');
  return Object.fromEntries(things.map((thing) => [thing['@type'], thing]));
}

const authorId = await shelf.addAuthor('Mirko Haas', { website: 'https://haas.example/' });
const title = '</script><script>alert(1)</script><!-- Ash';
const comic = await shelf.addStory(authorId, {
  slug: 'ash-street',
  title,
  tags: ['lamp'],
  ratingsSum: 9,
  ratingsCount: 2,
});
const publishedAt = new Date('2026-10-02T03:04:05Z');
await shelf.addEpisode(comic, 1, { publishedAt });
await shelf.addEpisode(comic, 2, { status: 'scheduled' });
const novel = await shelf.addStory(authorId, { slug: 'a-book', title: 'A book', publicationType: 'novel' });
await shelf.addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>One.</p>', '<p>Two.</p>'] });
const paid = await shelf.addStory(
  authorId,
  { slug: 'paid' },
  { pricing: { type: 'all_premium', priceCoins: 9 } },
);
await shelf.addEpisode(paid, 1);
const person = { '@type': 'Person', name: 'Mirko Haas', url: 'https://tsuzuki.test/profile/author-1' };

await t.test('the landing page tells of the site and of who runs it', async (t) => {
  const { WebSite, Organization } = await toldBy('/');
  t.match(WebSite, {
    name: 'Tsuzuki',
    alternateName: 'つづき',
    url: 'https://tsuzuki.test/',
    inLanguage: 'en',
  });
  t.match(Organization, { name: 'Tsuzuki', legalName: /Hong Kong/, url: 'https://tsuzuki.test/' });
  const german = await toldBy('/de');
  t.match(german.WebSite, { url: 'https://tsuzuki.test/de', inLanguage: 'de' });
});

await t.test('a comic is a series of issues, whatever it is called', async (t) => {
  const { ComicSeries, BreadcrumbList } = await toldBy('/stories/ash-street');
  t.match(ComicSeries, {
    name: title,
    url: 'https://tsuzuki.test/stories/ash-street',
    author: person,
    genre: 'Crime',
    keywords: ['lamp'],
    isAccessibleForFree: true,
    aggregateRating: { ratingValue: 4.5, ratingCount: 2, bestRating: 5 },
    image: /^https:\/\/tsuzuki\.test\/media\/[^?]+\.jpg$/,
  });
  t.match(BreadcrumbList?.itemListElement, [
    { position: 1, name: 'Tsuzuki', item: 'https://tsuzuki.test/' },
    { position: 2, name: title, item: 'https://tsuzuki.test/stories/ash-street' },
  ]);
  const { ComicIssue } = await toldBy('/stories/ash-street/1');
  t.match(ComicIssue, {
    issueNumber: 1,
    name: 'Part 1',
    datePublished: publishedAt.toISOString(),
    isPartOf: { '@type': 'ComicSeries', url: 'https://tsuzuki.test/stories/ash-street' },
  });
});

await t.test('an episode of a novel is a book with chapters, and a creator a person', async (t) => {
  t.match((await toldBy('/stories/a-book')).BookSeries, { name: 'A book', author: person });
  t.match((await toldBy('/stories/a-book/1')).Book, { position: 1, name: 'Part 1', author: person });
  const { Chapter } = await toldBy('/stories/a-book/1?chapter=2');
  t.match(Chapter, {
    position: 2,
    url: 'https://tsuzuki.test/stories/a-book/1?chapter=2',
    isPartOf: { '@type': 'Book', name: 'Part 1', url: 'https://tsuzuki.test/stories/a-book/1' },
  });
  const { Person } = await toldBy('/profile/author-1');
  t.match(Person, { ...person, sameAs: 'https://haas.example/' });
});

await t.test(
  'PRI-29 nothing is told of what is locked, and pages with it are kept like others',
  async (t) => {
    for (const path of [
      '/stories/paid/1',
      '/stories/nobody-knows',
      '/stories/ash-street?panels=1',
      '/stories/ash-street?order=newest',
    ]) {
      const { body } = await site.app.inject({ url: path });
      t.notMatch(body, 'ld+json', path);
    }
    t.notMatch((await toldBy('/stories/paid')).ComicSeries, { isAccessibleForFree: true });
    const first = await site.app.inject({ url: '/stories/ash-street' });
    const again = await site.app.inject({
      url: '/stories/ash-street',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    t.equal(again.statusCode, 304);
  },
);
