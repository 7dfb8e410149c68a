import type { Page } from 'playwright';
import t from 'tap';
import { click, expect, ready, settled } from '../support/hand.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const LINES = Array.from(
  { length: 60 },
  (_, at) => `<p>Sentence ${at} is here. <em>He sat</em> down on ${at}, with a stone in his shoe.</p>`,
).join('');

const site = await startSite();
t.teardown(() => site.close());
const { addAuthor, addStory, addEpisode } = openShelf(site.deps);
const book = await addStory(await addAuthor(), { publicationType: 'novel' });
await addEpisode(book, 1, {}, { pages: 0, chapters: [LINES, LINES] });

const lineOf = (page: Page, at: number) => page.locator('[data-text] p').nth(at);
const barOf = (page: Page) => page.getByRole('region', { name: 'Selected words' });
async function openSelected(options: Parameters<typeof site.open>[0], at: number): Promise<Page> {
  const { page, goto } = await site.open({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
  await goto(`/stories/${book.slug}/1?chapter=2`);
  await lineOf(page, at).scrollIntoViewIfNeeded();
  await lineOf(page, at).dispatchEvent('pointerover');
  await expect(page.locator('tsuzuki-island[name=notes][awake]').first()).toBeAttached();
  await ready(page);
  await lineOf(page, at).evaluate((element) => {
    const last = element.lastChild as Text;
    getSelection()?.setBaseAndExtent(element.firstChild as Text, 0, last, last.data.indexOf(','));
  });
  await expect(barOf(page)).toBeVisible();
  return page;
}

await t.test('RDR-22 it stands above the words, and what it tells covers none', async (t) => {
  const page = await openSelected(wide, 40);
  const box = await settled(page, () => barOf(page).boundingBox());
  const line = await settled(page, () => lineOf(page, 40).boundingBox());
  if (!box || !line) throw new Error('both are drawn');
  t.ok(box.y + box.height <= line.y, 'it stands above the words');
  t.ok(box.x >= line.x - box.width / 2 && box.x + box.width <= line.x + line.width, 'and at them');
  await click(barOf(page).getByRole('button', { name: 'Copy', exact: true }));
  await expect(barOf(page).getByText('Copied.', { exact: true })).toBeVisible();
  const grown = await settled(page, () => barOf(page).boundingBox());
  t.ok(grown && grown.y + grown.height <= line.y, 'what it tells covers no word');
  await page.context().close();
});

await t.test('RDR-22 on phones it stands at the foot', async (t) => {
  const page = await openSelected(phone, 1);
  const box = await settled(page, () => barOf(page).boundingBox());
  const { width, height } = phone.viewport;
  t.ok(box && box.y > height / 2 && box.x > 0 && box.x + box.width < width);
  await page.context().close();
});
