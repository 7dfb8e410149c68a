import t from 'tap';
import { createEpisode, publishStory } from '../../support/console.ts';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: 'loopback' } });
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const { story, episode } = await publishStory(site, creator, { title: 'Ash Street' });
const draft = await createEpisode(site, creator, story.id, 'Nine Lamps');
const room = `/creator/stories/${story.id}`;
const desk = visitPlainly(site.app, { as: creator });
const stored = async () =>
  (await site.call(`GET /creator/pricing_strategies/${story.id}`, { as: creator })).json();
const store = (body: object) =>
  site.call(`PUT /creator/pricing_strategies/${story.id}`, { as: creator, body });
const from = (country: string) => visitPlainly(site.app, { headers: { 'x-country': country } });
const named = (name: string) => desk.document().querySelector(`[name="${name}"]`) as HTMLInputElement;

await t.test('PRI-09, ERR-36 a refused price is told in German, and then one is taken', async (t) => {
  await desk.goto(`/de${room}/prices`);
  desk.choose('Alle Folgen Premium');
  named('price_of.all_premium').value = '1200';
  await desk.press('Preise speichern');
  t.match(desk.text(), 'Einstellungen nicht geändert. Bitte gib einen Preis von 0 bis 1000 an');
  desk.choose('Alle Folgen Premium');
  named('price_of.all_premium').value = '20';
  await desk.press('Preise speichern');
  t.match(desk.text(), 'Einstellungen geändert');
  t.match(await stored(), { type: 'all_premium', price: 20 });
});

await t.test('PRI-09, ERR-36 each refused price is told, and nothing of it is stored', async (t) => {
  const before = await stored();
  for (const wrong of ['1200', '-1', '1.5', 'ten', '']) {
    await desk.goto(`${room}/prices`);
    desk.choose('All episodes premium');
    named('price_of.all_premium').value = wrong;
    await desk.press('Save prices');
    t.match(desk.text(), 'Settings not changed. Please add price between 0-1000', wrong);
  }
  t.same(await stored(), before);
});

await t.test('PRI-12 a wait that is none is refused, and 14 days are kept', async (t) => {
  const wait = async (days: string) => {
    await desk.goto(`${room}/prices`);
    desk.fill('Becomes free after … days', days);
    await desk.press('Save prices');
  };
  await wait('14');
  t.match(await stored(), { free_after_days: 14 });
  for (const wrong of ['0', '366', 'two']) {
    await wait(wrong);
    t.equal(desk.field('Becomes free after … days').getAttribute('aria-invalid'), 'true', wrong);
    t.match(await stored(), { free_after_days: 14 }, wrong);
  }
  await desk.goto(`${room}/prices`);
  t.equal(desk.field('Becomes free after … days').value, '14');
  await wait('');
  t.match(await stored(), { free_after_days: null });
});

await t.test('GEO-05, ERR-71 countries are chosen in German', async (t) => {
  await site.call(`PUT /creator/story_geofiltering_strategies/${story.id}`, {
    as: creator,
    body: { type: 'allow', countries: ['JP', 'KR'] },
  });
  await desk.goto(`/de${room}/geofiltering`);
  desk.choose(/^Überall außer/);
  desk.choose('Österreich');
  await desk.press('Länder speichern');
  t.match(desk.text(), 'Ländereinstellungen gespeichert');
  const set = await site.call(`GET /creator/story_geofiltering_strategies/${story.id}`, { as: creator });
  t.match(set.json(), { type: 'deny', countries: ['AT', 'JP', 'KR'] });
});

await t.test('GEO-08, ERR-39 a reader of another country is told that it is not available', async (t) => {
  await store({ type: 'all_free' });
  await site.call(`PUT /creator/story_geofiltering_strategies/${story.id}`, {
    as: creator,
    body: { type: 'allow', countries: ['JP'] },
  });
  const abroad = from('DE');
  t.equal(await abroad.goto(`/stories/${story.slug}`), 451);
  t.ok(abroad.get('heading', 'This story is not available in your country'));
  t.equal(await abroad.goto(`/de/stories/${story.slug}/1`), 451);
  t.equal(abroad.document().documentElement.lang, 'de');
  await abroad.goto('/');
  t.notMatch(abroad.text(), 'Ash Street');
  const there = from('JP');
  t.equal(await there.goto(`/stories/${story.slug}/1`), 200);
  t.ok(there.document().querySelector('main img'));
});

await t.test(
  'PRI-28, PRI-29 a locked episode shows its price and no picture, until it is free',
  async (t) => {
    const prices = { [episode.id]: 20, [draft.id]: 20 };
    t.equal((await store({ type: 'custom', prices })).statusCode, 200);
    const reader = from('JP');
    t.equal(await reader.goto(`/stories/${story.slug}/1`), 402);
    t.match(reader.text(), /20 coins/);
    t.same([...reader.document().querySelectorAll('main img[src^="/media/"], main source')], []);
    t.equal((await store({ type: 'all_free' })).statusCode, 200);
    t.equal(await from('JP').goto(`/stories/${story.slug}/1`), 200);
  },
);
