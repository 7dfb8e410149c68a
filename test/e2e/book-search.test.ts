/** A phrase is looked for in a novel's episode, with a script and without one, and its ePub is there to take along. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('P. L. Moreau');
const novel = await addStory(author, { publicationType: 'novel', title: 'Room 313', coverMediaId: null });
const filler = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<p>Paragraph ${at} is about the linen and nothing else.</p>`,
  ).join('');
const chapters = [
  `<p>The <em>key</em> to 313 was warm. Nobody had asked for that key.</p>${filler(30)}`,
  `${filler(40)}<p>He sat<br>down. <ruby>鍵<rt>かぎ</rt></ruby> “A <em>K</em>éy is a promise,” <b>he</b> <i>said</i>.</p>${filler(40)}`,
  `<p>Nothing here.</p>${filler(2)}`,
];
const { id } = await addEpisode(novel, 1, { title: 'The Hook' }, { pages: 0, chapters });
await addEpisode(novel, 2, { title: 'Alone' }, { pages: 0, chapters: [filler(3)] });
const path = `/stories/${novel.slug}/1`;

const awake = (page: Page) =>
  page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search in this book' });
const hits = (page: Page) => page.locator('[data-hits] a');
/** What the browser draws as found, and how far below the edge of the screen it stands. */
const found = (page: Page): Promise<{ text: string; top: number } | null> =>
  page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('hit') ?? [])] as Range[];
    return range ? { text: range.toString(), top: range.getBoundingClientRect().top } : null;
  });
const isFound = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    const [range] = [...(CSS.highlights.get('hit') ?? [])] as Range[];
    return range?.toString() === wanted;
  }, text);
async function open(page: Page): Promise<void> {
  await awake(page);
  await page.locator('[data-tool=contents]').click();
  await page.locator('[data-panel=contents][open]').waitFor();
}

await t.test('RDN-05 without a script the same page lists what was found, and leads there', async (t) => {
  const { page, context, goto } = await site.open({ ...wide, javaScriptEnabled: false });
  await goto(`${path}?chapter=3`);
  await page.getByRole('link', { name: 'Contents' }).click();
  await field(page).fill('KEY');
  await field(page).press('Enter');
  await page.waitForURL(/search=KEY/);
  t.match(page.url(), `${path}?chapter=3&panels=1&search=KEY`);
  t.ok(await page.getByText('3 places for “KEY”').isVisible());
  t.same(await hits(page).allInnerTexts(), [
    'The key to 313 was warm. Nobody had asked for that key.',
    'The key to 313 was warm. Nobody had asked for that key.',
    'He sat down. 鍵 “A Kéy is a promise,” he said.',
  ]);
  t.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex');
  const address = await hits(page).nth(2).getAttribute('href');
  t.match(address, /\?chapter=2#hit-\d+-3:~:text=/);
  await hits(page).nth(2).click();
  await page.waitForURL(/chapter=2/);
  const sentence = page.locator('[data-text]').getByText('is a promise');
  await eventually(
    'the browser brings the words into sight',
    async () => {
      const box = await sentence.boundingBox();
      return box !== null && box.y > 0 && box.y < wide.viewport.height;
    },
    15_000,
  );
  await context.close();
});

await t.test('RDN-05 places are listed while somebody types, and a hit opens its sentence', async (t) => {
  const { page, context, goto, faults } = await site.open(wide);
  await goto(path);
  await open(page);
  await field(page).pressSequentially('key');
  await page.getByText('3 places for “key”').waitFor();
  t.notOk(await page.locator('[data-contents]').isVisible(), 'in place of the chapters');
  t.same(await page.locator('[data-hits] h3').allInnerTexts(), [
    '1 · Chapter title 1\n2',
    '2 · Chapter title 2\n1',
  ]);
  t.same(await violations(page), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  t.equal(
    await hits(page)
      .nth(1)
      .evaluate((link) => link === document.activeElement),
    true,
  );
  await page.keyboard.press('Enter');
  await isFound(page, 'key');
  t.equal(new URL(page.url()).search, '', 'the chapter is open already');
  t.equal(await hits(page).nth(1).getAttribute('aria-current'), 'true');
  await hits(page).nth(2).click();
  await page.waitForURL(/chapter=2#hit-/);
  await isFound(page, 'Kéy');
  const place = await found(page);
  t.ok(place && place.top > 0 && place.top < 200, `its sentence is where reading goes on: ${place?.top}`);
  t.same(
    faults.filter((fault) => !fault.includes('404')),
    [],
  );
  await context.close();
});

await t.test('RDN-05 where pages turn, a hit opens the page that it stands on', async (t) => {
  const { page, context, goto } = await site.open(phone);
  await goto(path);
  await awake(page);
  await page.evaluate(() => {
    document.documentElement.dataset.move = 'pages';
  });
  await open(page);
  await field(page).fill('313');
  await hits(page).first().click();
  await isFound(page, '313');
  await page.locator('[data-panel=contents]:not([open])').waitFor({ state: 'attached' });
  await open(page);
  await field(page).fill('Paragraph 29');
  await page.getByText(/places for “Paragraph 29”/).waitFor();
  await hits(page).first().click();
  await isFound(page, 'Paragraph 29');
  const { left, right } = await page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('hit') ?? [])] as Range[];
    return (range as Range).getBoundingClientRect();
  });
  t.ok(left >= 0 && right <= phone.viewport.width, `from ${left} to ${right}`);
  t.ok(await page.evaluate(() => (document.querySelector('[data-prose]')?.scrollLeft ?? 0) > 0));
  await context.close();
});

await t.test('RDN-05 an answer to what was typed before is never shown', async (t) => {
  const { page, context, goto } = await site.open(wide);
  await goto(path);
  await open(page);
  const held = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.route(/search\?q=key$/, async (route) => {
    held.resolve();
    await late.promise;
    await route.continue().catch(() => undefined);
  });
  await field(page).fill('key');
  await held.promise;
  await field(page).fill('nothing here');
  await page.getByText('1 place for “nothing here”').waitFor();
  const over = page.waitForEvent('requestfinished', { predicate: (one) => one.url().includes('q=313') });
  late.resolve();
  await field(page).fill('313');
  await over;
  await page.getByText('1 place for “313”').waitFor();
  await field(page).fill('zebra');
  await page.getByText('“zebra” is not in this book.').waitFor();
  t.equal(await hits(page).count(), 0);
  await context.close();
});

await t.test('RDN-05 Escape gives the chapters back, and then closes the panel', async (t) => {
  const { page, context, goto } = await site.open(phone);
  await goto(path);
  await open(page);
  await field(page).fill('key');
  await hits(page).first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-contents]').waitFor();
  t.equal(await field(page).inputValue(), '');
  t.equal(await hits(page).count(), 0);
  await field(page).fill('key');
  await hits(page).nth(1).click();
  await isFound(page, 'key');
  t.notOk(await page.locator('[data-panel=contents][open]').isVisible(), 'what lies over the text goes');
  await open(page);
  await field(page).focus();
  await field(page).fill('');
  await page.keyboard.press('Escape');
  await page.locator('[data-panel=contents]:not([open])').waitFor({ state: 'attached' });
  await context.close();
});

await t.test('RDN-05 without a line the search says so, and works again', async (t) => {
  const { page, context, goto } = await site.open(wide);
  await goto(path);
  await open(page);
  await field(page).focus();
  await page.route(/search\?q=/, (route) => route.abort());
  await field(page).fill('key');
  await page.getByText('The search did not work. Try again.').waitFor();
  await page.unroute(/search\?q=/);
  await field(page).press('Enter');
  await page.getByText('3 places for “key”').waitFor();
  t.equal(await hits(page).count(), 3);
  await context.close();
});

await t.test('NOV-08 the panel leads to the ePub, of an episode of one chapter too', async (t) => {
  const { page, context, goto } = await site.open(wide);
  await goto(path);
  await open(page);
  const link = page.getByRole('link', { name: 'Download as an ePub' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  t.equal(download.suggestedFilename(), `${novel.slug}-1.epub`);
  t.match(await link.getAttribute('href'), `/api/episodes/epub/${id}`);
  await goto(`/stories/${novel.slug}/2`);
  await open(page);
  t.ok(await link.isVisible());
  await context.close();
});

await t.test('RDN-05 an answer to a phrase is kept for nobody else', async (t) => {
  const reply = await site.app.inject({ url: `${path}?panels=1&search=key` });
  t.equal(reply.statusCode, 200);
  t.match(reply.headers['cache-control'], /no-store/);
  t.match(reply.body, 'places for');
  const long = await site.app.inject({ url: `${path}?panels=1&search=${'k'.repeat(101)}` });
  t.equal(long.statusCode, 200);
  t.notMatch(long.body, 'data-hits=""><h3', 'what is too long is not looked for');
});

await t.test('RDR-04 RDR-05 on a phone the contents lead to sharing and to the report', async (t) => {
  const { page, context, goto, faults } = await site.open(phone);
  await goto(path);
  await open(page);
  await page.locator('[data-panel=contents]').getByRole('link', { name: 'Share' }).click();
  await page.locator('[data-panel=share][open]').waitFor();
  t.equal(
    await page.locator('[data-panel=contents][open]').count(),
    0,
    'one stands in the place of the other',
  );
  t.notMatch(page.url(), /panels=/, 'on the same page');
  await page.keyboard.press('Escape');
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-tool')), 'contents');
  await page.locator('[data-tool=contents]').click();
  await page.locator('[data-panel=contents]').getByRole('link', { name: 'Report this episode' }).click();
  await page.locator('[data-panel=report][open]').waitFor();
  t.same(
    faults.filter((fault) => !fault.includes('404')),
    [],
  );
  await context.close();
});

await site.close();
