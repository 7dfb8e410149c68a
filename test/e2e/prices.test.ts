/** A creator's prices and countries in a real browser, and what a reader of another country then sees. */
import type { Page } from 'playwright';
import t from 'tap';
import { createEpisode, publishStory } from '../support/console.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: 'loopback' } });
const creator = await site.signUp('Mirko Haas');
const { story, episode } = await publishStory(site, creator, { title: 'Ash Street' });
const draft = await createEpisode(site, creator, story.id, 'Nine Lamps');
const room = `/creator/stories/${story.id}`;
const tab = await site.open({ ...wide, as: creator });
const { page } = tab;

const awake = (on: Page, name: string) =>
  on.waitForSelector(`tsuzuki-island[name=${name}][awake]`, { state: 'attached' });
/** Refusals that this way provokes are answers of 409, 422 and 451, which Chromium repeats as lines of its console. */
const faultsOf = ({ faults }: { faults: string[] }) =>
  faults.filter((fault) => !/^4(09|22|51): |status of 4(09|22|51)/.test(fault));
const stored = async () =>
  (await site.call(`GET /creator/pricing_strategies/${story.id}`, { as: creator })).json();
const save = (on: Page) => on.getByRole('button', { name: /^(Save prices|Preise speichern)$/ }).click();
const preview = (on: Page) =>
  on
    .getByRole('region', { name: /What readers see|Was Leser sehen/ })
    .getByRole('listitem')
    .allInnerTexts()
    .then((rows) => rows.map((row) => row.replace(/\s+/g, ' ').trim()));

await t.test(
  'PRI-02 PRI-03 PRI-11 PRI-15 PRI-16 prices are set, and shown as readers see them',
  async (t) => {
    await tab.goto(room);
    await page.getByRole('link', { name: 'Prices' }).click();
    await awake(page, 'PricesForm');
    t.equal(new URL(page.url()).pathname, `${room}/prices`);
    t.ok(await page.getByRole('radio', { name: 'All episodes free' }).isChecked());
    t.same(await preview(page), ['2 Nine Lamps Free', '1 One Free']);
    await page.getByRole('radio', { name: 'First episodes free' }).check();
    await page.getByLabel('Free episodes').fill('1');
    await page.locator('[name="price_of.first_free"]').fill('30');
    t.same(await preview(page), ['2 Nine Lamps 30 coins', '1 One Free'], 'while it is typed');
    const [put, get] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'PUT'),
      page.waitForRequest((made) => made.url().endsWith('/episodes_prices')),
      save(page),
    ]);
    t.equal(new URL(put.url()).pathname, `/api/creator/pricing_strategies/${story.id}`);
    t.equal(new URL(get.url()).pathname, `/api/creator/stories/${story.id}/episodes_prices`);
    await page.getByText('Settings changed').waitFor();
    t.match(await stored(), { type: 'first_free', free_count: 1, price: 30 });
    t.ok(await page.getByText('Episodes already unlocked stay unlocked.').isVisible());
    await page.getByRole('radio', { name: 'A price for each episode' }).check();
    await page.getByRole('textbox', { name: /Nine Lamps/ }).fill('12');
    await save(page);
    await page.getByText('Settings changed').waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy]') === null);
    t.match(await stored(), { type: 'custom', prices: { [draft.id]: 12, [episode.id]: 0 } });
  },
);

await t.test(
  'PRI-11 what prices change for readers is told before they are saved, then no more',
  async (t) => {
    const told = page.getByText('“One” will cost coins; who has unlocked it keeps it.');
    t.equal(await told.count(), 0);
    const field = page.getByRole('textbox', { name: /One/ });
    await field.fill('7');
    await told.waitFor();
    await field.fill('0');
    await told.waitFor({ state: 'detached' });
    await field.fill('8');
    await told.waitFor();
    await save(page);
    await told.waitFor({ state: 'detached' });
    t.match(await stored(), { prices: { [episode.id]: 8 } });
    t.same(faultsOf(tab), []);
  },
);

await t.test(
  'PRI-12 the wait until an episode is free is a field, and what is none is refused',
  async (t) => {
    const field = page.getByLabel('Free after so many days');
    await field.fill('14');
    const [, one] = await preview(page);
    t.match(one, /^1 One free from \d\d\/\d\d\/\d{4} 8 coins$/, 'while it is typed');
    await save(page);
    await page.getByText('Settings changed').waitFor();
    t.match(await stored(), { type: 'custom', free_after_days: 14 });
    for (const wrong of ['0', '366', 'two']) {
      await field.fill(wrong);
      await save(page);
      await page.locator('#free_after_days[aria-invalid=true]').waitFor();
      t.ok(await field.evaluate((input) => input === document.activeElement));
      t.match(await stored(), { free_after_days: 14 }, wrong);
      await field.fill('14');
      await save(page);
      await page.locator('#free_after_days[aria-invalid=true]').waitFor({ state: 'detached' });
    }
    await page.reload();
    await awake(page, 'PricesForm');
    t.equal(await field.inputValue(), '14');
    await field.fill('');
    await save(page);
    await page.getByText('Settings changed').waitFor();
    t.match(await stored(), { free_after_days: null });
  },
);

await t.test('PRI-09 ERR-36 a refused price is told at its field and keeps what was stored', async (t) => {
  const before = await stored();
  for (const wrong of ['1200', '-1', '1.5', '1.000', 'ten', '']) {
    await page.getByRole('radio', { name: 'All episodes premium' }).check();
    const field = page.locator('[name="price_of.all_premium"]');
    await field.fill(wrong);
    await save(page);
    await page.getByText('Settings not changed. Please add price between 0-1000', { exact: true }).waitFor();
    t.equal(await field.inputValue(), wrong, 'what was typed stays');
    t.equal(await field.getAttribute('aria-invalid'), 'true');
    t.ok(await field.evaluate((input) => input === document.activeElement), 'and has the focus');
    const told = await field.getAttribute('aria-describedby');
    t.match(await page.locator(`#${told}`).innerText(), 'Settings not changed');
    await page.getByRole('radio', { name: 'A price for each episode' }).check();
    t.equal(await page.getByText('Settings not changed.').count(), 0, 'of the other choice nothing is wrong');
  }
  const [first, second] = [
    page.locator(`[name="prices.${episode.id}"]`),
    page.locator(`[name="prices.${draft.id}"]`),
  ];
  await second.fill('1001');
  await save(page);
  await page.getByText('Settings not changed.').waitFor();
  t.same(
    [await first.getAttribute('aria-invalid'), await second.getAttribute('aria-invalid')],
    [null, 'true'],
    'the very field is marked',
  );
  t.equal(await page.locator('[data-summary]').count(), 0, 'and takes the focus itself');
  await first.fill('-1');
  await save(page);
  const summary = page.locator('[data-summary]:focus');
  await summary.waitFor();
  t.match(await summary.innerText(), /2 fields need another look\s+1 .+\s+2 /);
  await summary.getByRole('link').nth(1).click();
  t.ok(await second.evaluate((input) => input === document.activeElement), 'a summary leads to each');
  t.same(await stored(), before);
});

await t.test('prices changed elsewhere are not overwritten unseen', async (t) => {
  await site.call(`PUT /creator/pricing_strategies/${story.id}`, { as: creator, body: { type: 'all_free' } });
  await page.getByLabel('All at once').fill('5');
  await page.getByRole('button', { name: 'Set for all' }).click();
  t.equal(await page.locator(`[name="prices.${draft.id}"]`).inputValue(), '5');
  await save(page);
  await page.getByText('Somebody changed this in the meantime').waitFor();
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByText('Somebody changed this in the meantime').waitFor({ state: 'detached' });
  t.ok(await page.getByRole('radio', { name: 'All episodes free' }).isChecked());
  t.equal((await stored()).type, 'all_free');
});

await t.test(
  'GEO-01 GEO-02 GEO-05 GEO-06 GEO-07 ERR-71 countries are found, chosen and told in words',
  async (t) => {
    await page.getByRole('link', { name: 'Countries' }).click();
    await awake(page, 'CountriesForm');
    const sentence = page.locator('main [aria-live]');
    t.match(await sentence.innerText(), 'Readers everywhere can read this story.');
    t.notOk(await page.getByLabel('Find a country').isVisible());
    const listed = (await site.call('GET /geofilters'))
      .json()
      .countries.map(({ label }: { label: string }) => label);
    t.same(
      await page
        .locator('label:has([name=countries])')
        .evaluateAll((all) => all.map((each) => each.textContent)),
      listed,
    );
    await page.getByRole('radio', { name: /^Only in/ }).check();
    t.match(await sentence.innerText(), 'Choose at least one country.');
    await page.getByRole('button', { name: 'Save countries' }).click();
    await page.getByText("Countries can't be blank").waitFor();
    await page.getByRole('button', { name: 'Germany, Austria, Switzerland' }).click();
    t.match(await sentence.innerText(), 'Readers in Austria, Germany and Switzerland can read this story.');
    t.match(await sentence.innerText(), 'Readers whose country we do not know cannot read it.');
    await page.getByLabel('Find a country').fill('neth');
    t.equal(await page.locator('label:has([name=countries]):visible').count(), 2);
    await page.getByLabel('Netherlands', { exact: true }).check();
    t.match(await sentence.innerText(), 'Germany, the Netherlands and Switzerland can');
    await page.getByRole('button', { name: 'Leave out Germany' }).click();
    await page.getByRole('button', { name: 'European Union' }).click();
    t.match(await sentence.innerText(), 'Readers in 28 countries can read this story.');
    await page.getByRole('button', { name: 'Leave out all' }).click();
    await page.getByLabel('Find a country').fill('japan');
    await page.getByRole('checkbox', { name: 'Japan' }).check();
    const [put] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'PUT'),
      page.getByRole('button', { name: 'Save countries' }).click(),
    ]);
    t.equal(new URL(put.url()).pathname, `/api/creator/story_geofiltering_strategies/${story.id}`);
    await page.getByText('Geofiltering settings saved').waitFor();
    await tab.goto(`${room}/geofiltering`);
    t.ok(await page.getByRole('radio', { name: /^Only in/ }).isChecked());
    t.same(
      await page
        .locator('[name=countries]:checked')
        .evaluateAll((all) => all.map((box) => box.getAttribute('value'))),
      ['JP'],
    );
  },
);

await t.test('GEO-06 countries changed elsewhere are loaded again', async (t) => {
  await awake(page, 'CountriesForm');
  const address = `/creator/story_geofiltering_strategies/${story.id}`;
  const body = { type: 'allow', countries: ['JP', 'KR'] };
  await site.call(`PUT ${address}`, { as: creator, body });
  await page.getByRole('radio', { name: /^Everywhere except/ }).check();
  await page.getByRole('button', { name: 'Save countries' }).click();
  const [get] = await Promise.all([
    page.waitForRequest((made) => made.method() === 'GET' && made.url().includes('geofiltering_strategies')),
    page.getByRole('button', { name: 'Load again' }).click(),
  ]);
  t.equal(new URL(get.url()).pathname, `/api${address}`);
  await page.getByText('Readers in Japan and South Korea can read this story.').waitFor();
});

await t.test(
  'GEO-08 ERR-39 a reader of another country is told that the story is not available',
  async (t) => {
    const abroad = await site.open({ ...phone, extraHTTPHeaders: { 'x-country': 'DE' } });
    t.equal(await abroad.goto(`/stories/${story.slug}`), 451);
    t.ok(
      await abroad.page
        .getByRole('heading', { name: 'This story is not available in your country' })
        .isVisible(),
    );
    t.equal(await abroad.goto(`/de/stories/${story.slug}/1`), 451);
    t.equal(await abroad.page.locator('html').getAttribute('lang'), 'de');
    await abroad.goto('/');
    t.equal(await abroad.page.getByText('Ash Street').count(), 0);
    const there = await site.open({ ...phone, extraHTTPHeaders: { 'x-country': 'JP' } });
    t.equal(await there.goto(`/stories/${story.slug}/1`), 200);
    t.ok(await there.page.locator('main img').first().isVisible());
    t.same(faultsOf(there), []);
    await abroad.context.close();
    await there.context.close();
  },
);

await t.test('both screens in German on a phone, and without JavaScript', async (t) => {
  const german = await site.open({ ...phone, as: creator, javaScriptEnabled: false });
  const says = async (text: string) =>
    t.match((await german.page.locator('noscript').allInnerTexts()).join(), text);
  await german.goto(`/de${room}/prices`);
  await german.page.getByRole('radio', { name: 'Alle Folgen Premium' }).check();
  await german.page.locator('[name="price_of.all_premium"]').fill('1200');
  await save(german.page);
  await says('Einstellungen nicht geändert. Bitte gib einen Preis von 0 bis 1000 an');
  await german.page.getByRole('radio', { name: 'Alle Folgen Premium' }).check();
  await german.page.locator('[name="price_of.all_premium"]').fill('20');
  await save(german.page);
  await says('Einstellungen geändert');
  t.match(await stored(), { type: 'all_premium', price: 20 });
  await german.goto(`/de${room}/geofiltering`);
  await german.page.getByRole('radio', { name: /^Überall außer/ }).check();
  await german.page.getByRole('checkbox', { name: 'Österreich' }).check();
  await german.page.getByRole('button', { name: 'Länder speichern' }).click();
  await says('Ländereinstellungen gespeichert');
  const set = await site.call(`GET /creator/story_geofiltering_strategies/${story.id}`, { as: creator });
  t.match(set.json(), { type: 'deny', countries: ['AT', 'JP', 'KR'] });
  t.same(faultsOf(german), []);
  await german.context.close();
});

await t.test('PRI-28 PRI-29 a locked episode shows a blurred page and its price, no picture', async (t) => {
  const reader = await site.open({ ...phone, extraHTTPHeaders: { 'x-country': 'DE' } });
  t.equal(await reader.goto(`/stories/${story.slug}/1`), 402);
  t.match(await reader.page.locator('main').innerText(), /20 coins/);
  t.equal(await reader.page.locator('main img[src^="/media/"], main source').count(), 0);
  await reader.context.close();
  const before = await site.call(`PUT /creator/pricing_strategies/${story.id}`, {
    as: creator,
    body: { type: 'all_free' },
  });
  t.equal(before.statusCode, 200);
  const again = await site.open({ ...phone, extraHTTPHeaders: { 'x-country': 'DE' } });
  t.equal(await again.goto(`/stories/${story.slug}/1`), 200);
  await again.context.close();
  t.same(faultsOf(tab), []);
});

await site.close();
