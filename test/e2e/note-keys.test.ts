/** Short notes by keys alone: over pages, over a slow line, and beside lines that run from top to bottom. */
import type { Page } from 'playwright';
import t from 'tap';
import { tsukkomiComments } from '#db/schema/index.ts';
import { openReader, panel } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { startSite, wide } from '../support/site.ts';

t.test('short notes by keys', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const [creator, mika] = [await site.signUp('Mirko Haas'), await site.signUp('Mika')];
  const { path } = await publishSerial(site, creator, { pages: 4, isPaged: true });
  const first = `${path}/1`;
  const note = (page: Page, text: string) => page.locator('[data-note]', { hasText: text });
  const draft = (page: Page) => page.locator('[data-note-draft]');
  const isFocused = (page: Page, selector: string) =>
    page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);

  await t.test('SOC-19 by keys alone, and its author deletes it', async (t) => {
    const { page, faults, context } = await openReader(site, `${first}#p1`, { as: mika, ...wide });
    await page.keyboard.press('n');
    await draft(page).waitFor();
    await isFocused(page, '[data-note-draft]');
    const before = await draft(page).evaluate((each) => each.style.getPropertyValue('--x'));
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
    t.equal(
      Number(await draft(page).evaluate((each) => each.style.getPropertyValue('--x'))),
      Number(before) - 0.1,
    );
    await page.keyboard.press('Enter');
    await isFocused(page, '[data-note-form] input');
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    await page.getByText('Note left').waitFor();
    const opened = panel(page, 'notes');
    await opened.locator('summary[aria-label="More on note 1"]').press('Enter');
    await opened.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('Note deleted').waitFor();
    await note(page, 'by keys').waitFor({ state: 'detached' });
    t.same(await deps.db.select().from(tsukkomiComments), []);
    t.same(faults, []);
    await context.close();
  });

  await t.test(
    'SOC-19 over a slow line no key is lost: words go to the note, then to its field',
    async (t) => {
      const { page, faults, context } = await openReader(site, `${first}#p1`, { as: mika, ...wide });
      let letIn = (): void => {};
      const held = new Promise<void>((resolve) => {
        letIn = resolve;
      });
      await page.route('**/*panels=1*', async (route) => {
        await held;
        await route.continue();
      });
      await page.keyboard.press('n');
      await isFocused(page, '[data-note-draft]');
      await page.keyboard.press('Enter');
      await page.keyboard.type('no fear');
      t.equal(await draft(page).textContent(), 'no fear');
      t.equal(
        await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen.item),
        1,
        'no letter has turned the page',
      );
      letIn();
      await isFocused(page, '[data-note-form] input');
      await page.keyboard.type('!');
      await page.keyboard.press('Enter');
      await note(page, 'no fear!').waitFor();
      t.same(faults, []);
      await context.close();
    },
  );
});
