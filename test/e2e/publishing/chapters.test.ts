import type { Page } from 'playwright';
import t from 'tap';
import type { Account } from '../../support/app.ts';
import { violations } from '../../support/axe.ts';
import { click, expect, press } from '../../support/hand.ts';
import { openPanel, awake as stageAwake } from '../../support/panels.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, startSite, wide } from '../../support/site.ts';

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('P. L. Moreau');
const novel = await addStory(author, { publicationType: 'novel', title: 'Room 313' });
const prose = (paragraphs: number): string =>
  `<p>${'It was the key that had hung on its hook for years. '.repeat(4)}</p>\n`.repeat(paragraphs);
const { id: first } = await addEpisode(
  novel,
  1,
  { title: 'The Hook' },
  { pages: 0, chapters: [20, 60, 60].map(prose) },
);
const { id: only } = await addEpisode(novel, 2, { title: 'The Linen' }, { pages: 0, chapters: [prose(60)] });
const path = `/stories/${novel.slug}/1`;

const goDown = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelectorAll('[data-text] > p')[10]?.scrollIntoView());

const placeOf = async (reader: Account, number: number) => {
  const mine = await site.call(`GET /stories/${novel.id}/mine`, { as: reader });
  type Known = { episodes: { number: number; item: number; offset: number }[] };
  const { item, offset } = mine.json<Known>().episodes.find((each) => each.number === number) ?? {};
  return { item, offset };
};
const keepPlace = (reader: Account, id: string, place: { item: number; offset: number; read_at?: string }) =>
  site.call(`PUT /episodes/${id}/progress`, {
    as: reader,
    body: { furthest_item: place.item, finished: false, ...place },
  });

await t.test('SOC-08 the account’s place is written when it was read, or its reader has moved', async (t) => {
  const reader = await site.signUp('Ilse');
  await keepPlace(reader, only, { item: 1, offset: 0.5 });
  for (const answer of ['lost', 'late']) {
    const { page, context, goto } = await site.open({ as: reader, ...phone });
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())));
    await page.clock.install();
    await page.route('**/mine?*', (route) => (answer === 'lost' ? route.abort() : undefined));
    const asked = page.waitForRequest('**/mine?*');
    await goto(`/stories/${novel.slug}/2`);
    await asked;
    await page.clock.fastForward('00:20');
    await goto('/about');
    t.same(sent, [], answer);
    await context.close();
  }
  t.same(await placeOf(reader, 2), { item: 1, offset: 0.5 });
  const tab = await site.open({ as: reader, ...phone });
  await tab.page.route('**/mine?*', (route) => route.abort());
  await tab.goto(`/stories/${novel.slug}/2`);
  await goDown(tab.page);
  const offset = async () => (await placeOf(reader, 2)).offset;
  await expect.poll(offset, 'who reads on is followed').not.toBe(0.5);
  await tab.context.close();
});

await t.test('SOC-08 a later place of another device counts more than this browser’s own', async () => {
  const reader = await site.signUp('Ole');
  const tab = await site.open({ as: reader, ...phone });
  await tab.goto(`${path}?chapter=2`);
  await goDown(tab.page);
  await expect.poll(async () => (await placeOf(reader, 1)).offset, 'it is kept').toBeGreaterThan(0);
  await tab.goto('/about');
  await keepPlace(reader, first, { item: 3, offset: 0.5 });
  await tab.goto(path);
  await expect(tab.page).toHaveURL(`${path}?chapter=3`);
  await tab.goto('/about');
  // Saves a newer position again, since this browser has been there meanwhile.
  await keepPlace(reader, first, { item: 3, offset: 0.6 });
  await tab.goto(`${path}?chapter=2`);
  await expect(tab.page.getByRole('link', { name: /chapter 3/i })).toBeVisible();
  await expect(tab.page, 'what is asked for by name stays').toHaveURL(/chapter=2/);
  await tab.context.close();
});

await t.test('RDN-05 near its end the next chapter comes ahead, unless data are to be saved', async (t) => {
  for (const saveData of [false, true]) {
    const { page, context, goto } = await site.open(phone);
    await page.addInitScript((saveData) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData } });
    }, saveData);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('chapter=2')) asked.push(request.resourceType());
    });
    await goto(path);
    const ahead = page.waitForResponse(
      async (reply) => reply.url().endsWith('.js') && (await reply.text()).includes('saveData'),
    );
    await page.locator('#end').scrollIntoViewIfNeeded();
    await ahead;
    if (!saveData) await expect.poll(() => asked.length, 'it comes ahead').toBeGreaterThan(0);
    await click(page.getByRole('link', { name: 'Continue reading' }));
    await expect(page).toHaveURL(`${path}?chapter=2`);
    t.same(asked, saveData ? ['document'] : ['fetch', 'document']);
    await context.close();
  }
});

await t.test('RDN-05 a key opens the contents, and the keys are told', async (t) => {
  const { page, context, goto } = await site.open(wide);
  await goto(path);
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help.getByText('Contents')).toBeVisible();
  t.same(await violations(page), []);
  await press(page, 'Escape');
  await expect(help).toBeHidden();
  await press(page, 'c');
  await expect(page.locator('[data-panel=contents][open]')).toBeVisible();
  await press(page, 'Escape');
  await expect(page.locator('[data-panel=contents][open]')).toHaveCount(0);
  await press(page, 'e');
  await expect(page.locator('[data-panel=episodes][open]')).toBeVisible();
  await context.close();
});

await t.test('OPS-15 tools that did not come without a line come with the next one', async () => {
  const { page, context, goto } = await site.open(phone);
  const failed = page.waitForEvent('console', (message) => /cannot be found/.test(message.text()));
  await page.route('**/assets/stage.*', (route) => route.abort());
  await goto(path);
  await page.locator('[data-tool=contents]').focus();
  await failed;
  await page.unroute('**/assets/stage.*');
  await context.setOffline(true);
  await context.setOffline(false);
  await stageAwake(page);
  await expect(await openPanel(page, 'contents')).toBeVisible();
  await context.close();
});

await site.close();
