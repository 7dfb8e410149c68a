/** Ways of reading as they are stored and chosen, the place through all of them, and the way back to the episode before. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, stories } from '../../db/schema/index.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, rootData } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone } from '../support/site.ts';
import { DESK, LYING, nowOf, PAGES, reaches, shownOn, startReading } from '../support/stages.ts';

t.test('read modes', async (t) => {
  const { site, creator, ltr, rtl, open } = await startReading();
  t.teardown(() => site.close());

  await t.test(
    'RDR-16 an episode opens as it is stored: flip or continuous, horizontal or vertical',
    async (t) => {
      const { db } = site.deps;
      const [, second, third] = rtl.episodes;
      const flipDown = { readMode: 'page_flip', pageOrientation: 'vertical' } as const;
      const along = { readMode: 'continuous', pageOrientation: 'horizontal' } as const;
      await db.update(episodes).set(flipDown).where(eq(episodes.id, second.id));
      await db.update(episodes).set(along).where(eq(episodes.id, third.id));
      for (const [number, direction] of [
        [2, 'rtl_down'],
        [3, 'rtl_along'],
      ] as const) {
        const { page, context, faults } = await open(phone, `${rtl.path}/${number}`);
        t.equal(await page.locator('html').getAttribute('data-direction'), direction);
        // The next page is on the left.
        await page
          .locator('[data-hint]')
          .waitFor({ state: direction === 'rtl_along' ? 'visible' : 'hidden' });
        t.same(faults, []);
        await context.close();
      }
    },
  );

  await t.test('RDR-12 to RDR-15 two questions in the panel set the way of reading', async (t) => {
    const { page, context, faults } = await open(DESK, `${ltr.path}/1`);
    const panel = await openPanel(page, 'reading');
    const way = async (name: string, direction: string) => {
      await panel.getByRole('radio', { name, exact: true }).check({ force: true });
      await eventually(direction, async () => (await rootData(page)).direction === direction);
    };
    await way('Vertical', 'ltr_down');
    await way('Continuous', 'down');
    await way('Horizontal', 'ltr_along');
    t.equal(await panel.getByRole('switch', { name: 'Two pages side by side' }).isVisible(), false);
    await page.keyboard.press('Escape');
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 700);
    await eventually('the wheel moves the row', async () => ((await nowOf(page))?.place.item ?? 0) > 1);
    await page.reload();
    t.equal((await rootData(page)).direction, 'ltr_along', 'the choice holds before anything is drawn');
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-14 a strip says why it is never scrolled sideways', async (t) => {
    const strip = await publishSerial(site, creator, { pages: 2 });
    await site.deps.db.update(stories).set({ format: 'strip' }).where(eq(stories.id, strip.story.id));
    const { page, context } = await open(phone, `${strip.path}/1`);
    t.equal((await rootData(page)).direction, 'strip');
    const panel = await openPanel(page, 'reading');
    await panel.getByText('A strip is taller than any screen').waitFor();
    const sideways = panel.getByRole('radio', { name: 'Horizontal', exact: true });
    t.ok(await sideways.isDisabled());
    await panel.getByRole('radio', { name: 'Page flip', exact: true }).check({ force: true });
    await eventually('it is turned downwards', async () => (await rootData(page)).direction === 'ltr_down');
    t.notOk(await sideways.isDisabled());
    await context.close();
  });

  await t.test('SOC-08 the page that was read stays the place through any change of layout', async (t) => {
    const reader = await site.signUp('Ada Reader');
    const { page, context, faults } = await site.open({ ...phone, as: reader });
    await page.goto(`${ltr.path}/1`);
    await page.locator('[data-staged]').waitFor();
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(3));
    const known = async () => {
      const { body } = await site.call(`GET /stories/${ltr.story.id}/mine`, { as: reader });
      return JSON.parse(body).episodes[0]?.item;
    };
    await eventually('the account has the place', async () => (await known()) === 3);
    for (const [size, first, last] of [
      [LYING, 2, 3],
      [DESK, 2, 3],
      [phone, 3, 3],
    ] as const) {
      await page.setViewportSize(size.viewport);
      await reaches(page, first, last);
      t.equal((await nowOf(page))?.place.item, 3);
    }
    for (const direction of [
      'ltr_down',
      'down',
      'ltr_along',
      'strip',
      'rtl_along',
      'rtl_down',
      'ltr',
    ] as const)
      for (const size of [LYING, DESK, phone]) {
        await page.evaluate((way) => {
          document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: way });
        }, direction);
        await page.setViewportSize(size.viewport);
        await eventually(
          `page 3 is the place, ${direction}`,
          async () => (await nowOf(page))?.place.item === 3,
        );
        t.match((await shownOn(page)).split('-'), /3/, `${direction} at ${size.viewport.width}`);
      }
    // Opened as a spread it is the same place.
    await page.setViewportSize(DESK.viewport);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/progress')) sent.push(request.postDataJSON().item);
    });
    await page.goto(`${site.origin}${ltr.path}/1`);
    await page.locator('[data-staged]').waitFor();
    await reaches(page, 2, 3);
    await page.goto(`${site.origin}/about`);
    t.same(
      sent.filter((item) => item !== 3),
      [],
      'an earlier page is never written',
    );
    t.equal(await known(), 3);
    t.same(faults, []);
    await context.close();
  });

  for (const [direction, key, across] of [
    ['ltr', 'ArrowLeft', 0.08],
    ['rtl', 'ArrowRight', 0.92],
    ['ltr_down', 'ArrowUp', 0.08],
    ['down', 'ArrowLeft', null],
    ['ltr_along', 'ArrowLeft', 0.08],
    ['rtl_along', 'ArrowRight', 0.92],
  ] as const)
    await t.test(
      `RDR-08 ${direction} before the first page stands the last one of the episode before`,
      async (t) => {
        const { path } = direction.startsWith('rtl') ? rtl : ltr;
        for (const size of [phone, DESK]) {
          const { page, context, faults } = await open(size, `${path}/2`, direction);
          const deeds: (() => Promise<unknown>)[] = [
            () => page.keyboard.press(key),
            () => page.locator('[data-reader-bar] [data-turn="-1"]').click(),
            async () => {
              const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
              if (across) await page.mouse.click(width * across, height * 0.55);
              else await page.keyboard.press('k');
            },
          ];
          for (const deed of deeds) {
            await page.goto(`${site.origin}${path}/2`);
            await page.locator('[data-staged]').waitFor();
            await deed();
            await page.waitForURL(new RegExp(`${path}/1#p${PAGES}$`));
            await page.locator('[data-staged]').waitFor();
            await eventually('its last page is shown', async () => (await nowOf(page))?.place.item === PAGES);
          }
          await page.goto(`${site.origin}${path}/1#p1`);
          await page.locator('[data-staged]').waitFor();
          await page.keyboard.press(key);
          t.match(page.url(), `${path}/1`, 'nothing stands before the first episode');
          t.same(faults, []);
          await context.close();
        }
      },
    );

  await t.test('RDR-08 without a script the last page of the episode before is a link', async (t) => {
    const { page, context } = await site.open({ ...phone, javaScriptEnabled: false });
    for (const deed of [
      () => page.mouse.click(20, 400),
      () => page.locator('[data-reader-bar] [data-turn="-1"]').click(),
    ]) {
      await page.goto(`${site.origin}${ltr.path}/2`);
      await deed();
      await page.waitForURL(new RegExp(`${ltr.path}/1#p${PAGES}$`));
    }
    t.equal(await shownOn(page), String(PAGES));
    await context.close();
  });
});
