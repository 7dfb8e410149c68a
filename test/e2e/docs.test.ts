/** The API description in the viewer. `test/server/api-surface.test.ts` checks that it contains every call. */
import t from 'tap';
import { click, expect, runsNoScript } from '../support/hand.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();

/** Keeps two calls: the viewer is slow with hundreds. */
const some = (description: { paths: object }): object => ({
  ...description,
  paths: Object.fromEntries(Object.entries(description.paths).slice(0, 2)),
});

await t.test('/docs shows calls and their answers, without a breach of its policy', async (t) => {
  const { page, faults } = await site.open();
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
