/** A comic turned and scrolled by touch, mouse and keyboard, with and without script (RDR-06 to RDR-16). */
import type { Page } from 'playwright';
import t from 'tap';
import { choose, click, expect, press, settled } from '../../support/hand.ts';
import { bringBars, openPanel, openReader, panel, rootData, tool } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { phone, wide } from '../../support/site.ts';
import { clickAt, goTo, nowOf, reaches, setWay, shownOn, shows, startReading } from '../../support/stages.ts';

const PAGES = 7;

const { site, creator, ltr, rtl } = await startReading({ pages: PAGES });
const down = await publishSerial(site, creator, { pages: PAGES });

const widthOf = (page: Page, selector: string) => () =>
  page.locator(selector).evaluate((each) => Math.round(each.getBoundingClientRect().width));
const isShownPicture = (page: Page, id: string) =>
  expect
    .poll(() =>
      page
        .locator(`#${id} img`)
        .first()
        .evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0),
    )
    .toBe(true);

await t.test('RDR-12 RDR-14 RDR-16 an episode that is set to pages opens page by page', async (t) => {
  const { page, context, faults } = await openReader(site, `${ltr.path}/1`, {
    ...phone,
    reducedMotion: 'no-preference',
  });
  await shows(page, '1');
  await clickAt(page, 0.9);
  await shows(page, '2');
  // The second key comes while the first turn is still animating.
  await press(page, 'ArrowRight', ' ');
  await reaches(page, 4);
  await press(page, 'Shift+ ');
  await reaches(page, 3);
  await clickAt(page, 0.1);
  await reaches(page, 2);
  await press(page, 'End');
  await reaches(page, PAGES);
  await press(page, 'ArrowRight');
  await shows(page, 'end');
  await expect(page.locator('#end a[rel=next]')).toBeInViewport();
  await expect.poll(async () => (await nowOf(page))?.seen.isAtEnd).toBe(true);
  await press(page, 'Home');
  await reaches(page, 1);
  t.same(faults, []);
  await context.close();
});

await t.test(
  'RDR-13 RDR-15 ADS-05 an episode that is set to scrolling scrolls, and a link passes a slot',
  async (t) => {
    const { page, context, faults } = await openReader(site, `${down.path}/1`, phone);
    await page.locator('#p4').evaluate((each) => each.scrollIntoView({ block: 'center' }));
    await reaches(page, 4);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await press(page, 'j');
    await reaches(page, 5);
    await goTo(page, 4);
    await reaches(page, 4);
    await click(page.locator('[data-slot="4"] a[href="#p5"]'));
    await reaches(page, 5);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('RDR-07 RDR-08 manga goes on to the left, which is told once', async (t) => {
  const { page, context, faults, goto } = await openReader(site, `${rtl.path}/1`, phone);
  const hint = page.getByText('Right to left: the next page is on the left.');
  await expect(hint).toBeVisible();
  await click(page.getByRole('button', { name: 'Got it' }));
  await expect(hint).toBeHidden();
  await clickAt(page, 0.1);
  await reaches(page, 2);
  await press(page, 'ArrowLeft');
  await reaches(page, 3);
  await press(page, 'ArrowRight');
  await reaches(page, 2);
  await clickAt(page, 0.5);
  const next = page.locator('[data-reader-bar] [data-turn="1"]');
  await expect(next).toBeInViewport();
  const leftOf = (turn: number) =>
    page
      .locator(`[data-reader-bar] [data-turn="${turn}"]`)
      .evaluate((each) => each.getBoundingClientRect().left);
  await expect
    .poll(async () => (await leftOf(1)) < (await leftOf(-1)), 'the next page is on the left')
    .toBe(true);
  await click(next);
  await reaches(page, 3);
  await goto(`${rtl.path}/2`);
  await expect(page.locator('#p1 img')).toBeVisible();
  await expect(hint).toBeHidden();
  t.same(faults, []);
  await context.close();
});

await t.test(
  'RDR-07 RDR-08 without a script pages are turned, and the one before the first is reached',
  async () => {
    const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
    await goto(`${ltr.path}/1`);
    await shows(page, '1');
    await click(page.locator('[data-reader-bar] [data-turn="1"]'));
    await expect(page).toHaveURL(/#p2$/);
    await shows(page, '2');
    await clickAt(page, 0.9);
    await expect(page).toHaveURL(/#p3$/);
    await shows(page, '3');
    for (const back of [
      () => clickAt(page, 0.06),
      () => click(page.locator('[data-reader-bar] [data-turn="-1"]')),
    ]) {
      await goto(`${ltr.path}/2`);
      await back();
      await expect(page).toHaveURL(new RegExp(`${ltr.path}/1#p${PAGES}$`));
      await shows(page, String(PAGES));
    }
    await expect(
      page.getByText('is not here yet').or(page.getByText('Some pictures did not load')),
    ).toHaveCount(0);
    await context.close();
  },
);

await t.test(
  'RDR-10 RDR-12 two pages side by side at a desk: the cover alone, moved by one, one page, or as manga',
  async (t) => {
    const { page, context, goto, faults } = await openReader(site, `${ltr.path}/1`, wide);
    await shows(page, '1');
    await press(page, 'ArrowRight');
    await shows(page, '2-3');
    await press(page, 'o');
    await shows(page, '1-2');
    await press(page, 'ArrowRight');
    await shows(page, '3-4');
    await press(page, 'o');
    const pairs = tool(page, 'pairs');
    await expect(pairs).toHaveAttribute('aria-pressed', 'true');
    await click(pairs);
    await expect(pairs).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => rootData(page)).toMatchObject({ pairs: 'off' });
    await click(pairs);
    await expect.poll(() => rootData(page)).toMatchObject({ pairs: 'cover' });

    await press(page, 'Home');
    await shows(page, '1');
    await page.mouse.move(640, 450);
    await page.mouse.wheel(0, 120);
    await shows(page, '2-3');
    await page.mouse.wheel(0, 20);
    t.equal(await settled(page, () => shownOn(page)), '2-3', 'the tail of a movement turns nothing');

    await goto(`${rtl.path}/1`);
    await press(page, 'ArrowLeft');
    await shows(page, '2-3');
    const leftOf = (id: string) => page.locator(id).evaluate((each) => each.getBoundingClientRect().left);
    await expect
      .poll(async () => (await leftOf('#p3')) < (await leftOf('#p2')), 'the first of a pair is on the right')
      .toBe(true);
    await press(page, '?');
    const line = page.locator('#reader-help p', { hasText: 'Next page' }).first();
    await expect(line.getByText('←')).toBeVisible();
    await expect(line.getByText('→')).toBeHidden();
    t.same(faults, []);
    await context.close();
  },
);

await t.test(
  'RDR-09 RDR-10 a page grows by keys, clicks and tools, and is whole again when it is turned',
  async (t) => {
    const { page, context, faults } = await openReader(site, `${ltr.path}/1`, phone);
    const width = widthOf(page, '#p2 img');
    await press(page, 'ArrowRight');
    await reaches(page, 2);
    const whole = await settled(page, width);
    await press(page, '+', '+');
    t.ok((await settled(page, width)) > whole * 1.5);
    await press(page, '-');
    t.ok((await settled(page, width)) < whole * 1.3);
    await page.mouse.dblclick(180, 370);
    t.equal(await settled(page, width), whole);
    await page.mouse.dblclick(180, 370);
    t.equal(Math.round((await settled(page, width)) / whole), 2);
    await press(page, 'ArrowRight');
    await reaches(page, 3);
    t.equal(await settled(page, width), whole, 'turning makes it whole');

    await press(page, 'ArrowLeft');
    await reaches(page, 2);
    await page.setViewportSize(wide.viewport);
    await reaches(page, 2, 3);
    await bringBars(page);
    const sheet = widthOf(page, '#p2 [data-sheet]');
    const wholeAtDesk = await settled(page, sheet);
    await click(tool(page, 'zoomIn'));
    t.ok((await settled(page, sheet)) > wholeAtDesk);
    await click(tool(page, 'zoomOut'));
    t.equal(await settled(page, sheet), wholeAtDesk);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('RDR-01 pictures come in time: near ones, and none that is far away', async (t) => {
  const { page, context } = await openReader(site, `${ltr.path}/1`, phone);
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-item]')]
        .filter((item) => item.querySelector('img')?.checkVisibility())
        .map(({ id }) => id),
    );
  await expect.poll(shown).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
  await press(page, 'End');
  await reaches(page, PAGES);
  await expect.poll(shown).toEqual(['p5', 'p6', 'p7']);
  const height = () =>
    page.locator('#p1 [data-sheet]').evaluate((each) => each.getBoundingClientRect().height);
  t.ok((await settled(page, height)) > 300, 'a box stays where its picture is gone');
  await context.close();
});

for (const direction of ['ltr_along', 'ltr_down'] as const)
  await t.test(
    `RDR-01 RDR-09 RDR-10 ${direction}: pages come ahead, and one grows and is whole`,
    async (t) => {
      const { page, context, faults } = await openReader(site, `${ltr.path}/1`, phone);
      await setWay(page, direction);
      await reaches(page, 1);
      const near = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[data-item][data-near]')].map(({ id }) => id.slice(1)).join(),
        );
      await expect.poll(near, 'four pages ahead').toBe('1,2,3,4,5');
      await isShownPicture(page, 'p5');
      await expect(page.locator('#p6 img')).toBeHidden();
      const width = widthOf(page, '#p2 img');
      await press(page, 'j');
      await reaches(page, 2);
      const whole = await settled(page, width);
      await press(page, '+', '+');
      t.ok((await settled(page, width)) > whole * 1.5);
      await press(page, '0');
      t.equal(await settled(page, width), whole);
      await press(page, '+', 'j');
      await reaches(page, 3);
      t.equal(await settled(page, width), whole, 'turning makes it whole');
      await press(page, 'j', 'j');
      await shows(page, 'ad');
      await expect
        .poll(async () => (await nowOf(page))?.seen.item, 'the page behind it is not read yet')
        .toBe(4);
      t.same(faults, []);
      await context.close();
    },
  );

await t.test('RDR-06 full screen is entered and left, and the bars go', async (t) => {
  const { page, faults, context } = await openReader(site, `${ltr.path}/1`, wide);
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  const bar = page.locator('header[data-bar]');
  await click(tool(page, 'fullscreen'));
  await expect(page.locator('#bars')).toBeChecked();
  await expect.poll(isFull).toBe(true);
  await expect(bar).toBeHidden();
  await press(page, 'f');
  await expect.poll(isFull).toBe(false);
  await expect(bar).toBeVisible();
  await expect(tool(page, 'fullscreen')).toHaveAttribute('aria-pressed', 'false');
  t.same(faults, []);
  await context.close();
});

await t.test(
  'keys open episodes and help, Escape closes them; letters can be switched off for good',
  async (t) => {
    const { page, faults, context, goto } = await openReader(site, `${ltr.path}/1`, wide);
    const opened = page.locator('[data-panel][open]');
    await press(page, 'e');
    await expect(panel(page, 'episodes').locator('h2')).toBeVisible();
    await press(page, 'Escape');
    await expect(opened).toHaveCount(0);
    await press(page, '?');
    const help = page.locator('#reader-help');
    await expect(help.getByText('Next page').first()).toBeVisible();
    await press(page, 'Escape');
    await expect(help).toBeHidden();

    const reading = await openPanel(page, 'reading');
    await choose(reading.getByRole('switch', { name: 'Single-letter shortcuts' }), false);
    await press(page, 'Escape');
    await expect(opened).toHaveCount(0);
    // The letter must do nothing, so the arrow still turns a page.
    await press(page, 'o', 'ArrowRight');
    await shows(page, '2-3');
    await goto(`${ltr.path}/2`);
    await press(page, 'e', 'ArrowRight');
    await shows(page, '2');
    await expect(opened).toHaveCount(0);
    t.same(faults, []);
    await context.close();
  },
);

await site.close();
