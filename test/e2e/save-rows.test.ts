/** Saving episodes from the rows of a list: a story's page, and the list of the reader. */
import type { Page } from 'playwright';
import t from 'tap';
import { pricingStrategies } from '../../db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { giveCoins } from '../support/coins.ts';
import { awake, openPanel } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

/** Buttons to save that stand out of their row, or over a word in it. */
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
      .map((row) => row.getAttribute('data-episode')),
  );

const heights = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-episode]')].map((row) => row.getBoundingClientRect().height),
  );

t.test('rows of episodes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { path, story, episodes } = await publishSerial(site, creator, { pages: 5, isPaged: true });

  await t.test('SOC-08 rows of a list save, one after the other, say so, and take it back', async (t) => {
    for (const view of [phone, wide]) {
      const { page, context, faults, goto } = await site.open({
        ...view,
        as: reader,
        serviceWorkers: 'allow',
      });
      const saved = () =>
        page.evaluate(async () => (await caches.keys()).filter((name) => /saved-/.test(name)).length);
      const row = (number: number) => page.locator(`[data-episode="${number}"]`);
      await goto(path);
      await row(2).getByRole('button').waitFor();
      const before = await heights(page);
      await row(2).getByRole('button', { name: 'Save 2 · The tunnel for offline' }).click();
      await row(3)
        .getByRole('button', { name: /^Save 3/ })
        .click();
      await row(2).getByRole('button', { name: 'Remove 2 · The tunnel from this device' }).waitFor();
      await row(3)
        .getByText(/^Saved, /)
        .waitFor();
      t.equal(await saved(), 2);
      await row(2)
        .getByRole('button', { name: /^Remove 2 .* · [\d.]+ MB$/ })
        .waitFor();
      t.same(await overhangs(page), [], 'each button stands in its row, beside the words');
      t.same(await heights(page), before, 'no row has grown');
      t.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      t.same(await violations(page), []);
      await goto(`${path}/1`);
      await awake(page);
      const opened = await openPanel(page, 'episodes');
      await row(2)
        .getByText(/^Saved, /)
        .waitFor();
      t.equal(await row(1).getByRole('button').count(), 0, 'the present one has the tool');
      t.same(await overhangs(page), []);
      await opened.getByRole('button', { name: /^Remove 2/ }).click();
      await opened.getByRole('button', { name: /^Save 2/ }).waitFor();
      await opened.getByRole('button', { name: /^Remove 3/ }).click();
      await opened.getByRole('button', { name: /^Save 3/ }).waitFor();
      t.equal(await saved(), 0);
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
    }
  });

  await t.test('SOC-08 RDR-17 the list of a locked episode saves what is unlocked', async (t) => {
    const sold = { type: 'first_free', freeCount: 1, priceCoins: 30 } as const;
    await site.deps.db.insert(pricingStrategies).values({ storyId: story.id, ...sold });
    site.caches.purge(['all']);
    await giveCoins(site, reader, 30);
    const paid = await site.call(`POST /episodes/${episodes[1].id}/unlock`, {
      as: reader,
      body: { price: 30 },
      headers: { 'idempotency-key': 'one-and-only-0001' },
    });
    t.equal(paid.statusCode < 300, true, paid.body);
    const { page, context, faults, goto } = await site.open({
      ...phone,
      as: reader,
      serviceWorkers: 'allow',
    });
    await goto(`${path}/3`);
    await page.locator('dialog:modal').waitFor();
    await page.keyboard.press('Escape');
    await awake(page);
    const opened = await openPanel(page, 'episodes');
    await opened.getByRole('button', { name: /^Save 1/ }).waitFor();
    await opened.getByRole('button', { name: /^Save 2/ }).click();
    await opened.getByRole('button', { name: /^Remove 2/ }).waitFor();
    t.equal(await opened.locator('[data-save-press]:visible').count(), 2, 'none for itself');
    await opened.getByRole('button', { name: /^Remove 2/ }).click();
    await opened.getByRole('button', { name: /^Save 2/ }).waitFor();
    t.same(await violations(page), []);
    t.same(
      faults.filter((fault) => !/402/.test(fault)),
      [],
    );
    await context.close();
  });
});
