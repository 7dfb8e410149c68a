/** What can be done with words of a chapter that are selected. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { giveVoices, said } from '../support/speech.ts';

const LINES = Array.from(
  { length: 60 },
  (_, at) => `<p>Sentence ${at} is here. <em>He sat</em> down on ${at}, with a stone in his shoe.</p>`,
).join('');

const bar = (page: Page) => page.getByRole('region', { name: 'Selected words' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
/** From one word of a paragraph to another one, as a mouse or handles do it. */
const select = async (page: Page, at: number) => {
  const line = page.locator('[data-text] p').nth(at);
  await line.scrollIntoViewIfNeeded();
  await line.dispatchEvent('pointerover');
  await page.waitForSelector('tsuzuki-island[name=notes][awake]', { state: 'attached' });
  await line.evaluate((element) => {
    const last = element.lastChild as Text;
    getSelection()?.setBaseAndExtent(element.firstChild as Text, 0, last, last.data.indexOf(','));
  });
};
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

t.test('selected words', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addStory, addEpisode } = openShelf(site.deps);
  const book = await addStory(await addAuthor(), { publicationType: 'novel' });
  await addEpisode(book, 1, {}, { pages: 0, chapters: [LINES, LINES] });
  const path = `/stories/${book.slug}/1?chapter=2`;
  const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));
  const open = async (options: Parameters<typeof site.open>[0], address = path) => {
    const tab = await site.open({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    await giveVoices(tab.page, { languages: ['en-GB'] });
    await tab.goto(address);
    await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
    return tab;
  };

  await t.test('RDR-22 words are shared by a link that leads to them', async (t) => {
    const { page, context, faults } = await open(wide);
    await select(page, 40);
    await bar(page).waitFor();
    t.equal(
      await bar(page).getByRole('status').textContent(),
      'Words are selected. Tab leads to what you can do with them.',
    );
    const [box, line] = [
      await bar(page).boundingBox(),
      await page.locator('[data-text] p').nth(40).boundingBox(),
    ];
    if (!box || !line) throw new Error('both are drawn');
    t.ok(box.y + box.height <= line.y, 'it stands above the words');
    t.ok(box.x >= line.x - box.width / 2 && box.x + box.width <= line.x + line.width, 'and at them');
    t.same(await violations(page), []);
    await button(page, 'Copy').click();
    await bar(page).getByText('Copied.', { exact: true }).waitFor();
    t.equal(await copied(page), 'Sentence 40 is here. He sat down on 40');
    const grown = await bar(page).boundingBox();
    t.ok(grown && grown.y + grown.height <= line.y, 'what it tells covers no word');
    await button(page, 'Share').click();
    await bar(page).getByText('Copied, with a link that leads here.').waitFor();
    const [quote, , link = ''] = (await copied(page)).split('\n');
    t.equal(quote, '“Sentence 40 is here. He sat down on 40”');
    t.match(link, /\?chapter=2#hit-\d+-38:~:text=Sentence%2040%20is%20here/);
    await page.mouse.click(5, 400);
    await bar(page).waitFor({ state: 'hidden' });
    t.same(ours(faults), []);
    await context.close();

    const other = await open(wide, new URL(link).pathname + new URL(link).search + new URL(link).hash);
    const found = () =>
      other.page.evaluate(() => {
        const [range] = (CSS.highlights.get('hit') ?? []) as Iterable<Range>;
        const { top = -1 } = range?.getBoundingClientRect() ?? {};
        return { text: range?.toString(), isInSight: top >= 0 && top < innerHeight };
      });
    await eventually('the words are in sight', async () => (await found()).isInSight);
    t.equal((await found()).text, 'Sentence 40 is here. He sat down on 40');
    await other.context.close();
  });

  await t.test('RDR-22 keys reach it, and Escape leaves it', async (t) => {
    const { page, context } = await open(wide);
    await select(page, 3);
    await bar(page).waitFor();
    await page.keyboard.press('Tab');
    t.ok(await button(page, 'Share').evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually('it is copied', async () => (await copied(page)).startsWith('Sentence 3'));
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'hidden' });
    t.equal(await page.evaluate(() => getSelection()?.isCollapsed), false, 'the words stay selected');
    await select(page, 4);
    await bar(page).waitFor();
    await context.close();
  });

  await t.test('RDR-22 on phones it stands at the foot and hands on to the system', async (t) => {
    const { page, context } = await open(phone);
    await page.evaluate(() => {
      const share = (data: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(data);
        return Promise.resolve();
      };
      Object.defineProperty(navigator, 'share', { value: share });
    });
    await select(page, 1);
    await bar(page).waitFor();
    const box = await bar(page).boundingBox();
    t.ok(box && box.y > phone.viewport.height / 2 && box.x > 0 && box.x + box.width < phone.viewport.width);
    t.same(await violations(page), []);
    await button(page, 'Share').click();
    const shared = await eventually('the sheet is asked for', () =>
      page.evaluate(() => document.documentElement.dataset.shared),
    );
    t.match(JSON.parse(shared), { text: '“Sentence 1 is here. He sat down on 1”', url: /chapter=2#hit-/ });
    await button(page, 'Listen').click();
    await eventually(
      'it is read from there',
      async () => (await said(page))[0]?.text === 'Sentence 1 is here.',
    );
    await context.close();
  });

  await t.test('REP-02 words are reported with their place', async (t) => {
    const { page, context, faults } = await open(wide);
    await select(page, 2);
    await button(page, 'Report').click();
    const panel = page.locator('[data-panel=report]');
    await panel.getByRole('heading').waitFor();
    const text = panel.getByRole('textbox');
    await eventually('the words stand there', async () => /Sentence 2 is here/.test(await text.inputValue()));
    t.equal(await text.inputValue(), 'Chapter title 2: “Sentence 2 is here. He sat down on 2”');
    await text.focus();
    await page.waitForSelector('tsuzuki-island[name=Report][awake]', { state: 'attached' });
    t.equal(
      await text.inputValue(),
      'Chapter title 2: “Sentence 2 is here. He sat down on 2”',
      'and stay there',
    );
    t.notOk(await bar(page).isVisible());
    t.same(ours(faults), []);
    await context.close();
  });
});
