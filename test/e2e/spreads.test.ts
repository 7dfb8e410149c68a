/** Interstitials in every way of reading that is turned or runs sideways, on a phone, on its side, and at a desk. */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { phone } from '../support/site.ts';
import { DESK, LYING, shows, startReading } from '../support/stages.ts';

/** What a reader of these pages meets, in its order; an advertisement is `ad`. */
const ALONE = [1, 2, 3, 4, 'ad', 5, 6, 7, 8, 'ad', 9, 10, 11, 12, 'ad', 13, 14, 'end'].map(String);
const SIDE_BY_SIDE = '1 2-3 4 ad 5-6 7-8 ad 9-10 11-12 ad 13-14 end'.split(' ');

t.test('spreads', async (t) => {
  const { site, ltr, rtl, open } = await startReading();
  t.teardown(() => site.close());

  for (const direction of ['ltr', 'rtl', 'ltr_down', 'rtl_down', 'ltr_along', 'rtl_along'] as const)
    for (const [name, size, plan] of [
      ['on a phone', phone, ALONE],
      ['on a phone on its side', LYING, SIDE_BY_SIDE],
      ['at a desk', DESK, SIDE_BY_SIDE],
    ] as const) {
      // Along a row a wide screen shows several pages.
      if (direction.endsWith('_along') && size !== phone) continue;
      if (direction.endsWith('_down') && size === (direction === 'ltr_down' ? LYING : DESK)) continue;
      await t.test(`ADS-03 ADS-04 RDR-12 ${direction} ${name}: after 4, 8 and 12, and back`, async (t) => {
        const { path } = direction.startsWith('rtl') ? rtl : ltr;
        const { page, context, faults } = await open(size, `${path}/1`, direction);
        const [on, back] = direction.startsWith('rtl')
          ? ['ArrowLeft', 'ArrowRight']
          : ['ArrowRight', 'ArrowLeft'];
        for (const [at, what] of plan.entries()) {
          if (at > 0)
            await page.keyboard.press(at % 3 === 0 && direction.endsWith('_down') ? 'ArrowDown' : on);
          await shows(page, what);
        }
        for (const what of plan.slice(0, -1).reverse()) {
          await page.keyboard.press(back);
          await shows(page, what);
        }
        t.same(faults, []);
        await context.close();
      });
    }

  const barsAreAway = (page: Page) => page.evaluate(() => document.querySelector('#bars:checked') !== null);
  const tap = (page: Page, across: number, down: number) => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    return page.touchscreen.tap(width * across, height * down);
  };

  for (const direction of ['ltr', 'rtl', 'ltr_down'] as const)
    await t.test(
      `ADS-02 ${direction} a tap beside an advertisement turns, and follows no link`,
      async (t) => {
        const { path } = direction === 'rtl' ? rtl : ltr;
        const { page, context, faults } = await open(phone, `${path}/1`, direction);
        const [onward, back] = direction === 'rtl' ? [0.08, 0.92] : [0.92, 0.08];
        for (const item of [4, 8, 12]) {
          const again = async () => {
            await page.evaluate(
              (to) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to),
              item,
            );
            await page.keyboard.press('PageDown');
            await shows(page, 'ad');
          };
          // Over the picture of the advertisement, and far from it.
          for (const down of item === 4 ? [0.45, 0.55, 0.37] : [0.45]) {
            await again();
            await tap(page, onward, down);
            await shows(page, String(item + 1));
            await again();
            await tap(page, back, down);
            await shows(page, String(item));
          }
          // Its upper third goes back.
          if (direction === 'ltr_down') continue;
          await again();
          const before = await barsAreAway(page);
          await tap(page, 0.5, 0.2);
          await eventually('the bars follow a tap', async () => (await barsAreAway(page)) !== before);
          await shows(page, 'ad');
        }
        t.match(page.url(), path, 'no link was followed');
        await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(12));
        await page.keyboard.press('PageDown');
        await shows(page, 'ad');
        const link = page.locator('[data-slot="12"] [data-box] a');
        await link.tap();
        await page.waitForURL((url) => !url.pathname.startsWith(path));
        t.same(faults, []);
        await context.close();
      },
    );

  for (const direction of ['ltr_along', 'rtl_along'] as const)
    await t.test(`ADS-02 ${direction} a tap on the edge of an advertisement’s picture turns`, async (t) => {
      const { path } = direction === 'rtl_along' ? rtl : ltr;
      const { page, context, faults } = await open(phone, `${path}/1`, direction);
      const [onward, back] = direction === 'rtl_along' ? [0.12, 0.88] : [0.88, 0.12];
      const toSlot = async () => {
        await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(4));
        await page.keyboard.press(direction === 'rtl_along' ? 'ArrowLeft' : 'ArrowRight');
        await shows(page, 'ad');
      };
      const box = page.locator('[data-slot="4"] [data-box]');
      for (const [across, what] of [
        [onward, '5'],
        [back, '4'],
      ] as const) {
        await toSlot();
        const { y, height } = (await box.boundingBox()) ?? { y: 0, height: 0 };
        await page.touchscreen.tap(phone.viewport.width * across, y + height / 2);
        await shows(page, what);
      }
      t.match(page.url(), path, 'no link was followed');
      await toSlot();
      await box.locator('a').tap();
      await page.waitForURL((url) => !url.pathname.startsWith(path));
      t.same(faults, []);
      await context.close();
    });

  await t.test('ADS-05 where pages scroll a tap beside an advertisement brings the bars', async (t) => {
    const { page, context, faults } = await open(phone, `${ltr.path}/1`, 'down');
    await page.locator('[data-slot="4"]').scrollIntoViewIfNeeded();
    const box = await page.locator('[data-slot="4"] [data-label]').boundingBox();
    const before = await barsAreAway(page);
    await page.touchscreen.tap(20, (box?.y ?? 0) + 5);
    await eventually('the bars follow a tap', async () => (await barsAreAway(page)) !== before);
    const link = page.locator('[data-slot="4"] [data-box] a');
    await link.tap();
    await page.waitForURL((url) => !url.pathname.startsWith(ltr.path));
    t.same(faults, []);
    await context.close();
  });
});
