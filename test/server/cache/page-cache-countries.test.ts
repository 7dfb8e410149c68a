/** Pages may differ by country: countries with the same rights share a page, and no other country gets it. */
import type { IncomingMessage } from 'node:http';
import t from 'tap';
import type { PublicPage, PublicPageRequest } from '../../../server/cache/public-page.ts';
import type { GeofilterFacts } from '../../../server/domains/publishing/countries/rules.ts';
import { plainPage, startPageServer } from '../../support/page-server.ts';

const plain = async (request: PublicPageRequest, run: number) =>
  (await plainPage(request, run)) as PublicPage;
const byHeader = {
  country: (request: IncomingMessage) => String(request.headers['x-country'] ?? '') || null,
  countryHeaders: ['x-country'],
};
const onlyInJapan: GeofilterFacts = { type: 'allow', countries: ['JP'] };
const notInGermany: GeofilterFacts = { type: 'deny', countries: ['DE', 'AT'] };

t.test('a page that no filter decides is one for all countries, and a CDN may keep it', async (t) => {
  const { get, asked } = startPageServer({
    ...byHeader,
    cdnMaxAgeSeconds: 60,
    render: async (request, run) => ({ ...(await plain(request, run)), geofilters: [] }),
  });
  const first = await get('/', { 'x-country': 'DE' });
  for (const country of ['JP', 'FR', ''])
    t.equal((await get('/', { 'x-country': country })).body, first.body);
  t.equal(asked.length, 1);
  t.equal(first.headers.vary, 'accept-encoding');
  t.match(first.headers['cache-control'], /s-maxage=60/);
});

t.test('countries that pass the same filters share a page, no others do, nor does a CDN', async (t) => {
  const { get, asked, caches } = startPageServer({
    ...byHeader,
    cdnMaxAgeSeconds: 60,
    render: async (request, run) => ({
      ...(await plain(request, run)),
      body: Buffer.from(`${request.country} ${run}`),
      geofilters: [onlyInJapan, notInGermany],
    }),
  });
  const seen = async (country: string) => (await get('/', { 'x-country': country })).body;
  for (const _ of [1, 2]) {
    t.equal(await seen('FR'), 'FR 1');
    t.equal(await seen('US'), 'FR 1');
    t.equal(await seen(''), 'FR 1', 'unknown: not in Japan, and not in Germany');
    t.equal(await seen('DE'), 'DE 2');
    t.equal(await seen('AT'), 'DE 2');
    t.equal(await seen('JP'), 'JP 3');
  }
  t.equal(asked.length, 3);
  const { headers } = await get('/', { 'x-country': 'FR' });
  t.equal(headers.vary, 'accept-encoding, x-country');
  t.equal(headers['cache-control'], 'public, max-age=0, must-revalidate');
  caches.purge(['story:1']);
  t.equal(await seen('AT'), 'AT 4', 'a purge takes every rendering');
  t.equal(await seen('FR'), 'FR 5');
});

t.test('when filters change, nobody gets what was made for another country', async (t) => {
  let geofilters: GeofilterFacts[] = [onlyInJapan];
  const { get, caches } = startPageServer({
    ...byHeader,
    render: async (request, run) => ({
      ...(await plain(request, run)),
      body: Buffer.from(String(request.country)),
      // Only the first rendering has this tag. Others survive a purge of it.
      tags: [run === 1 ? 'landing' : 'story:1'],
      geofilters,
    }),
  });
  const seen = async (country: string) => (await get('/', { 'x-country': country })).body;
  t.equal(await seen('FR'), 'FR');
  t.equal(await seen('JP'), 'JP');
  caches.purge(['landing']);
  geofilters = [{ type: 'allow', countries: ['DE', 'JP'] }, notInGermany];
  for (const _ of [1, 2]) {
    t.equal(await seen('DE'), 'DE');
    t.equal(await seen('JP'), 'JP');
    t.equal(await seen('FR'), 'FR');
  }
});

t.test('who asks at the same moment from elsewhere gets a rendering of their own', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { get, asked, caches } = startPageServer({
    ...byHeader,
    render: async (request, run) => {
      await gate.promise;
      const isClosed = request.country === 'DE';
      const page = { ...(await plain(request, run)), body: Buffer.from(String(request.country)) };
      // A refusal names no filters and is never cached.
      return isClosed ? { ...page, status: 451 } : { ...page, geofilters: [notInGermany] };
    },
  });
  const countries = ['DE', 'FR', 'DE', 'JP', 'AT', 'DE', 'FR', 'US'];
  const all = countries.map((country) => get('/', { 'x-country': country }));
  while (caches.pages.statistics().joined < countries.length - 1) await new Promise(setImmediate);
  t.equal(asked.length, 1);
  gate.resolve();
  const bodies = (await Promise.all(all)).map(({ statusCode, body }) => `${statusCode} ${body}`);
  t.same(
    bodies.map((body, index) => (countries[index] === 'DE' ? body === '451 DE' : body.startsWith('200 '))),
    countries.map(() => true),
  );
  t.notMatch(bodies.filter((_, index) => countries[index] !== 'DE').join(), 'DE');
});
