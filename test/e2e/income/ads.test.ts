import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { houseAds, stories } from '#db/schema/index.ts';
import { fillHouseAds } from '#server/domains/income/house-ads/service.ts';
import { viewCounter } from '../../../server/domains/reading/counts/view-counter.ts';
import { violations } from '../../support/axe.ts';
import { eventually } from '../../support/eventually.ts';
import { click, expect, press, reach, settled } from '../../support/hand.ts';
import { openReader, overflowOf } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { goTo, setWay, shows } from '../../support/stages.ts';

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const mei = await site.signUp('Mei Tan');
await site.makeAdministrator(mei);
const scrolled = await publishSerial(site, creator, { pages: 9 });
const ltr = await publishSerial(site, creator, { pages: 9, isPaged: true });
const rtl = await publishSerial(site, creator, { pages: 9, isPaged: true });
await site.deps.db.update(stories).set({ format: 'page_rtl' }).where(eq(stories.id, rtl.story.id));
const AD = {
  look: 'seal',
  link: '/ranking',
  target: 'unpublished',
  weight: 50,
  title_en: 'Draw the next one.',
  text_en: 'Publish here',
  title_de: 'Zeichne sie.',
  text_de: 'Hier',
};
const add = async (body: object) => {
  const reply = await site.call('POST /admin/ads', { as: mei, body: { ...AD, ...body } });
  if (reply.statusCode !== 201) throw new Error(reply.body);
};
// Removes the default house ads, which would appear among the test's own.
await fillHouseAds(site.deps);
await site.deps.db.update(houseAds).set({ deletedAt: new Date() });
await add({});

const impressions = async (id: string): Promise<number> => {
  await viewCounter.of(site.deps).flush();
  return (await site.call(`GET /episodes/${id}`)).json().episode.impressions_count;
};
const followed = async (): Promise<number> => {
  await viewCounter.of(site.deps).flush();
  return (await site.call('GET /admin/ads', { as: mei })).json().ads[0].followed_count;
};
const boxOf = (page: Page, slot: number) => page.locator(`[data-slot="${slot}"] [data-box]`);
const toldOf = (page: Page) => page.waitForResponse('**/api/ad_impressions');
const follow = async (page: Page, slot: number) => {
  await (await reach(boxOf(page, slot).locator('a'))).tap();
  await expect(page).toHaveURL(/\/ranking$/);
};

await t.test('ADS-06 a press by the keyboard leads where it says, and is counted', async (t) => {
  const { page, faults, context, goto } = await site.open(wide);
  await goto(`${scrolled.path}/1`);
  const link = boxOf(page, 4).locator('a');
  const told = toldOf(page);
  await link.scrollIntoViewIfNeeded();
  t.equal((await told).status(), 204);
  await link.focus();
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/ranking$/);
  await eventually('it is counted', async () => (await followed()) === 1);
  t.same(faults, []);
  await context.close();
});

await t.test('ADS-02, ADS-05 where pages scroll both are counted in sight, and nothing moves', async (t) => {
  const { page, faults, context, goto } = await site.open(phone);
  await watchShifts(page);
  await goto(`${scrolled.path}/1`);
  const before = await impressions(scrolled.episodes[0].id);
  for (const slot of [4, 8]) {
    const told = toldOf(page);
    await boxOf(page, slot).scrollIntoViewIfNeeded();
    t.equal((await told).status(), 204);
  }
  t.same(await settled(page, () => shiftsOf(page)), []);
  t.equal(await impressions(scrolled.episodes[0].id), before + 2);

  const bars = page.locator('#bars');
  const label = page.locator('[data-slot="4"] [data-label]');
  await label.scrollIntoViewIfNeeded();
  const areAway = await settled(page, () => bars.isChecked());
  const top = await settled(page, () => label.evaluate((each) => each.getBoundingClientRect().top));
  await page.touchscreen.tap(20, top + 5);
  await expect(bars).toBeChecked({ checked: !areAway });
  await follow(page, 4);
  t.same(faults, []);
  await context.close();
});

await t.test(
  'ADS-02 ADS-05 turned a tap beside one turns and follows no link, and it is counted',
  async (t) => {
    for (const direction of ['ltr', 'rtl', 'ltr_down'] as const) {
      const { path } = direction === 'rtl' ? rtl : ltr;
      const { page, context, faults } = await openReader(site, `${path}/1`, phone);
      if (direction === 'ltr') t.same(await violations(page), []);
      await setWay(page, direction);
      const [onward, back] = direction === 'rtl' ? [0.08, 0.92] : [0.92, 0.08];
      const { width, height } = phone.viewport;
      const told = toldOf(page);
      const again = async (item: number) => {
        await goTo(page, item);
        await press(page, 'PageDown');
        await shows(page, 'ad');
      };
      for (const [item, down] of [
        [4, 0.45],
        [4, 0.55],
        [4, 0.37],
        [8, 0.45],
      ] as const) {
        await again(item);
        await page.touchscreen.tap(width * onward, height * down);
        await shows(page, String(item + 1));
        await again(item);
        await page.touchscreen.tap(width * back, height * down);
        await shows(page, String(item));
      }
      await again(4);
      t.equal((await told).status(), 204);
      // When scrolling down, a tap in the upper third goes back.
      if (direction !== 'ltr_down') {
        const bars = page.locator('#bars');
        const areAway = await settled(page, () => bars.isChecked());
        await page.touchscreen.tap(width * 0.5, height * 0.2);
        await expect(bars).toBeChecked({ checked: !areAway });
        await shows(page, 'ad');
      }
      t.match(page.url(), path, 'no link was followed');
      await follow(page, 4);
      t.same(faults, []);
      await context.close();
    }
  },
);

await t.test('ADS-02 along a row a tap on the edge of an advertisement’s picture turns', async (t) => {
  for (const direction of ['ltr_along', 'rtl_along'] as const) {
    const { path } = direction === 'rtl_along' ? rtl : ltr;
    const { page, context, faults } = await openReader(site, `${path}/1`, phone);
    await setWay(page, direction);
    const [onward, back] = direction === 'rtl_along' ? [0.12, 0.88] : [0.88, 0.12];
    const toSlot = async () => {
      await goTo(page, 4);
      await press(page, direction === 'rtl_along' ? 'ArrowLeft' : 'ArrowRight');
      await shows(page, 'ad');
    };
    for (const [across, what] of [
      [onward, '5'],
      [back, '4'],
    ] as const) {
      await toSlot();
      const middle = await settled(page, () =>
        boxOf(page, 4).evaluate((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return (top + bottom) / 2;
        }),
      );
      await page.touchscreen.tap(phone.viewport.width * across, middle);
      await shows(page, what);
    }
    t.match(page.url(), path, 'no link was followed');
    await toSlot();
    await follow(page, 4);
    t.same(faults, []);
    await context.close();
  }
});

await t.test('ADS-02 whoever publishes sees another one in the same place, and why', async (t) => {
  await add({ target: 'all', weight: 1, title_en: 'Where were you?', look: 'ink' });
  const other = await site.signUp('Ida Brandt');
  await publishSerial(site, other, { pages: 1 });
  const { page, faults, context, goto } = await site.open({ ...wide, as: other });
  await watchShifts(page);
  await goto(`${scrolled.path}/1`);
  const slot = page.locator('[data-slot="4"]');
  await expect(slot.getByRole('link', { name: 'Where were you?' })).toBeAttached();
  t.same(await settled(page, () => shiftsOf(page)), []);
  await click(slot.locator('summary'));
  await expect(slot.getByText('It is meant for everybody.')).toBeVisible();
  t.same(faults, []);
  await context.close();

  const form = await site.open({ ...wide, as: mei });
  await form.goto('/admin/ads?new=1');
  t.same(await violations(form.page), [], 'where an administrator writes one');
  await expect.poll(() => overflowOf(form.page)).toBe(0);
  await form.context.close();
});
