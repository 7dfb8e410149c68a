import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { giveCoins } from '../../support/coins.ts';
import { createEpisode, publishStory } from '../../support/console.ts';
import { choose, click, expect, fill } from '../../support/hand.ts';
import { publishSerial } from '../../support/serial.ts';
import { phone, startSite, wide } from '../../support/site.ts';

const APP_URL = 'https://apps.example/tsuzuki';
const site = await startSite({ environment: { APP_URL } });
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const { story, episode } = await publishStory(site, creator, { title: 'Ash Street' });
const draft = await createEpisode(site, creator, story.id, 'Nine Lamps');
const room = `/creator/stories/${story.id}`;
const tab = await site.open({ ...wide, as: creator });
const { page } = tab;

/** This test provokes 409 and 422 responses. Chromium logs them to its console. */
const faultsOf = ({ faults }: { faults: string[] }) =>
  faults.filter((fault) => !/^4(09|22): |status of 4(09|22)/.test(fault));
const stored = async () =>
  (await site.call(`GET /creator/pricing_strategies/${story.id}`, { as: creator })).json();
const save = () => click(page.getByRole('button', { name: 'Save prices' }));
const saved = () => expect(page.getByText('Settings changed').first()).toBeVisible();
const preview = page.getByRole('region', { name: 'What readers see' }).getByRole('listitem');
/** Simulates the reader's return from the app. */
const see = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const radio = (name: string | RegExp) => page.getByRole('radio', { name });

t.test('PRI-02 PRI-03 PRI-11 PRI-15 PRI-16 prices are set, and shown as readers see them', async (t) => {
  await tab.goto(room);
  await click(page.getByRole('link', { name: 'Prices' }));
  await expect(page).toHaveURL(new RegExp(`${room}/prices$`));
  await expect(radio('All episodes free')).toBeChecked();
  await expect(preview).toHaveText([/^\s*2\s*Nine Lamps\s*Free\s*$/, /^\s*1\s*One\s*Free\s*$/]);
  await choose(radio('First episodes free'));
  await fill(page.getByLabel('Free episodes'), '1');
  await fill(page.locator('[name="price_of.first_free"]'), '30');
  await expect(preview, 'while it is typed').toHaveText([
    /^\s*2\s*Nine Lamps\s*30 coins\s*$/,
    /^\s*1\s*One\s*Free\s*$/,
  ]);
  t.same(await violations(page), []);
  const [put, get] = await Promise.all([
    page.waitForRequest((made) => made.method() === 'PUT'),
    page.waitForRequest((made) => made.url().endsWith('/episodes_prices')),
    save(),
  ]);
  t.equal(new URL(put.url()).pathname, `/api/creator/pricing_strategies/${story.id}`);
  t.equal(new URL(get.url()).pathname, `/api/creator/stories/${story.id}/episodes_prices`);
  await saved();
  t.match(await stored(), { type: 'first_free', free_count: 1, price: 30 });
  await expect(page.getByText('Episodes already unlocked stay unlocked.')).toBeVisible();
  await choose(radio('A price for each episode'));
  await fill(page.getByRole('textbox', { name: /Nine Lamps/ }), '12');
  await save();
  await expect.poll(stored).toMatchObject({ type: 'custom', prices: { [draft.id]: 12, [episode.id]: 0 } });
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

t.test('PRI-11 what prices change for readers is told before they are saved, then no more', async (t) => {
  const told = page.getByText('“One” will cost coins; readers who unlocked it keep it.');
  const field = page.getByRole('textbox', { name: /One/ });
  await fill(field, '7');
  await expect(told).toBeVisible();
  await fill(field, '0');
  await expect(told).toHaveCount(0);
  await fill(field, '8');
  await expect(told).toBeVisible();
  await save();
  await expect(told).toHaveCount(0);
  t.match(await stored(), { prices: { [episode.id]: 8 } });
});

t.test('PRI-12 the wait until an episode is free is a field, and what is none is refused', async (t) => {
  const field = page.getByLabel('Becomes free after … days');
  await fill(field, '14');
  await expect(preview.nth(1), 'while it is typed').toHaveText(
    /^\s*1\s*One\s*free from \d\d\/\d\d\/\d{4}\s*8 coins\s*$/,
  );
  await save();
  await expect.poll(stored).toMatchObject({ type: 'custom', free_after_days: 14 });
  await fill(field, '366');
  await save();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  t.match(await stored(), { free_after_days: 14 });
  await fill(field, '');
  await save();
  await expect.poll(stored).toMatchObject({ free_after_days: null });
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

t.test('PRI-09 ERR-36 a refused price is told at its field and keeps what was stored', async (t) => {
  const before = await stored();
  for (const wrong of ['1200', '1.000', 'ten', '']) {
    await choose(radio('All episodes premium'));
    const field = page.locator('[name="price_of.all_premium"]');
    await fill(field, wrong);
    await save();
    const told = page.getByText('Settings not changed. Please add price between 0-1000', { exact: true });
    await expect(told).toBeVisible();
    await expect(field, 'what was typed stays').toHaveValue(wrong);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Settings not changed/);
    await choose(radio('A price for each episode'));
    await expect(told, 'of the other choice nothing is wrong').toHaveCount(0);
  }
  const [first, second] = [
    page.locator(`[name="prices.${episode.id}"]`),
    page.locator(`[name="prices.${draft.id}"]`),
  ];
  await fill(second, '1001');
  await save();
  await expect(second, 'the very field is marked').toHaveAttribute('aria-invalid', 'true');
  await expect(second, 'and takes the focus itself').toBeFocused();
  await expect(first).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('[data-summary]')).toHaveCount(0);
  await fill(first, '-1');
  await save();
  const summary = page.locator('[data-summary]');
  await expect(summary).toBeFocused();
  await expect(summary).toHaveText(/2 fields need another look\s*1 .+\s*2 /);
  await click(summary.getByRole('link').nth(1));
  await expect(second, 'a summary leads to each').toBeFocused();
  t.same(await stored(), before);
});

t.test('prices changed elsewhere are not overwritten unseen', async (t) => {
  await site.call(`PUT /creator/pricing_strategies/${story.id}`, { as: creator, body: { type: 'all_free' } });
  await fill(page.getByLabel('All at once'), '5');
  await click(page.getByRole('button', { name: 'Set for all' }));
  await expect(page.locator(`[name="prices.${draft.id}"]`)).toHaveValue('5');
  await save();
  const meanwhile = page.getByText('Somebody changed this in the meantime');
  await expect(meanwhile.first()).toBeVisible();
  await click(page.getByRole('button', { name: 'Reload' }));
  await expect(meanwhile).toHaveCount(0);
  await expect(radio('All episodes free')).toBeChecked();
  t.equal((await stored()).type, 'all_free');
  t.same(faultsOf(tab), []);
});

t.test(
  'GEO-01 GEO-02 GEO-05 GEO-06 GEO-07 ERR-71 countries are found, chosen and told in words',
  async (t) => {
    await click(page.getByRole('link', { name: 'Countries' }));
    const sentence = page.locator('main [aria-live]');
    const find = page.getByLabel('Find a country');
    const labels = page.locator('label:has([name=countries])');
    await expect(sentence).toContainText('Readers everywhere can read this story.');
    await expect(find).toBeHidden();
    const { countries } = (await site.call('GET /geofilters')).json();
    await expect(labels).toHaveText(countries.map(({ label }: { label: string }) => label));
    await choose(radio(/^Only in/));
    await expect(sentence).toContainText('Choose at least one country.');
    await click(page.getByRole('button', { name: 'Save countries' }));
    await expect(page.getByText("Countries can't be blank").first()).toBeVisible();
    await click(page.getByRole('button', { name: 'Germany, Austria, Switzerland' }));
    await expect(sentence).toContainText('Readers in Austria, Germany and Switzerland can read this story.');
    await expect(sentence).toContainText('Readers whose country we do not know cannot read it.');
    await fill(find, 'neth');
    await expect(labels.filter({ visible: true })).toHaveCount(2);
    await choose(page.getByLabel('Netherlands', { exact: true }));
    await expect(sentence).toContainText('Germany, the Netherlands and Switzerland can');
    await click(page.getByRole('button', { name: 'Remove Germany' }));
    await click(page.getByRole('button', { name: 'European Union' }));
    await expect(sentence).toContainText('Readers in 28 countries can read this story.');
    await click(page.getByRole('button', { name: 'Remove all' }));
    await fill(find, 'japan');
    await choose(page.getByRole('checkbox', { name: 'Japan' }));
    const [put] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'PUT'),
      click(page.getByRole('button', { name: 'Save countries' })),
    ]);
    const address = `/creator/story_geofiltering_strategies/${story.id}`;
    t.equal(new URL(put.url()).pathname, `/api${address}`);
    await expect(page.getByText('Geofiltering settings saved').first()).toBeVisible();
    await tab.goto(`${room}/geofiltering`);
    await expect(radio(/^Only in/)).toBeChecked();
    const chosen = page.locator('[name=countries]:checked');
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toHaveAttribute('value', 'JP');

    const body = { type: 'allow', countries: ['JP', 'KR'] };
    await site.call(`PUT ${address}`, { as: creator, body });
    await choose(radio(/^Everywhere except/));
    await click(page.getByRole('button', { name: 'Save countries' }));
    const [get] = await Promise.all([
      page.waitForRequest(
        (made) => made.method() === 'GET' && made.url().includes('geofiltering_strategies'),
      ),
      click(page.getByRole('button', { name: 'Reload' })),
    ]);
    t.equal(new URL(get.url()).pathname, `/api${address}`, 'GEO-06 changed elsewhere, they are loaded again');
    await expect(sentence).toContainText('Readers in Japan and South Korea can read this story.');
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

t.test(
  'PRI-01 PRI-17 PRI-23 PRI-24 PRI-25 PRI-26 coins come while the dialog is open, and reading goes on',
  async (t) => {
    const as = await site.signUp('Jule Winter');
    await giveCoins(site, as, 12);
    const { path, story: serial } = await publishSerial(site, creator, { pages: 3 });
    await site.call(`PUT /creator/pricing_strategies/${serial.id}`, {
      as: creator,
      body: { type: 'first_free', free_count: 1, price: 30 },
    });
    const reading = await site.open({ ...phone, as });
    const { page } = reading;
    const dialog = page.locator('dialog:modal');
    await reading.goto(`${path}/2#p2`);
    await expect(dialog.locator('dl')).toHaveText(
      /Price\s*30 coins\s*You have\s*12 coins\s*Short by\s*18 coins/,
    );
    t.same(await violations(page), []);
    await click(dialog.getByRole('link', { name: 'Get 18 coins in the app' }));
    await expect(page.locator(`main a[href="${APP_URL}"]`)).toBeVisible();
    await giveCoins(site, as, 17);
    await page.goBack();
    await expect(dialog.locator('dl')).toHaveText(/You have\s*29 coins\s*Short by\s*1 coin/);
    await giveCoins(site, as, 83);
    await see(page);
    await expect(dialog.locator('dl')).toHaveText(/You have\s*112 coins\s*Balance after\s*82 coins/);
    await click(dialog.getByRole('button', { name: 'Unlock for 30 coins' }));
    await expect(page.getByText('Unlocked. You have 82 coins left.').first()).toBeVisible();
    await expect(page, 'at the page that was meant').toHaveURL(/#p2$/);
    await expect(page.locator('[data-stage] img')).toHaveCount(2);
    t.same(reading.faults, []);
    await reading.context.close();
  },
);
