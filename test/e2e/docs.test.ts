/** The description of the API as developers read it; that it holds every call is `test/server/api-surface.test.ts`. */
import t from 'tap';
import { click, expect, runsNoScript } from '../support/hand.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();

/** Two calls of it: the viewer takes its time with hundreds. */
const some = (description: { paths: object }): object => ({
  ...description,
  paths: Object.fromEntries(Object.entries(description.paths).slice(0, 2)),
});

await t.test('/docs shows calls and their answers, without a breach of its policy', async (t) => {
  const { page, faults } = await site.open();
  // It is a page of the viewer's, which knows nothing of our islands.
  runsNoScript(page);
  await page.route('**/docs/json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: some(await response.json()) });
  });
  t.equal((await page.goto('/docs'))?.status(), 200);
  await click(page.locator('.opblock-tag').first());
  await click(page.locator('.opblock').first().locator('button').first());
  await expect(page.locator('.opblock.is-open .responses-wrapper').first()).toBeVisible();
  t.same(faults, []);
});

await site.close();
