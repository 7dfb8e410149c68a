import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { click, expect, press, ready } from '../../support/hand.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { giveVoices, said } from '../../support/speech.ts';

const LINES = Array.from(
  { length: 60 },
  (_, at) => `<p>Sentence ${at} is here. <em>He sat</em> down on ${at}, with a stone in his shoe.</p>`,
).join('');

const bar = (page: Page) => page.getByRole('region', { name: 'Selected words' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
/** Selects from one word to another, as with mouse or handles. */
const select = async (page: Page, at: number) => {
  const line = page.locator('[data-text] p').nth(at);
  await line.scrollIntoViewIfNeeded();
  await line.dispatchEvent('pointerover');
  await expect(page.locator('tsuzuki-island[name=notes][awake]').first()).toBeAttached();
  await ready(page);
  await line.evaluate((element) => {
    const last = element.lastChild as Text;
    getSelection()?.setBaseAndExtent(element.firstChild as Text, 0, last, last.data.indexOf(','));
  });
  await expect(bar(page)).toBeVisible();
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
  const open = async (options: Parameters<typeof site.open>[0]) => {
    const tab = await site.open({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    await giveVoices(tab.page, { languages: ['en-GB'] });
    await tab.goto(path);
    return tab;
  };

  await t.test('RDR-22 words are shared by a link that leads to them', async (t) => {
    const { page, context, goto, faults } = await open(wide);
    await select(page, 40);
    await expect(bar(page).getByRole('status')).toHaveText(
      'Words are selected. Press Tab to see what you can do with them.',
    );
    t.same(await violations(page), []);
    await click(button(page, 'Copy'));
    await expect(bar(page).getByText('Copied.', { exact: true })).toBeVisible();
    await expect.poll(() => copied(page)).toBe('Sentence 40 is here. He sat down on 40');
    await click(button(page, 'Share'));
    await expect(bar(page).getByText('Copied, with a link to this passage.')).toBeVisible();
    await expect.poll(() => copied(page)).toContain('#hit-');
    const [quote, , link = ''] = (await copied(page)).split('\n');
    t.equal(quote, '“Sentence 40 is here. He sat down on 40”');
    t.match(link, /\?chapter=2#hit-\d+-38:~:text=Sentence%2040%20is%20here/);
    await page.mouse.click(5, 400);
    await expect(bar(page)).toBeHidden();

    await goto('/');
    const { pathname, search, hash } = new URL(link);
    await goto(pathname + search + hash);
    const found = () =>
      page.evaluate(() => {
        const [range] = (CSS.highlights.get('hit') ?? []) as Iterable<Range>;
        const { top = -1 } = range?.getBoundingClientRect() ?? {};
        return { text: range?.toString(), isInSight: top >= 0 && top < innerHeight };
      });
    await expect.poll(found).toEqual({ text: 'Sentence 40 is here. He sat down on 40', isInSight: true });
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test('RDR-22 keys reach it, and Escape leaves it', async () => {
    const { page, context } = await open(wide);
    await select(page, 3);
    await press(page, 'Tab');
    await expect(button(page, 'Share')).toBeFocused();
    await press(page, 'Tab', 'Enter');
    await expect.poll(() => copied(page)).toMatch(/^Sentence 3/);
    await press(page, 'Escape');
    await expect(bar(page)).toBeHidden();
    await expect
      .poll(() => page.evaluate(() => getSelection()?.isCollapsed), 'the words stay selected')
      .toBe(false);
    await select(page, 4);
    await context.close();
  });

  await t.test('RDR-22 on phones it hands on to the system', async (t) => {
    const { page, context } = await open(phone);
    await page.evaluate(() => {
      const share = (data: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(data);
        return Promise.resolve();
      };
      Object.defineProperty(navigator, 'share', { value: share });
    });
    await select(page, 1);
    t.same(await violations(page), []);
    await click(button(page, 'Share'));
    const shared = () => page.evaluate(() => JSON.parse(document.documentElement.dataset.shared ?? 'null'));
    await expect.poll(shared).toMatchObject({
      text: '“Sentence 1 is here. He sat down on 1”',
      url: expect.stringMatching(/chapter=2#hit-/),
    });
    await click(button(page, 'Listen'));
    await expect.poll(async () => (await said(page))[0]?.text).toBe('Sentence 1 is here.');
    await context.close();
  });

  await t.test('REP-02 words are reported with their place', async (t) => {
    const { page, context, faults } = await open(wide);
    await select(page, 2);
    await click(button(page, 'Report'));
    const panel = page.locator('[data-panel=report]');
    await expect(panel.getByRole('heading')).toBeVisible();
    const text = panel.getByRole('textbox');
    await expect(text).toHaveValue('Chapter title 2: “Sentence 2 is here. He sat down on 2”');
    await text.focus();
    await expect(page.locator('tsuzuki-island[name=Report][awake]')).toBeAttached();
    await ready(page);
    await expect(text, 'and stays there').toHaveValue(
      'Chapter title 2: “Sentence 2 is here. He sat down on 2”',
    );
    await expect(bar(page)).toBeHidden();
    t.same(ours(faults), []);
    await context.close();
  });
});
