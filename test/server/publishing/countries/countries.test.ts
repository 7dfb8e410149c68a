import t from 'tap';
import { storyMembers } from '#db/schema/index.ts';
import {
  asCountry,
  COUNTRIES,
  COUNTRY_GROUPS,
  countryGroup,
  decideGeofilter,
  isAvailableIn,
} from '#server/domains/publishing/countries/rules.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';

const allow = (...countries: string[]) => ({ type: 'allow', countries }) as const;
const deny = (...countries: string[]) => ({ type: 'deny', countries }) as const;

t.test('who may read where, an unknown country included', async (t) => {
  for (const [filter, country, wanted] of [
    [null, 'DE', true],
    [{ type: 'worldwide', countries: [] } as const, null, true],
    [allow('JP'), 'JP', true],
    [allow('JP'), 'DE', false],
    [allow('JP'), null, false],
    [deny('JP'), 'JP', false],
    [deny('JP'), 'DE', true],
    [deny('JP'), null, true],
  ] as const)
    t.equal(isAvailableIn(filter, country), wanted, JSON.stringify([filter, country]));
});

t.test('the countries are those of the standard, the groups are made of them', async (t) => {
  t.equal(COUNTRIES.length, 249);
  t.equal(new Set(COUNTRIES).size, 249);
  t.same(
    COUNTRY_GROUPS.map(({ id, countries }) => [id, countries.length]),
    [
      ['eu', 27],
      ['eea', 30],
      ['dach', 3],
    ],
  );
  for (const { countries } of COUNTRY_GROUPS)
    t.same(
      countries.filter((code) => !COUNTRIES.includes(code)),
      [],
    );
  t.same(['de', ' DE ', 'XX', 'T1', 'EU', 'AP', '', 'DEU', undefined].map(asCountry), [
    'DE',
    'DE',
    ...Array(7).fill(null),
  ]);
});

t.test('what is chosen is put in order, each country once', async (t) => {
  t.same(decideGeofilter(allow('JP', 'de', 'JP')), { filter: allow('DE', 'JP') });
  t.same(decideGeofilter({ type: 'worldwide', countries: ['JP'] }), {
    filter: { type: 'worldwide', countries: [] },
  });
  t.same(decideGeofilter(deny()), { fields: { countries: ['blank'] } });
  t.same(decideGeofilter(deny('JP', 'XX')), { fields: { countries: ['unknown_country'] } });
});

t.test('countries that pass the same filters are one group', async (t) => {
  const filters = [allow('DE', 'AT'), deny('JP')];
  t.equal(countryGroup(filters, 'DE'), countryGroup(filters, 'AT'));
  t.equal(countryGroup(filters, 'FR'), countryGroup(filters, null));
  t.equal(new Set(['DE', 'JP', 'FR'].map((code) => countryGroup(filters, code))).size, 3);
  t.equal(countryGroup([], 'DE'), countryGroup([], null));
});

type Strategy = { story_id: string; type: string; countries: string[]; version: string };

t.test('the countries of a story', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Mirko Haas');
  const { story } = await publishStory(app, creator);
  const address = `/creator/story_geofiltering_strategies/${story.id}`;
  const put = (body: object, as: Account | undefined = creator) => app.call(`PUT ${address}`, { as, body });
  const read = async () => (await app.call(`GET ${address}`, { as: creator })).json<Strategy>();

  await t.test(
    'API-37 the countries by name in the language of the request, and groups of them',
    async (t) => {
      const english = (await app.call('GET /geofilters')).json();
      t.equal(english.countries.length, 249);
      const labels = english.countries.map((country: { label: string }) => country.label);
      t.same(labels, [...labels].sort(new Intl.Collator('en').compare));
      t.ok(labels.includes('Germany'));
      t.same(
        english.groups.map((group: { id: string }) => group.id),
        ['eu', 'eea', 'dach'],
      );
      const german = (await app.call('GET /geofilters', { headers: { 'accept-language': 'de' } })).json();
      t.match(
        german.countries.find((country: { code: string }) => country.code === 'AT').label,
        'Österreich',
      );
      t.ok(
        german.countries.findIndex((country: { code: string }) => country.code === 'AT') < 200,
        'Ö is an O',
      );
    },
  );

  await t.test('API-35 GEO-03 GEO-04 STO-23 a new story has a strategy: the whole world', async (t) => {
    t.match(await read(), { story_id: story.id, type: 'worldwide', countries: [] });
  });

  await t.test('API-36 GEO-02 what is set is kept, in order and each country once', async (t) => {
    const reply = await put({ type: 'allow', countries: ['JP', 'DE', 'JP', 'at'] });
    t.equal(reply.statusCode, 200);
    t.match(reply.json(), { type: 'allow', countries: ['AT', 'DE', 'JP'] });
    t.match(await read(), { type: 'allow', countries: ['AT', 'DE', 'JP'] });
    await put({ type: 'deny', countries: ['US'] });
    t.match(await read(), { type: 'deny', countries: ['US'] });
    await put({ type: 'worldwide' });
    t.same((await read()).countries, []);
  });

  await t.test('what does not fit is refused and changes nothing', async (t) => {
    await put({ type: 'deny', countries: ['US'] });
    const before = await read();
    for (const [body, field] of [
      [{ type: 'allow', countries: [] }, 'countries'],
      [{ type: 'deny' }, 'countries'],
      [{ type: 'allow', countries: ['DE', 'XX'] }, 'countries'],
      [{ type: 'allow', countries: ['Germany'] }, 'countries'],
      [{ type: 'allow', countries: [7] }, 'countries'],
      [{ type: 'allow', countries: 'DE' }, 'countries'],
      [{ type: 'nowhere', countries: ['DE'] }, 'type'],
      [{}, 'type'],
    ] as const) {
      const reply = await put(body);
      t.equal(reply.statusCode, 422, JSON.stringify(body));
      t.same(Object.keys(reply.json().fields[0]), [field]);
    }
    t.same(await read(), before);
    const all = await put({ type: 'deny', countries: COUNTRIES });
    t.equal(all.statusCode, 200, 'all of them at once');
  });

  await t.test('a stale version is refused; roles and strangers as with prices', async (t) => {
    const { version } = await read();
    t.equal((await put({ type: 'worldwide', version })).statusCode, 200);
    t.equal((await put({ type: 'deny', countries: ['FR'], version })).statusCode, 409);
    t.equal((await read()).type, 'worldwide');
    const editor = await app.signUp('Editor');
    await app.deps.db.insert(storyMembers).values({ storyId: story.id, userId: editor.id, role: 'editor' });
    t.equal((await put({ type: 'worldwide' }, editor)).statusCode, 403);
    t.equal((await app.call(`GET ${address}`, { as: editor })).statusCode, 200);
    const stranger = await app.signUp('Stranger');
    t.equal((await put({ type: 'worldwide' }, stranger)).statusCode, 404);
    t.equal((await app.call(`GET ${address}`, { as: stranger })).statusCode, 404);
    t.equal((await app.call(`GET ${address}`)).statusCode, 401);
  });
});
