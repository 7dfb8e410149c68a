/**
 * Position of the cookie question: at the screen's bottom, without moving the page. In a reader, after the last page.
 */
import t from 'tap';
import { expect, settled } from '../support/hand.ts';
import { openShelf } from '../support/shelf.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite({ environment: { AD_FRAME_URL: 'https://ads.example/slot' } });
t.teardown(() => site.close());
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('Mirko Haas');
const comic = await addStory(author);
await addEpisode(comic, 1, {}, { pages: 5 });
const novel = await addStory(author, { publicationType: 'novel' });
await addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>Nobody had ever seen the sea stop.</p>'] });

await t.test('it lies under the page, moves nothing, and both answers are alike', async (t) => {
  for (const options of [phone, wide]) {
    const { page, context, goto } = await site.open(options);
    await watchShifts(page);
    await goto('/');
    const bar = page.getByRole('region', { name: 'Cookies' });
    const buttons = bar.getByRole('button');
    await expect(buttons, 'to refuse comes first').toHaveText(['Necessary only', 'Allow ads']);
    const looks = await settled(page, () =>
      buttons.evaluateAll((all) =>
        all.map((each) => {
          const { width, height } = each.getBoundingClientRect();
          const { color, backgroundColor, fontWeight, fontSize, boxShadow } = getComputedStyle(each);
          return { width, height, color, backgroundColor, fontWeight, fontSize, boxShadow };
        }),
      ),
    );
    t.same(looks[0], looks[1], 'of one size and weight');
    t.ok((looks[0]?.height ?? 0) >= 44);
    const box = await settled(page, () => bar.boundingBox());
    t.equal((box?.y ?? 0) + (box?.height ?? 0), options.viewport.height, 'at the foot of the screen');
    // The footer stays readable: it ends above the question.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const foot = await settled(page, () => page.locator('footer').boundingBox());
    const low = await settled(page, () => bar.boundingBox());
    t.ok((foot?.y ?? 0) + (foot?.height ?? 0) <= (low?.y ?? 0) + 1, 'nothing of the page stays under it');
    t.same(await settled(page, () => shiftsOf(page)), []);
    await context.close();
  }
});

await t.test('ADS-05 in a reader it waits behind the last page', async (t) => {
  for (const { slug } of [comic, novel]) {
    const { page, context, goto } = await site.open(phone);
    await goto(`/stories/${slug}/1`);
    const flow = page.getByRole('region', { name: 'Cookies' });
    await expect(flow).toHaveCSS('position', 'static');
    const end = await settled(page, () => page.locator('#end').boundingBox());
    const box = await settled(page, () => flow.boundingBox());
    t.ok(end && box && box.y > end.y && box.y > phone.viewport.height / 2, slug);
    await context.close();
  }
});
