/** Pictures that the network loses: they are asked for again, say so, and come back. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { phone, wide } from '../support/site.ts';
import { nowOf, startReading } from '../support/stages.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Waits for the pauses of 0.5, 2 and 8 s by the page's own clock. */
const passPauses = async (page: Page): Promise<void> => {
  for (const ms of [500, 2000, 8000]) {
    await page.clock.runFor(ms);
    await page.waitForTimeout(200);
  }
};

const hasCome = (page: Page, item: number) =>
  eventually(`picture ${item} is there`, () =>
    page
      .locator(`#p${item} img`)
      .first()
      .evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0),
  );

t.test('lost pictures', async (t) => {
  const { site, creator, ltr, rtl } = await startReading();
  t.teardown(() => site.close());

  /** Media fail for this tab until `mend`. */
  async function openBroken(size: object, how: 'abort' | 503) {
    const tab = await site.open(size);
    let isBroken = true;
    let asked = 0;
    await tab.context.route(/\/media\//, (route) => {
      asked += 1;
      if (!isBroken) return route.continue();
      return how === 'abort' ? route.abort('connectionreset') : route.fulfill({ status: 503 });
    });
    return {
      ...tab,
      asked: () => asked,
      mend: () => {
        isBroken = false;
      },
    };
  }

  for (const [direction, how] of [
    ['ltr', 'abort'],
    ['rtl', 503],
    ['ltr_down', 503],
    ['rtl_down', 'abort'],
    ['ltr_along', 'abort'],
    ['rtl_along', 503],
    ['down', 'abort'],
    ['strip', 503],
  ] as const)
    await t.test(`RDR-01 ${direction}: a page that failed says so and comes back`, async (t) => {
      const { path } = direction.startsWith('rtl') ? rtl : ltr;
      const { page, context, mend } = await openBroken(phone, how);
      await page.clock.install();
      await page.goto(`${path}/1`);
      await page.clock.runFor(5000);
      await page.locator('[data-staged]').waitFor();
      await page.evaluate((way) => {
        document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: way });
      }, direction);
      const gap = page.locator('#p1 [data-gap]');
      await eventually('the page says so', async () => {
        await passPauses(page);
        return gap.isVisible();
      });
      await gap.getByText('Page 1 is not here yet').waitFor();
      t.equal(await gap.getByRole('link').count(), 0, 'nothing stands before the first page');
      const goTo = (item: number) =>
        page.evaluate((to) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to), item);
      mend();
      await gap.getByRole('button', { name: 'Try again' }).click();
      await hasCome(page, 1);
      await gap.waitFor({ state: 'detached' });
      t.equal((await nowOf(page))?.seen.item, 1, 'the button turns no page');
      await goTo(4);
      await hasCome(page, 4);
      await eventually('turned to, it comes by itself', async () => {
        await page.clock.runFor(100);
        return page.locator('#p4 [data-gap]').isHidden();
      });
      await context.close();
    });

  await t.test('RDR-01 without a network a page says so, and comes by itself with it', async (t) => {
    const { page, context } = await site.open(phone);
    await page.goto(`${ltr.path}/1`);
    await page.locator('[data-staged]').waitFor();
    const manifest = JSON.parse(await readFile(join(ROOT, 'dist/assets.json'), 'utf8'));
    await page.waitForFunction(
      (file) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(file)),
      manifest['islands/pictures/wake.ts'].file,
    );
    await context.setOffline(true);
    const goTo = (item: number) =>
      page.evaluate((to) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to), item);
    await goTo(10);
    const gap = page.locator('#p10 [data-gap]');
    await gap.getByText('Page 10 is not here yet').waitFor();
    await gap.getByRole('link', { name: 'Back to page 9' }).click();
    await eventually('it leads back', async () => (await nowOf(page))?.seen.item === 9);
    await goTo(10);
    await context.setOffline(false);
    await hasCome(page, 10);
    await gap.waitFor({ state: 'detached' });
    t.equal((await nowOf(page))?.seen.item, 10);
    await context.close();
  });

  await t.test(
    'RDR-01 covers and thumbnails that failed are told once for the page, with a button',
    async (t) => {
      const editor = `/creator/stories/${ltr.story.id}/episodes/${ltr.episodes[1].id}`;
      for (const path of ['/', ltr.path, '/genres/mystery', editor]) {
        const { page, context, mend } = await openBroken({ ...wide, as: creator }, 503);
        await page.clock.install();
        await page.goto(path);
        const notice = page.getByText('Some pictures did not load.');
        await eventually('it is told', async () => {
          await passPauses(page);
          return notice.isVisible();
        });
        mend();
        await page.getByRole('button', { name: 'Try again', exact: true }).click();
        await eventually('all are there', async () => {
          await page.clock.runFor(100);
          const broken = await page.evaluate(
            () => [...document.images].filter((each) => each.complete && each.naturalWidth === 0).length,
          );
          return broken === 0 && (await notice.isHidden());
        });
        await context.close();
      }
      t.pass('all came back');
    },
  );

  await t.test('RDR-01 without a script nothing of it is shown', async (t) => {
    const { page, context } = await site.open({ ...phone, javaScriptEnabled: false });
    await page.goto(`${ltr.path}/1`);
    t.equal(await page.getByText('is not here yet').count(), 0);
    t.equal(await page.getByText('Some pictures did not load').count(), 0);
    await context.close();
  });
});
