/** The description of the API as developers read it. */
import t from 'tap';
import { contracts } from '../../server/api.ts';
import { click, expect, runsNoScript } from '../support/hand.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();

await t.test('/docs shows every call, without a breach of its policy', async (t) => {
  const { page, faults } = await site.open();
  // It is a page of the viewer's, which knows nothing of our islands.
  runsNoScript(page);
  t.equal((await page.goto('/docs'))?.status(), 200);
  const groups = new Set(Object.keys(contracts).map((route) => route.split('/')[1]));
  const tags = page.locator('.opblock-tag');
  await expect.poll(() => tags.count()).toBeGreaterThanOrEqual(groups.size / 2);
  await click(tags.first());
  await click(page.locator('.opblock').first().locator('button').first());
  await expect(page.locator('.opblock.is-open .responses-wrapper').first()).toBeVisible();
  t.same(faults, []);
});

await site.close();
