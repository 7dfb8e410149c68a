/** Advertisements of our own between pages, in both ways of reading, and how an administrator writes them without a script. */
import type { Page } from 'playwright';
import t from 'tap';
import { houseAds } from '#db/schema/index.ts';
import { fillHouseAds } from '#server/domains/ads/house-ads.ts';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { publishSerial } from '../support/serial.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const mei = await site.signUp('Mei Tan');
await site.makeAdministrator(mei);
const scrolled = await publishSerial(site, creator, { pages: 9 });
const turned = await publishSerial(site, creator, { pages: 9, isPaged: true });
const AD = {
  ...{ look: 'seal', link: '/ranking', target: 'unpublished', weight: 50 },
  ...{ title_en: 'Draw the next one.', text_en: 'Publish here', title_de: 'Zeichne sie.', text_de: 'Hier' },
};
const add = async (body: object) => {
  const reply = await site.call('POST /admin/ads', { as: mei, body: { ...AD, ...body } });
  if (reply.statusCode !== 201) throw new Error(reply.body);
};
// Those that a house begins with would stand among them.
await fillHouseAds(site.deps);
await site.deps.db.update(houseAds).set({ deletedAt: new Date() });
await add({});

const impressions = async (id: string): Promise<number> => {
  await site.deps.views.flush();
  return (await site.call(`GET /episodes/${id}`)).json().episode.impressions_count;
};

const slotsOf = (page: Page) =>
  page.locator('[data-slot]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.slot));

for (const [language, prefix, label] of [
  ['en', '', 'Advertisement'],
  ['de', '/de', 'Anzeige'],
] as const) {
  t.test(
    `ADS-02, ADS-03, ADS-05 scrolled: after the 4th and 8th page, nothing moves, ${language}`,
    async (t) => {
      // Once on the smallest screen, once at a desk.
      const { page, faults, context, goto } = await site.open(language === 'en' ? phone : wide);
      await watchShifts(page);
      await goto(`${prefix}${scrolled.path}/1`);
      t.same(await slotsOf(page), ['4', '8']);
      t.same(await violations(page), []);
      const before = await impressions(scrolled.episodes[0].id);
      for (const number of [4, 8]) {
        const slot = page.locator(`[data-slot="${number}"]`);
        t.equal(await slot.getAttribute('aria-label'), label);
        const told = page.waitForResponse('**/api/ad_impressions');
        await slot.locator('[data-box]').scrollIntoViewIfNeeded();
        t.equal((await told).status(), 204);
        const box = await slot.locator('[data-box]').boundingBox();
        t.same([box?.width, box?.height], [300, 250]);
      }
      t.same(await shiftsOf(page), []);
      t.equal(await impressions(scrolled.episodes[0].id), before + 2);
      t.same(faults, []);
      await context.close();
    },
  );
}

t.test('ADS-05 turned: the one after the 4th page is a page of its own, and is counted', async (t) => {
  const { page, faults, context, goto } = await site.open({ ...phone });
  await watchShifts(page);
  await goto(`${turned.path}/1`);
  await page.locator('tsuzuki-island[name=stage][awake]').waitFor({ state: 'attached' });
  t.same(await slotsOf(page), ['4', '8']);
  t.same(await violations(page), []);
  const told = page.waitForResponse('**/api/ad_impressions');
  const box = page.locator('[data-slot="4"] [data-box]');
  const inSight = () =>
    box.evaluate((each) => {
      const { left, right } = each.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
  for (let turn = 0; turn < 4; turn += 1) await page.keyboard.press('ArrowRight');
  if (!(await inSight())) await box.scrollIntoViewIfNeeded();
  await eventually('it is in sight', inSight);
  t.equal((await told).status(), 204);
  t.same(await shiftsOf(page), []);
  t.same(faults, []);
  await context.close();
});

t.test('ADS-06 a press leads where it says, and is counted', async (t) => {
  const { page, faults, context, goto } = await site.open({ ...wide });
  const figures = async () => (await site.call('GET /admin/ads', { as: mei })).json().ads[0].followed_count;
  await goto(`${scrolled.path}/1`);
  const link = page.locator('[data-slot="4"] [data-box] a');
  const told = page.waitForResponse('**/api/ad_impressions');
  await link.scrollIntoViewIfNeeded();
  t.equal((await told).status(), 204);
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ranking');
  await eventually('it is counted', async () => {
    await site.deps.views.flush();
    return (await figures()) === 1;
  });
  t.same(faults, []);
  await context.close();
});

t.test('ADS-02 whoever publishes sees another one in the same place, and why', async (t) => {
  await add({ target: 'all', weight: 1, title_en: 'Where were you?', look: 'ink' });
  const other = await site.signUp('Ida Brandt');
  await publishSerial(site, other, { pages: 1 });
  const { page, faults, context, goto } = await site.open({ ...wide, as: other });
  await watchShifts(page);
  await goto(`${scrolled.path}/1`);
  const slot = page.locator('[data-slot="4"]');
  await slot.getByRole('link', { name: 'Where were you?' }).waitFor();
  t.same(await shiftsOf(page), []);
  await slot.locator('summary').click();
  await slot.getByText('It is meant for everybody.').waitFor();
  t.same(faults, []);
  await context.close();
});

t.test('ADS-02 the longest words fit in each look', async (t) => {
  const long = {
    title_en: 'Somebody counts her subjects by the lamplight ab',
    text_en: 'She counts them all, again and again, until nobody is left who would be missing. Read it!',
    title_de: 'Donaudampfschifffahrtskapitäne zählen ihre Leute',
    text_de: 'Straßenbahnhaltestellen und Mottenköniginnen, gezählt beim Lampenlicht, bis niemand fehlt.',
  };
  const { page, context, goto } = await site.open({ ...wide, as: mei });
  for (const look of ['seal', 'paper', 'ink', 'sentence', 'story']) {
    const body = {
      ...AD,
      ...long,
      look,
      link: look === 'story' ? scrolled.path : '/ranking',
      ends_on: '2020-01-01',
    };
    const { ad } = (await site.call('POST /admin/ads', { as: mei, body })).json();
    await goto(`/admin/ads?ad=${ad.id}`);
    const spilt = await page
      .getByRole('complementary', { name: 'As readers see it' })
      .locator('a')
      .evaluateAll((all) =>
        all.flatMap((house) => {
          const box = house.getBoundingClientRect();
          const [title, text] = [...house.querySelectorAll('b, b + span')].map((part) => {
            // Of the words, not of the box around them.
            const words = document.createRange();
            words.selectNodeContents(part);
            return words.getBoundingClientRect();
          });
          const isIn = [title, text].every(
            (part) => part && part.top >= box.top && part.bottom <= box.bottom && part.right <= box.right,
          );
          return isIn && title && text && title.bottom <= text.top + 1 ? [] : [house.textContent];
        }),
      );
    t.same(spilt, [], look);
  }
  await context.close();
});

t.test(
  'ADS-02 an administrator writes one without a script; what is wrong stays with its field',
  async (t) => {
    const { page, faults, context, goto } = await site.open({ ...phone, as: mei, javaScriptEnabled: false });
    await goto('/admin/ads');
    await page.getByText('this server process has left nothing out of the counts').waitFor();
    await page.getByRole('link', { name: 'New ad' }).click();
    const english = page.getByRole('group', { name: 'In English' });
    await english.getByLabel('Title').fill('Seven days, seven stories.');
    await english.getByLabel('Line below').fill('See this week’s calendar');
    await page.getByLabel('Leads to').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be a page of Tsuzuki').waitFor();
    t.equal(
      await english.getByLabel('Title').inputValue(),
      'Seven days, seven stories.',
      'what was typed stays',
    );
    await page.getByLabel('Leads to').fill('/ranking');
    await page.getByRole('button', { name: 'Save' }).click();
    // What stands in a noscript is no text to Playwright, though it is to everybody who sees the page.
    const told = (text: string) =>
      eventually(text, async () => (await page.locator('noscript').allInnerTexts()).join().includes(text));
    await told('The ad is saved.');
    t.equal(
      await page.getByRole('complementary', { name: 'As readers see it' }).getByRole('link').count(),
      1,
    );
    await page.getByLabel('Ends').fill('2020-01-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ended').first().waitFor();
    await page.getByText('Delete …').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await told('The ad is deleted.');
    t.equal(await page.getByText('Seven days, seven stories.').count(), 0);
    await context.close();
    const scripted = await site.open({ ...wide, as: mei });
    await scripted.goto('/admin/ads?new=1');
    t.same(await violations(scripted.page), []);
    t.equal(await scripted.page.evaluate(() => document.documentElement.scrollWidth - innerWidth <= 0), true);
    t.same(
      faults.filter((fault) => !/422/.test(fault)),
      [],
    );
    await scripted.context.close();
  },
);
