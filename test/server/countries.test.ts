/** One rule everywhere: content closed in a country is in no page, API answer, picture or cache there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { jpegPart, publishStory, upload } from '../support/console.ts';
import { makeCountryDatabase } from '../support/mmdb.ts';
import { startSite } from '../support/site.ts';

const JAPANESE = '198.51.100.7';
const GERMAN = '203.0.113.7';
/** A trusted proxy of this configuration. Local connections are trusted as well. */
const PROXY = '10.1.2.3';

t.test('stories of some countries', async (t) => {
  const path = join(t.testdir(), 'countries.mmdb');
  writeFileSync(
    path,
    makeCountryDatabase({
      '198.51.100.0/24': { country: { iso_code: 'JP' } },
      '203.0.113.0/24': { country: { iso_code: 'DE' } },
    }),
  );
  const site = await startSite({
    environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '10.1.2.3, loopback', GEOIP_DB: path },
  });
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const open = await publishStory(site, creator, { title: 'Everywhere' });
  const { story, episode } = await publishStory(site, creator, { title: 'Somewhere' });
  const filter = (body: object) =>
    site.call(`PUT /creator/story_geofiltering_strategies/${story.id}`, { as: creator, body });
  const pages = (await site.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator })).json();
  const cover = (await site.call(`GET /stories/${story.id}`)).json().story.cover_url;
  const page = pages.pages[0].pieces[0].url.split('?')[0];

  /** Asks from an address in the country file, or through a proxy that names the country. */
  const ask = async (url: string, where: string, headers: Record<string, string> = {}) => {
    const isAddress = where.includes('.');
    const reply = await site.app.inject({
      url,
      remoteAddress: isAddress ? where : PROXY,
      headers: { ...headers, ...(isAddress ? {} : { 'x-country': where }) },
    });
    return { status: reply.statusCode, body: reply.body, headers: reply.headers };
  };
  const surfaces = {
    'story page': `/stories/${story.slug}`,
    'German story page': `/de/stories/${story.slug}`,
    reader: `/stories/${story.slug}/1`,
    'API story': `/api/stories/${story.id}`,
    'API story by slug': `/api/stories/${story.slug}`,
    'API episode': `/api/episodes/${episode.id}`,
    cover,
    page,
  };
  /** Pages that list stories: landing page, another story, its last episode, and the creator's profile. */
  const author = (await site.call(`GET /stories/${open.story.id}`)).json().story.author.slug;
  const shelves = [
    '/',
    '/de',
    `/stories/${open.story.slug}`,
    `/stories/${open.story.slug}/1?panels=1`,
    `/profile/${author}`,
  ];
  const check = async (t: Test, where: string, isShown: boolean) => {
    // Twice, since the second answer may come from the cache.
    for (const _ of [1, 2]) {
      for (const [what, url] of Object.entries(surfaces))
        t.equal((await ask(url, where)).status, isShown ? 200 : 451, `${what} in ${where || 'no country'}`);
      for (const url of shelves) {
        const { status, body } = await ask(url, where);
        t.equal(status, 200);
        t.equal(body.includes('Somewhere'), isShown, `${url} in ${where || 'no country'}`);
        t.ok(body.includes('Everywhere'));
      }
    }
  };

  await t.test('GEO-08 without a filter it is there for all', async (t) => {
    for (const where of ['JP', 'DE', '', JAPANESE, '192.0.2.1']) await check(t, where, true);
  });

  await t.test(
    'GEO-08 only in some countries: there, and nowhere else, from the moment it is set',
    async (t) => {
      t.equal((await filter({ type: 'allow', countries: ['JP', 'AT'] })).statusCode, 200);
      for (const where of ['DE', 'JP', GERMAN, 'AT', '', JAPANESE, '192.0.2.1', 'FR'])
        await check(t, where, ['JP', 'AT', JAPANESE].includes(where));
    },
  );

  await t.test('GEO-08 everywhere but in some countries; who is nowhere may read', async (t) => {
    t.equal((await filter({ type: 'deny', countries: ['JP', 'AT'] })).statusCode, 200);
    for (const where of ['JP', 'DE', JAPANESE, 'AT', '', GERMAN, '192.0.2.1'])
      await check(t, where, !['JP', 'AT', JAPANESE].includes(where));
  });

  await t.test('a header that is no proxy’s changes nothing', async (t) => {
    for (const url of [...Object.values(surfaces)]) {
      const forged = await ask(url, JAPANESE, { 'x-country': 'DE', 'x-forwarded-for': GERMAN });
      t.equal(forged.status, 451, url);
    }
    const visitor = await ask('/api/stories/somewhere', PROXY, { 'x-forwarded-for': JAPANESE });
    t.equal(visitor.status, 451, 'whom a proxy speaks for is looked up');
  });

  await t.test('ERR-39 it is said that the story is not available, in both languages', async (t) => {
    const refused = await ask(surfaces['API story'], 'JP');
    t.match(JSON.parse(refused.body), { message: 'Story not available', code: 'story_not_available' });
    t.equal(refused.headers['cache-control'], 'no-store');
    const english = await ask(surfaces['story page'], 'JP');
    t.match(english.body, /<h1[^>]*>This story is not available in your country/);
    t.match((await ask(surfaces['German story page'], 'JP')).body, /<html lang="de"/);
    t.notMatch(english.headers['cache-control'], 'public');
    t.notMatch(english.body, cover.split('/')[2], 'not even the picture for link previews');
  });

  await t.test('the team sees its own wherever it is', async (t) => {
    for (const url of [surfaces['API story'], surfaces['API episode']])
      t.equal((await ask(url, 'JP', creator.headers)).status, 200, url);
    const reader = await site.signUp('Reader');
    t.equal((await ask(surfaces['API episode'], 'JP', reader.headers)).status, 451);
    const own = (
      await site.call('GET /creator/stories', { as: creator, headers: { 'x-country': 'JP' } })
    ).json();
    t.equal((await ask(own.stories[0].cover_url, 'JP')).status, 200, 'the console signs its pictures');
  });

  await t.test('who may not read is not counted as a reader, who may is', async (t) => {
    const view = (where: string) =>
      site.app.inject({
        method: 'POST',
        url: `/api/episodes/${episode.id}/views`,
        remoteAddress: PROXY,
        headers: { 'x-country': where, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        payload: '{}',
      });
    t.equal((await view('JP')).statusCode, 451);
    t.ok((await view('DE')).statusCode < 300);
  });

  await t.test('over a real connection, where cached pages are answered ahead of everything', async (t) => {
    const landing = async (country: string) => fetch(site.origin, { headers: { 'x-country': country } });
    for (const _ of [1, 2, 3]) {
      t.notMatch(await (await landing('JP')).text(), 'Somewhere');
      t.match(await (await landing('DE')).text(), 'Somewhere');
      t.match(await (await landing('FR')).text(), 'Somewhere');
    }
    const [japan, germany] = [await landing('JP'), await landing('DE')];
    t.not(japan.headers.get('etag'), germany.headers.get('etag'));
    t.match(germany.headers.get('vary'), 'x-country');
    const known = { 'if-none-match': germany.headers.get('etag') ?? '' };
    t.equal((await fetch(site.origin, { headers: { ...known, 'x-country': 'FR' } })).status, 304);
    t.equal((await fetch(site.origin, { headers: { ...known, 'x-country': 'JP' } })).status, 200);
    const renderings = site.caches.pages.statistics().stored;
    for (const country of ['US', 'CA', 'BR', 'IT', 'ES', 'JP', 'AT']) await (await landing(country)).text();
    t.equal(site.caches.pages.statistics().stored, renderings, 'two groups of countries, two renderings');
    const reader = `${site.origin}/stories/${open.story.slug}/1`;
    const other = await fetch(reader);
    t.equal(other.headers.get('vary'), 'accept-encoding', 'a page without any filter is everybody’s');
  });

  await t.test('taken back, it is there for all again', async (t) => {
    t.equal((await filter({ type: 'worldwide' })).statusCode, 200);
    for (const where of ['JP', 'DE', '']) await check(t, where, true);
  });

  await t.test('a new page of a filtered story is no public picture either', async (t) => {
    await filter({ type: 'allow', countries: ['JP'] });
    const made = await upload(site, creator, 'POST /media', [
      { name: 'purpose', value: 'cover' },
      await jpegPart('file', 'other.jpg', { width: 700, height: 700 }),
    ]);
    const { id } = made.json().media;
    await site.call(`PATCH /creator/stories/${story.id}`, { as: creator, body: { cover_media_id: id } });
    await site.runJobs();
    const url = JSON.parse((await ask(surfaces['API story'], 'JP')).body).story.cover_url;
    t.not(url, cover);
    t.equal((await ask(url, 'DE')).status, 451);
    t.equal((await ask(url, 'JP')).status, 200);
    t.equal((await ask(url, 'DE')).status, 451);
  });
});
