/** The reader's list of a long story: a hundred at a time, at a phone and at a desk, with a script and without. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { awake, overflowOf, panel, tool } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('the list of the reader', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  await t.test('RDR-02 RDN-01 another hundred is shown in the panel, and the episode stays', async (t) => {
    const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
    const long = await addStory(await addAuthor(), { format: 'page_ltr', slug: 'long-way' });
    for (const number of [1, 99, 100, 101, 102, 205]) await addEpisode(long, number, {}, { pages: 2 });
    for (const javaScriptEnabled of [true, false])
      for (const view of [phone, wide]) {
        const { page, faults, context, goto } = await site.open({ ...view, javaScriptEnabled });
        await context.route('**/media/**', (route) => route.fulfill({ status: 200, body: '' }));
        await goto('/stories/long-way/101');
        if (javaScriptEnabled) await awake(page);
        await tool(page, 'episodes').click();
        const list = panel(page, 'episodes').locator('[data-marks]');
        const numbers = () =>
          list
            .locator('[data-episode]')
            .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-episode')));
        await list.getByText('Here').waitFor();
        t.same(await numbers(), ['101', '102']);
        const hundreds = list.getByRole('navigation', { name: 'Episodes by hundreds' });
        await hundreds.getByRole('link', { name: '1–100' }).click();
        const current = hundreds.locator('[aria-current]');
        await current.filter({ hasText: '1–100' }).waitFor();
        t.same(await numbers(), ['1', '99', '100']);
        if (javaScriptEnabled) {
          t.equal(new URL(page.url()).search, '', 'it takes the place of the other');
          t.ok(await current.evaluate((each) => each === document.activeElement), 'the focus stays');
          t.same(await violations(page), []);
        }
        t.equal(await overflowOf(page), 0);
        await hundreds.getByRole('link', { name: '101–102' }).click();
        await list.getByText('Here').waitFor();
        t.same(await numbers(), ['101', '102']);
        t.same(faults, []);
        await context.close();
      }
  });
});
