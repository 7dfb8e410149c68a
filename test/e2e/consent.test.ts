/** The question about cookies: when it is asked, that either answer is as easy, and what runs before and after it. */

import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '../../db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { alertsOf, wakeIsland } from '../support/islands.ts';
import { openShelf } from '../support/shelf.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';

const AD = 'https://ads.example/slot';
const site = await startSite({ environment: { AD_FRAME_URL: AD } });
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('Mirko Haas');
const story = await addStory(author, { slug: 'ash-street' });
await addEpisode(story, 1, {}, { pages: 5 });
const novel = await addStory(author, { slug: 'the-sea', publicationType: 'novel' });
await addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>Nobody had ever seen the sea stop.</p>'] });

const question = ({ page }: Tab, name = 'Cookies') => page.getByRole('region', { name });
/** Pictures that are nowhere are none of its business. */
const own = ({ faults }: Tab) => faults.filter((fault) => !/\/media\/|Failed to load resource/.test(fault));
const answerIn = async ({ context }: Tab) =>
  (await context.cookies()).find(({ name }) => name === 'consent')?.value;
const today = site.deps.clock.now().toISOString().slice(0, 10);

await t.test('the question lies under the page, moves nothing, and both answers are alike', async (t) => {
  for (const options of [phone, wide]) {
    const tab = await site.open(options);
    const { page, context } = tab;
    await watchShifts(page);
    await tab.goto('/');
    const bar = question(tab);
    await bar.waitFor();
    const buttons = bar.getByRole('button');
    t.same(await buttons.allTextContents(), ['Needed only', 'Allow adverts'], 'to refuse comes first');
    const looks = await buttons.evaluateAll((all) =>
      all.map((each) => {
        const { width, height } = each.getBoundingClientRect();
        const { color, backgroundColor, fontWeight, fontSize, boxShadow } = getComputedStyle(each);
        return { width, height, color, backgroundColor, fontWeight, fontSize, boxShadow };
      }),
    );
    t.same(looks[0], looks[1], 'of one size and weight');
    t.ok((looks[0]?.height ?? 0) >= 44);
    const box = await bar.boundingBox();
    t.equal((box?.y ?? 0) + (box?.height ?? 0), options.viewport.height, 'at the foot of the screen');
    // The foot of the page can be read: it ends above the question.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const foot = await page.locator('footer').boundingBox();
    const low = await bar.boundingBox();
    t.ok((foot?.y ?? 0) + (foot?.height ?? 0) <= (low?.y ?? 0) + 1, 'nothing of the page stays under it');
    t.same(await shiftsOf(page), []);
    t.same(await violations(page), []);
    t.same(own(tab), []);
    await context.close();
  }
});

await t.test('an answer is taken in the page, and nobody is asked again', async (t) => {
  for (const [button, value] of [
    ['Needed only', 'none'],
    ['Allow adverts', 'adverts'],
  ] as const) {
    const tab = await site.open(wide);
    await tab.goto('/');
    await wakeIsland(tab.page, 'consent');
    const { page } = tab;
    await page.evaluate(() => Reflect.set(globalThis, 'stayed', true));
    await question(tab).getByRole('button', { name: button }).click();
    await question(tab).waitFor({ state: 'hidden' });
    t.ok(await page.evaluate(() => Reflect.get(globalThis, 'stayed')), 'without leaving it');
    t.equal(await answerIn(tab), `1.${today}.${value}`);
    await tab.goto('/stories/ash-street');
    t.notOk(await question(tab).isVisible());
    t.same(own(tab), []);
    await tab.context.close();
  }
});

await t.test('its form does the same by itself, and comes back to its page', async (t) => {
  const tab = await site.open(wide);
  await tab.context.route('**/assets/consent*', (route) => route.abort());
  await tab.goto('/de/stories/ash-street');
  await question(tab).getByRole('button', { name: 'Nur Nötiges' }).click();
  await tab.page.waitForURL('**/de/stories/ash-street*');
  await question(tab).waitFor({ state: 'hidden' });
  t.equal(await answerIn(tab), `1.${today}.none`);
  await tab.context.close();
});

await t.test(
  'ADS-05 in a reader it waits behind the last page, and no network is asked before',
  async (t) => {
    for (const path of ['/stories/ash-street/1', '/stories/the-sea/1']) {
      const tab = await site.open(phone);
      await tab.goto(path);
      const flow = question(tab);
      await flow.waitFor();
      const end = await tab.page.locator('#end').boundingBox();
      const box = await flow.boundingBox();
      t.ok(end && box && box.y > end.y && box.y > phone.viewport.height / 2, `${path}: behind what is read`);
      t.equal(await flow.evaluate((each) => getComputedStyle(each).position), 'static');
      t.equal(await tab.page.locator('iframe').count(), 0);
      t.same(
        tab.faults.filter((fault) => fault.includes('ads.example')),
        [],
      );
      await tab.context.close();
    }
  },
);

await t.test('ADS-05 only who has allowed it is shown a network', async (t) => {
  for (const [value, count] of [
    [`1.${today}.none`, 0],
    [`1.${today}.adverts`, 1],
  ] as const) {
    const tab = await site.open(wide);
    await tab.context.addCookies([{ name: 'consent', value, url: site.origin, sameSite: 'Lax' }]);
    await tab.context.route('https://ads.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Ad</title>' }),
    );
    await tab.goto('/stories/ash-street/1');
    await tab.page.locator('tsuzuki-island[name=stage][awake]').waitFor({ state: 'attached' });
    await tab.page.locator('[data-slot]').first().scrollIntoViewIfNeeded();
    if (count > 0) await tab.page.locator('[data-slot] iframe').first().waitFor({ state: 'attached' });
    t.equal(await tab.page.locator('[data-slot] iframe').count(), count, value);
    await tab.context.close();
  }
});

await t.test(
  'the choice can be looked at and withdrawn on a page of its own, without a script',
  async (t) => {
    const tab = await site.open({ ...phone, javaScriptEnabled: false });
    const { page } = tab;
    t.equal(await tab.goto('/cookies'), 200);
    t.equal(await page.getByRole('region', { name: 'Cookies' }).count(), 0, 'it is not asked twice');
    await page.getByText('You have not answered yet.').waitFor();
    const adverts = page.getByRole('switch', { name: 'Adverts of a network' });
    t.notOk(await adverts.isChecked(), 'off before anybody has said yes');
    await adverts.check();
    await page.getByRole('button', { name: 'Save choice' }).click();
    await page.getByText('You allowed the adverts of a network on').waitFor();
    t.ok(await adverts.isChecked());
    t.equal(await answerIn(tab), `1.${today}.adverts`);
    await page.getByRole('button', { name: 'Needed only' }).click();
    await page.getByText('You chose what is needed only on').waitFor();
    t.equal(await answerIn(tab), `1.${today}.none`);
    await adverts.check();
    await page.getByRole('button', { name: 'Save choice' }).click();
    await adverts.uncheck();
    await page.getByRole('button', { name: 'Save choice' }).click();
    await page.getByText('You chose what is needed only on').waitFor();
    t.equal(await answerIn(tab), `1.${today}.none`);
    await tab.context.close();
  },
);

await t.test('LEG-13, I18-07 the page of the cookies is open to all, in both languages', async (t) => {
  for (const [path, heading] of [
    ['/cookies', 'Your choice'],
    ['/de/cookies', 'Deine Wahl'],
  ] as const)
    for (const options of [{ viewport: { width: 320, height: 640 } }, wide]) {
      const tab = await site.open(options);
      t.equal(await tab.goto(path), 200);
      await tab.page.getByRole('heading', { name: heading }).waitFor();
      t.ok(await tab.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      t.same(await violations(tab.page), []);
      t.same(tab.faults, []);
      await tab.context.close();
    }
});

await t.test('ADS-05 under 18 there is nothing to choose', async (t) => {
  const minor = await site.signUp('Mika');
  const dateOfBirth = `${site.deps.clock.now().getUTCFullYear() - 15}-01-01`;
  await site.deps.db.update(users).set({ dateOfBirth }).where(eq(users.id, minor.id));
  const tab = await site.open({ ...wide, as: minor });
  await tab.goto('/cookies');
  await tab.page.getByText('your account says that you are under 18').waitFor();
  t.equal(await tab.page.getByRole('switch').count(), 0);
  await tab.context.close();
});

await t.test('a browser that says no by itself is not asked', async (t) => {
  const tab = await site.open(wide);
  await tab.context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
  );
  await tab.goto('/');
  await tab.page.locator('footer').waitFor();
  t.notOk(await question(tab).isVisible());
  t.same(alertsOf(tab.faults), []);
  await tab.context.close();
});

await site.close();
