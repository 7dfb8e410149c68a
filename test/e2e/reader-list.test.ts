/** The reader's list of a long story: a hundred at a time, at a phone and at a desk, with a script and without. */
import type { Locator } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { awake, overflowOf, panel, tool } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

/** How many lines its text takes. */
const linesOf = (place: Locator) =>
  place.evaluate((each) => {
    const text = document.createRange();
    text.selectNodeContents(each);
    return new Set(
      [...text.getClientRects()]
        .filter(({ width }) => width > 0)
        .map(({ bottom }) => Math.round(bottom / 12)),
    ).size;
  });

t.test('the list of the reader', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  await t.test('RDR-02 RDN-01 another hundred is shown in the panel, and the episode stays', async (t) => {
    const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
    const long = await addStory(await addAuthor(), { format: 'page_ltr', slug: 'long-way' });
    for (const number of [1, 99, 100, 101, 102, 205]) await addEpisode(long, number, {}, { pages: 2 });
    const publishAt = new Date(site.deps.clock.now().getTime() + 86_400_000);
    await addEpisode(long, 206, { status: 'scheduled', publishAt, isAnnounced: true, publishedAt: null });
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
        t.same(await hundreds.getByRole('link').allInnerTexts(), ['1–100', '101–102', '205']);
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
        const told = list.getByText(/206 comes on/);
        t.equal(await told.count(), 0, 'RDR-01 the next release is told behind the last one');
        await hundreds.getByRole('link', { name: '205' }).click();
        await told.waitFor();
        t.equal(await list.getByText('UTC').count(), javaScriptEnabled ? 0 : 1);
        t.equal(await linesOf(told.locator('time')), 1);
        t.equal(await overflowOf(page), 0);
        await hundreds.getByRole('link', { name: '101–102' }).waitFor();
        await hundreds.getByRole('link', { name: '101–102' }).click();
        await list.getByText('Here').waitFor();
        t.same(await numbers(), ['101', '102']);
        t.same(faults, []);
        await goto('/stories/long-way');
        t.equal(await linesOf(page.getByText(/206 comes on/)), 1);
        await context.close();
      }
  });

  await t.test('STP-08 RDR-02 both lists of a long story say how much of it is read', async (t) => {
    const reader = await site.signUp('Jule Winter');
    const { story } = (await site.call('GET /stories/long-way')).json<{
      story: { episodes: { id: string; number: number }[] };
    }>();
    for (const { id, number } of story.episodes)
      if (number <= 100)
        await site.call(`PUT /episodes/${id}/progress`, { as: reader, body: { item: 2, furthest_item: 2 } });
    for (const [view, prefix, onPage, inPanel] of [
      [phone, '', '6 · you read 3', '6, you read 3'],
      [wide, '/de', '6 · 3 gelesen', '6, 3 gelesen'],
    ] as const) {
      const { page, faults, context, goto } = await site.open({ ...view, as: reader, bypassCSP: true });
      await context.route('**/media/**', (route) => route.fulfill({ status: 200, body: '' }));
      await watchShifts(page);
      await goto(`${prefix}/stories/long-way?episodes=201`);
      await page.getByText(onPage, { exact: true }).waitFor();
      t.same(await shiftsOf(page), []);
      t.equal(await overflowOf(page), 0);
      await goto(`${prefix}/stories/long-way/205`);
      await awake(page);
      await tool(page, 'episodes').click();
      await panel(page, 'episodes').getByText(inPanel, { exact: true }).waitFor();
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
    }
  });
});
