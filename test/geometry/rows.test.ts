import type { Page } from 'playwright';
import t from 'tap';
import { createEpisode } from '../support/console.ts';
import { click, expect, settled } from '../support/hand.ts';
import { openPanel } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mirko Haas');
const reader = await site.signUp('Jule Winter');
const { path, story } = await publishSerial(site, creator, { pages: 2, isPaged: true });
await createEpisode(site, creator, story.id, 'A draft');

/** Save buttons that overflow their row or cover a word in it. */
const overhangs = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-episode]')]
      .filter((row) => row.checkVisibility() && row.querySelector('[data-save-press]'))
      .filter((row) => {
        const [around, button] = [row, row.querySelector('[data-save-press]')].map((each) =>
          (each as Element).getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        const words = [...row.querySelectorAll('[data-cell=state] > :not([data-save-press]), a span')].map(
          (word) => word.getBoundingClientRect(),
        );
        const isOver = (word: DOMRect) =>
          word.width > 0 &&
          word.right > button.left &&
          word.left < button.right &&
          word.bottom > button.top &&
          word.top < button.bottom;
        return button.right > around.right || button.bottom > around.bottom || words.some(isOver);
      })
      .map((row) => (row as HTMLElement).dataset.episode),
  );

const heights = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-episode]')].map((row) => row.getBoundingClientRect().height),
  );

for (const view of [phone, wide]) {
  const { width } = view.viewport;
  await t.test(`SOC-08 buttons to save stand in their rows, beside the words, at ${width} px`, async (t) => {
    const { page, context, goto } = await site.open({ ...view, as: reader, serviceWorkers: 'allow' });
    const row = page.locator('[data-episode="2"]');
    await goto(path);
    const save = row.getByRole('button', { name: /^Save 2/ });
    await expect(save).toBeVisible();
    const before = await settled(page, () => heights(page));
    await click(save);
    await expect(row.getByRole('button', { name: /^Remove 2 .* · [\d.]+ MB$/ })).toBeVisible();
    t.same(await settled(page, () => overhangs(page)), []);
    t.same(await settled(page, () => heights(page)), before, 'no row has grown');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await goto(`${path}/1`);
    const opened = await openPanel(page, 'episodes');
    await expect(row.getByText(/^Saved, /)).toBeVisible();
    t.same(await settled(page, () => overhangs(page)), []);
    await click(opened.getByRole('button', { name: /^Remove 2/ }));
    await expect(opened.getByRole('button', { name: /^Save 2/ })).toBeVisible();
    await context.close();
  });

  await t.test(`the tools of the console’s list come without moving anything at ${width} px`, async (t) => {
    const { page, context, faults } = await site.open({ as: creator, ...view });
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/assets/chunks/*.js', async (route) => {
      await held;
      await route.continue();
    });
    // Plain `goto`, since the page is never ready while its scripts are held.
    await page.goto(`/creator/stories/${story.id}`);
    const places = async () => {
      await page.evaluate(() => document.fonts.ready);
      return page.evaluate(() =>
        [...document.querySelectorAll('[data-tile] a, [data-tile] [data-status]')].map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join();
        }),
      );
    };
    await expect(page.locator('[data-tile]')).toHaveCount(4);
    const before = await places();
    await expect(page.locator('[data-move]')).toHaveCount(0);
    go();
    await expect(page.locator('[data-move]').first()).toBeVisible();
    t.same(await settled(page, places), before);
    t.same(faults, []);
    await context.close();
  });
}

await t.test('no bar lies over the other in a preview', async (t) => {
  const { page, goto } = await site.open({ ...phone, as: creator });
  await goto(`/creator/stories/${story.id}/preview`);
  await click(page.getByRole('button', { name: 'Open preview' }));
  const over = page.getByRole('complementary', { name: 'Preview' });
  await expect(over).toBeVisible();
  await click(
    page
      .getByRole('link', { name: /Read episode 1/ })
      .locator('visible=true')
      .first(),
  );
  const bar = page.locator('header[data-bar]');
  await expect(bar).toBeVisible();
  const [upper, lower] = await settled(page, async () => [await over.boundingBox(), await bar.boundingBox()]);
  t.ok(upper && lower && upper.y + upper.height <= lower.y + 1);
});

await site.close();
