/** Putting things in order in a real browser: by mouse, by finger and by keys, with words for those who do not see it. */
import type { Page } from 'playwright';
import t from 'tap';
import { createEpisode, createStory, uploadPages } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { phone, startSite } from '../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mira');
const story = await createStory(site, creator);
const episodes = ['One', 'Two', 'Three'];
const ids: string[] = [];
for (const title of episodes) ids.push((await createEpisode(site, creator, story.id, title)).id);
await uploadPages(site, creator, ids[0] ?? '', ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
await site.runJobs();

const awake = (page: Page, name: string) =>
  page.waitForSelector(`tsuzuki-island[name=${name}][awake]`, { state: 'attached' });
const titles = (page: Page): Promise<string[]> =>
  page.locator('[data-tile] a').evaluateAll((all) => all.map((each) => each.lastChild?.textContent ?? ''));
const pages = (page: Page): Promise<string[]> =>
  page
    .locator('[data-tile] img')
    .evaluateAll((all) => all.map((each) => /\w\.jpg/.exec(each.getAttribute('alt') ?? '')?.[0] ?? ''));
/** The library comes when somebody comes near. */
const near = async (page: Page, name: string | RegExp) => {
  const grip = page.getByRole('button', { name });
  await grip.focus();
  await grip.and(page.locator('[aria-roledescription]')).waitFor();
};
const said = (page: Page): Promise<string[]> => page.locator('[role=status]').allTextContents();

await t.test('episodes are put in order by keys: lifted, moved, put down, put back', async (t) => {
  const tab = await site.open({ as: creator });
  const { page } = tab;
  await tab.goto(`/creator/stories/${story.id}`);
  await awake(page, 'EpisodeList');
  await near(page, 'Reorder Three');
  await page.keyboard.press('Space');
  await eventually('it is told', async () => (await said(page)).includes('Three picked up, place 1 of 3'));
  await page.keyboard.press('ArrowDown');
  await eventually('it moves', async () => String(await titles(page)) === 'Two,Three,One');
  await eventually('its place is told', async () => (await said(page)).includes('Three: place 2 of 3'));
  await page.keyboard.press('Escape');
  await eventually('it is back', async () => String(await titles(page)) === 'Three,Two,One');
  await eventually('that is told', async () => (await said(page)).includes('Three is back in place 1 of 3'));
  await near(page, 'Reorder Three');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await eventually('it moves', async () => String(await titles(page)) === 'Two,Three,One');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/number'));
  await page.keyboard.press('Space');
  t.equal((await saved).status(), 204);
  await eventually('the focus is on its grip', async () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Reorder Three'),
  );
  await page.reload();
  t.same(await titles(page), ['Two', 'Three', 'One'], 'kept');
  t.same(tab.faults, []);
  await tab.context.close();
});

await t.test('episodes are put in order by mouse', async (t) => {
  const tab = await site.open({ as: creator });
  const { page } = tab;
  await tab.goto(`/creator/stories/${story.id}`);
  await awake(page, 'EpisodeList');
  const from = await page.getByRole('button', { name: 'Reorder Two' }).boundingBox();
  const to = await page.getByRole('button', { name: 'Reorder One' }).boundingBox();
  if (from === null || to === null) throw new Error('no grips');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/number'));
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 12 });
  await eventually('its place', async () => String(await titles(page)) === 'Three,One,Two');
  await page.mouse.up();
  t.equal((await saved).status(), 204);
  await page.getByText('Order changed').waitFor();
  t.same(tab.faults, []);
  await tab.context.close();
});

await t.test('PAG-04 pages are put in order by a finger on the grip, in German words', async (t) => {
  const tab = await site.open({ ...phone, as: creator, locale: 'de-DE' });
  const { page } = tab;
  await tab.goto(`/de/creator/stories/${story.id}/episodes/${ids[0]}`);
  await awake(page, 'EpisodeEditor');
  t.same(await pages(page), ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
  await near(page, /^Seite 1:/);
  const grips = await page
    .locator('[data-grip]')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  const [from, , to] = grips;
  if (from === undefined || to === undefined) throw new Error('no grips');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await touch('touchStart', from.x + 20, from.y + 20);
  for (let step = 1; step <= 10; step += 1) {
    await touch('touchMove', from.x + 20 + ((to.x - from.x) * step) / 10, from.y + 20);
  }
  await eventually('its place is told', async () => (await said(page)).includes('a.jpg: Stelle 3 von 4'));
  const sorted = page.waitForResponse((answer) => answer.url().endsWith('/api/creator/pages/sort'));
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  t.equal((await sorted).status(), 200);
  await page.getByText('Seiten sortiert').waitFor();
  t.same(await pages(page), ['b.jpg', 'c.jpg', 'a.jpg', 'd.jpg']);
  t.same(tab.faults, []);
  await tab.context.close();
});

await t.test('PAG-04 a page is lifted, moved and put down by keys; a press of Enter opens it', async (t) => {
  const tab = await site.open({ as: creator });
  const { page } = tab;
  await tab.goto(`/creator/stories/${story.id}/episodes/${ids[0]}`);
  await awake(page, 'EpisodeEditor');
  await near(page, /^Page 4:/);
  await page.keyboard.press('Space');
  await eventually('it is told', async () => (await said(page)).includes('d.jpg picked up, place 4 of 4'));
  await page.keyboard.press('ArrowLeft');
  await eventually('it moves', async () => String(await pages(page)) === 'b.jpg,c.jpg,a.jpg');
  const sorted = page.waitForResponse((answer) => answer.url().endsWith('/api/creator/pages/sort'));
  await page.keyboard.press('Enter');
  t.equal((await sorted).status(), 200);
  await eventually('the order', async () => String(await pages(page)) === 'b.jpg,c.jpg,d.jpg,a.jpg');
  t.equal(await page.getByRole('dialog').count(), 0, 'the key that puts it down opens nothing');
  await eventually('the focus', async () =>
    page.evaluate(() => /^Page 3:/.test(document.activeElement?.getAttribute('aria-label') ?? '')),
  );
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Page 3' }).waitFor();
  t.same(tab.faults, []);
  await tab.context.close();
});

await site.close();
