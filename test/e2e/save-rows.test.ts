/** Saving episodes from the rows of a list: a story's page, and the list of the reader. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { awake, openPanel } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('rows of episodes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { path } = await publishSerial(site, creator, { pages: 5, isPaged: true });

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
      await row(2).getByRole('button', { name: 'Save 2 · The tunnel for offline' }).click();
      await row(3)
        .getByRole('button', { name: /^Save 3/ })
        .click();
      await row(2).getByRole('button', { name: 'Remove 2 · The tunnel from this device' }).waitFor();
      await row(3)
        .getByText(/^Saved, /)
        .waitFor();
      t.equal(await saved(), 2);
      t.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      t.same(await violations(page), []);
      await goto(`${path}/1`);
      await awake(page);
      const opened = await openPanel(page, 'episodes');
      await row(2)
        .getByText(/^Saved, /)
        .waitFor();
      t.equal(await row(1).getByRole('button').count(), 0, 'the present one has the tool');
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
});
