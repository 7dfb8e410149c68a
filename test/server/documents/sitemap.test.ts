/** Documents for search engines: the sitemap, read by an XML parser, and robots.txt. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { robotsText } from '#server/documents/crawlers.ts';
import { writePart } from '#server/documents/sitemap.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { countQueries, openShelf } from '../../support/shelf.ts';

const environment = {
  BASE_URL: 'https://tsuzuki.test',
  COUNTRY_HEADER: 'x-country',
  TRUST_PROXY: 'loopback',
};
const app = await startTestApp({ environment });
t.teardown(() => app.close());
const shelf = openShelf(app.deps);
const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });

function valuesOf(xml: string, name: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name: opened }) => {
    open.push(opened);
    if (opened === name) found.push('');
  });
  parser.on('text', (text) => {
    if (open.at(-1) === name) found[found.length - 1] += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

const authorId = await shelf.addAuthor('Mirko Haas');
const open = await shelf.addStory(authorId, { slug: 'open', lastUpdate: new Date('2026-10-02T03:04:05Z') });
const geofilter = (type: 'allow' | 'deny') => ({ geofilter: { type, countries: ['DE'] } });
await shelf.addStory(authorId, { slug: 'not-in-germany' }, geofilter('deny'));
await shelf.addStory(authorId, { slug: 'only-in-germany' }, geofilter('allow'));
await shelf.addStory(authorId, { slug: 'unfinished', published: false });
await shelf.addStory(authorId, { slug: 'thrown-away', deletedAt: new Date() });
const idleId = await shelf.addAuthor('Has nothing');

await t.test('the index leads to parts that hold every story and every creator once', async (t) => {
  const index = await get('/sitemap.xml');
  t.equal(index.headers['content-type'], 'application/xml; charset=utf-8');
  t.same(valuesOf(index.body, 'loc'), [
    'https://tsuzuki.test/sitemap-pages.xml',
    `https://tsuzuki.test/sitemap-stories-${open.id}.xml`,
    `https://tsuzuki.test/sitemap-profiles-${authorId}.xml`,
  ]);
  const stories = (await get(`/sitemap-stories-${open.id}.xml`, { 'x-country': 'FR' })).body;
  t.same(valuesOf(stories, 'loc'), [
    'https://tsuzuki.test/stories/open',
    'https://tsuzuki.test/de/stories/open',
    'https://tsuzuki.test/stories/not-in-germany',
    'https://tsuzuki.test/de/stories/not-in-germany',
  ]);
  t.equal(valuesOf(stories, 'lastmod')[0], '2026-10-02T03:04:05.000Z');
  t.match(valuesOf(stories, 'image:loc')[0], /^https:\/\/tsuzuki.test\/media\/[^?]+\.jpg$/);
  const entry = stories.slice(0, stories.indexOf('</url>'));
  t.match(entry, 'hreflang="en" href="https://tsuzuki.test/stories/open"');
  t.match(entry, 'hreflang="de" href="https://tsuzuki.test/de/stories/open"');
  t.match(entry, 'hreflang="x-default" href="https://tsuzuki.test/stories/open"');
  const profiles = (await get(`/sitemap-profiles-${authorId}.xml`)).body;
  t.match(valuesOf(profiles, 'loc'), [/\/profile\/author-1$/, /\/de\/profile\/author-1$/]);
  t.notMatch(profiles, 'author-2', `${idleId} has nothing to show`);
});

await t.test('GEO-08 a story stands there for the countries that may read it', async (t) => {
  const seen = async (country: string) =>
    valuesOf((await get(`/sitemap-stories-${open.id}.xml`, { 'x-country': country })).body, 'loc').join(' ');
  t.match(await seen('DE'), '/only-in-germany');
  t.notMatch(await seen('DE'), '/not-in-germany');
  t.match(await seen('XX'), '/not-in-germany', 'an unknown country is not the one that is shut out');
  t.notMatch(await seen('XX'), '/only-in-germany');
  t.notMatch(await seen('DE'), /unfinished|thrown-away/);
});

await t.test('a part is compressed for who can read that, and is none for a made-up name', async (t) => {
  const url = `/sitemap-stories-${open.id}.xml`;
  t.equal((await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip');
  for (const path of ['/sitemap-stories-1.xml', '/sitemap-episodes-x.xml', `/sitemap-stories-${open.id}`])
    t.equal((await get(path)).statusCode, 404, path);
  const beyond = await get(`/sitemap-stories-${newId()}.xml`);
  t.same(valuesOf(beyond.body, 'loc'), [], 'behind the last one there is nothing');
});

await t.test('a part is read as its reader takes it, and not on when the reader has left', async (t) => {
  const { deps } = app;
  const many = Array.from({ length: 450 }, () => newId());
  await deps.db.insert(users).values(
    many.map((id) => ({
      id,
      email: `${id}@a.example`,
      slug: id,
      displayName: 'x',
      dateOfBirth: '1990-01-01',
    })),
  );
  for (const id of many) await shelf.addStory(id);
  const where = { from: open.id, country: null };
  const whole = await countQueries(deps, async () => {
    for await (const _ of writePart(deps, 'stories', where));
  });
  t.equal(whole, 3, 'some hundred rows a query');
  const early = await countQueries(deps, async () => {
    const stream = Readable.from(writePart(deps, 'stories', where), { highWaterMark: 1 });
    const parts = stream[Symbol.asyncIterator]();
    await parts.next();
    await parts.next();
    stream.destroy();
    for (let turns = 0; turns < 20; turns += 1) await turn();
  });
  t.ok(early < whole, `${early} queries`);
  // The running query ends, and its connection is released.
  await eventually('no connection waits for anybody', () => deps.pool.idleCount === deps.pool.totalCount);
});

await t.test('robots.txt names the sitemap, and keeps out who gathers works for models', async (t) => {
  const { body, headers } = await get('/robots.txt');
  t.match(headers['content-type'], 'text/plain');
  t.match(body, /^Sitemap: https:\/\/tsuzuki\.test\/sitemap\.xml$/m);
  const [gatherers = '', everybody = ''] = body.split('\n\n');
  t.match(gatherers, /^User-agent: GPTBot$/m);
  t.match(gatherers, /^Disallow: \/$/m);
  t.match(everybody, 'User-agent: *\n');
  for (const path of ['/api/', '/creator', '/de/creator', '/search'])
    t.ok(everybody.split('\n').includes(`Disallow: ${path}`), path);
  t.notMatch(everybody, /^Disallow: \/$/m);
  t.equal(
    robotsText('http://localhost:3000'),
    'User-agent: *\nDisallow: /\n',
    'nothing of a machine at home',
  );
});
