/** The feeds of stories and creators, read by a third-party parser. */
import { eq } from 'drizzle-orm';
import { parseAtomFeed } from 'feedsmith';
import t from 'tap';
import { stories, storySlugs } from '#db/schema/index.ts';
import { purge } from '#server/cache/purge.ts';
import { inTransaction } from '#server/deps.ts';
import { startTestApp } from '../../support/app.ts';
import { openShelf } from '../../support/shelf.ts';

const environment = {
  BASE_URL: 'https://tsuzuki.test',
  COUNTRY_HEADER: 'x-country',
  TRUST_PROXY: 'loopback',
};
const app = await startTestApp({ environment });
t.teardown(() => app.close());
const { deps } = app;
const shelf = openShelf(deps);
const authorId = await shelf.addAuthor('Mirko </name><script>');

const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });
/** Replaces parts with a type by their plain value. */
const read = (text: string) => {
  const plain = JSON.stringify(parseAtomFeed(text), (_key, part) => part?.value ?? part);
  return JSON.parse(plain) as {
    [name in 'id' | 'title' | 'updated']: string;
  } & {
    links: object[];
    authors: object[];
    entries: (Record<'id' | 'title' | 'summary' | 'content', string> & { links: object[] })[];
  };
};
const day = (number: number) => new Date(Date.UTC(2026, 9, number));

await t.test('a story has a feed of its free episodes, the newest first, known by their ids', async (t) => {
  const title = 'Ash & <b>Street</b> ]]> \u0007"';
  const story = await shelf.addStory(authorId, { title, slug: 'ash-street', firstPublishedAt: day(1) });
  const first = await shelf.addEpisode(story, 1, { publishedAt: day(5), firstPublishedAt: day(1) });
  const second = await shelf.addEpisode(story, 2, { publishedAt: day(3), title: 'Nine </title> lamps' });
  await shelf.addEpisode(story, 3, { status: 'scheduled', publishAt: day(28), isAnnounced: true });
  await shelf.addEpisode(story, 4, { status: 'blocked' });

  const reply = await get('/stories/ash-street/feed.xml');
  t.equal(reply.statusCode, 200);
  t.equal(reply.headers['content-type'], 'application/atom+xml; charset=utf-8');
  t.equal(reply.headers['access-control-allow-origin'], '*');
  const feed = read(reply.body);
  t.equal(feed.id, `urn:uuid:${story.id}`);
  t.equal(feed.title, 'Ash & <b>Street</b> ]]> "', 'as it was written, less what XML cannot hold');
  t.equal(feed.updated, day(5).toISOString());
  t.match(feed.links, [
    { rel: 'self', href: 'https://tsuzuki.test/stories/ash-street/feed.xml' },
    { rel: 'alternate', href: 'https://tsuzuki.test/stories/ash-street' },
  ]);
  t.match(feed.authors, [{ name: 'Mirko </name><script>', uri: 'https://tsuzuki.test/profile/author-1' }]);
  t.match(feed.entries, [
    {
      id: `urn:uuid:${first.id}`,
      title: '1 · Part 1',
      published: day(1).toISOString(),
      updated: day(5).toISOString(),
      summary: '2 pages',
      links: [{ href: 'https://tsuzuki.test/stories/ash-street/1' }],
    },
    { id: `urn:uuid:${second.id}`, title: '2 · Nine </title> lamps' },
  ]);
  t.equal(feed.entries.length, 2, 'nothing scheduled, nothing blocked');
  t.match(feed.entries[0]?.content, /<img src="https:\/\/tsuzuki.test\/media\/[^"?]+" alt="">/);
});

await t.test('I18-06 it exists in German, too', async (t) => {
  const feed = read((await get('/de/stories/ash-street/feed.xml')).body);
  t.equal(feed.entries[0]?.summary, '2 Seiten');
  t.match(feed.entries[0]?.links, [{ href: 'https://tsuzuki.test/de/stories/ash-street/1' }]);
  t.match(feed.entries[0]?.content, '"https://tsuzuki.test/media/', 'pictures have no language');
});

await t.test('premium episodes stand in no feed', async (t) => {
  const premium = { pricing: { type: 'first_free', freeCount: 2, priceCoins: 30 } as const };
  const story = await shelf.addStory(authorId, { slug: 'paid' }, premium);
  for (const number of [1, 2, 3, 4]) await shelf.addEpisode(story, number, { publishedAt: day(number) });
  const own = await shelf.addStory(authorId, { slug: 'own-prices' }, { pricing: { type: 'custom' } });
  await shelf.addEpisode(own, 1, { publishedAt: day(8), customPriceCoins: 10 });
  const free = await shelf.addEpisode(own, 2, { publishedAt: day(9) });
  const feed = read((await get('/stories/paid/feed.xml')).body);
  t.same(
    feed.entries.map(({ title }) => title),
    ['2 · Part 2', '1 · Part 1'],
  );
  t.same(
    read((await get('/stories/own-prices/feed.xml')).body).entries.map(({ id }) => id),
    [`urn:uuid:${free.id}`],
  );
  const all = read((await get('/profile/author-1/feed.xml')).body);
  t.same(
    all.entries.map(({ title }) => title),
    [
      'Ash Street 2 · Part 2',
      'Ash & <b>Street</b> ]]> " 1 · Part 1',
      'Ash & <b>Street</b> ]]> " 2 · Nine </title> lamps',
      'Ash Street 2 · Part 2',
      'Ash Street 1 · Part 1',
    ],
    'the feed of their creator holds the same',
  );
});

await t.test('it is kept and purged with the page, and not sent twice', async (t) => {
  const story = await shelf.addStory(authorId, { slug: 'kept', title: 'Before' });
  await shelf.addEpisode(story, 1);
  const first = await get('/stories/kept/feed.xml');
  const etag = String(first.headers.etag);
  t.equal((await get('/stories/kept/feed.xml', { 'if-none-match': etag })).statusCode, 304);
  await deps.db.update(stories).set({ title: 'After' }).where(eq(stories.id, story.id));
  t.equal((await get('/stories/kept/feed.xml')).headers.etag, etag);
  await inTransaction(deps, (tx) => purge(tx, [`story:${story.id}`, `profile:${authorId}`]));
  t.equal(read((await get('/stories/kept/feed.xml', { 'if-none-match': etag })).body).title, 'After');
  t.match((await get('/profile/author-1/feed.xml')).body, 'After');
});

await t.test('GEO-08 a feed is refused where its page is, and moves with it', async (t) => {
  const geofilter = { type: 'deny' as const, countries: ['DE'] };
  const closed = await shelf.addStory(authorId, { slug: 'closed', title: 'Closed' }, { geofilter });
  await shelf.addEpisode(closed, 1);
  await deps.db.insert(storySlugs).values({ slug: 'opened', storyId: closed.id });
  const hidden = await shelf.addStory(authorId, { slug: 'hidden', published: false, title: 'Hidden' });
  await shelf.addEpisode(hidden, 1, { status: 'in_progress' });

  t.equal((await get('/stories/closed/feed.xml', { 'x-country': 'DE' })).statusCode, 451);
  t.equal((await get('/stories/closed/feed.xml', { 'x-country': 'FR' })).statusCode, 200);
  t.equal((await get('/stories/closed/feed.xml', { 'x-country': 'DE' })).statusCode, 451);
  const moved = await get('/de/stories/opened/feed.xml');
  t.equal(moved.statusCode, 301);
  t.equal(moved.headers.location, 'https://tsuzuki.test/de/stories/closed/feed.xml');
  for (const slug of ['hidden', 'nobody-knows'])
    t.equal((await get(`/stories/${slug}/feed.xml`)).statusCode, 404, slug);
  t.equal((await get('/profile/nobody-knows/feed.xml')).statusCode, 404);
  t.equal((await get('/stories/%3Cscript%3E/feed.xml')).statusCode, 404);

  await inTransaction(deps, (tx) => purge(tx, [`profile:${authorId}`]));
  const entries = async (country: string) =>
    (await get('/profile/author-1/feed.xml', { 'x-country': country })).body;
  t.match(await entries('FR'), 'Closed 1');
  t.notMatch(await entries('DE'), 'Closed 1');
  t.notMatch(await entries('FR'), 'Hidden');
});
