/** A novel on two devices: both show the same sentence, at any screen and font size. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { click, expect } from '../support/hand.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('P. L. Moreau');
const novel = await addStory(author, { publicationType: 'novel', title: 'Room 313' });
/** Each sentence begins with its own number. */
const prose = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, at) => {
    const sentences = Array.from(
      { length: 4 },
      (_, of) => `No${at * 4 + of} was the key that had hung on its hook for years.`,
    );
    return `<p>${sentences.join(' ')}</p>`;
  }).join('\n');
await addEpisode(novel, 1, { title: 'The Hook' }, { pages: 0, chapters: [20, 60, 4].map(prose) });
const { id: only } = await addEpisode(novel, 2, { title: 'The Linen' }, { pages: 0, chapters: [prose(60)] });
const path = `/stories/${novel.slug}/1`;

/** Distance from the screen's top to the line where a sentence begins. */
const topOf = (page: Page, number: number): Promise<number> =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const at = node.data.search(new RegExp(`No${wanted}\\b`));
      if (at < 0 || !node.parentElement?.closest('[data-text]')) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().top;
    }
    return Number.NaN;
  }, number);
/** Number of the sentence at the stored position. */
const keptSentence = (page: Page, key: string): Promise<number> =>
  page.evaluate((of) => {
    const kept = JSON.parse(localStorage.getItem('places') ?? '{}')[of];
    const blocks = [...document.querySelectorAll('[data-text] > p')];
    const text = blocks.map((block) => block.textContent).join('');
    return Number(/^No(\d+)/.exec(text.slice(Math.round((kept?.fraction ?? 0) * text.length)))?.[1] ?? -1);
  }, key);
/** The pictures of these stories have no files. */
const faultsOf = ({ faults }: Tab): string[] => faults.filter((fault) => !fault.includes('404'));
const isAtTop = (page: Page, sentence: number) =>
  expect
    .poll(async () => {
      const top = await topOf(page, sentence);
      return top >= 0 && top < 70;
    }, `sentence ${sentence} stands at the top`)
    .toBe(true);
const isKept = (page: Page, key: string, sentence: number) =>
  expect.poll(() => keptSentence(page, key), `sentence ${sentence} is kept`).toBe(sentence);
const goDown = async ({ page }: Tab, sentence: number): Promise<void> => {
  const top = await topOf(page, sentence);
  await page.evaluate((by) => scrollBy(0, by), top - 26);
};

await t.test(
  'SOC-08 a visitor comes back to the sentence, with other letters and on a turned phone',
  async (t) => {
    const tab = await site.open(phone);
    const { page } = tab;
    const key = `${novel.slug}/1`;
    await tab.goto(`${path}?chapter=2`);
    await goDown(tab, 100);
    await isKept(page, key, 100);
    await expect(page.getByText(/^Chapter 2 of 3/)).toHaveText(/, \d minutes? left/);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '24px'));
    await isAtTop(page, 100);
    await page.setViewportSize({ width: 740, height: 360 });
    await isAtTop(page, 100);
    await tab.goto(path);
    await expect(page).toHaveURL(`${path}?chapter=2`);
    await isAtTop(page, 100);
    await isKept(page, key, 100);
    // A chapter in the address wins over the stored position.
    await tab.goto(`${path}#chapter-1`);
    await expect(page.getByText('Chapter 1 of 3')).toBeVisible();
    await tab.goto(`${path}#chapter-3`);
    await expect(page).toHaveURL(`${path}?chapter=3`);
    await expect(page.getByText('Chapter 3 of 3')).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.getByText('Chapter 3 of 3, finished')).toBeVisible();
    await click(page.locator('[data-tool=contents]'));
    await expect(page.locator('[data-panel=contents][open] [data-chapter="3"][aria-current]')).toBeVisible();
    await expect(page.locator('[data-chapter="1"] [data-state]')).toHaveText('Read');
    t.same(await violations(page), []);
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test('SOC-08 a second browser opens at the same sentence, in the last chapter too', async (t) => {
  const reader = await site.signUp('Noor');
  const first = await site.open({ as: reader, ...phone });
  const mine = () => site.call(`GET /stories/${novel.id}/mine`, { as: reader });
  const read = async (address: string, sentence: number, number: number): Promise<void> => {
    await first.goto(address);
    await goDown(first, sentence);
    await isKept(first.page, `${novel.slug}/${number}`, sentence);
    type Known = { episodes: { number: number; offset: number }[] };
    const offset = async () =>
      (await mine()).json<Known>().episodes.find((each) => each.number === number)?.offset;
    await expect.poll(offset, 'the account knows').toBeGreaterThan(0);
  };
  await read(`${path}?chapter=2`, 77, 1);
  const second = await site.open({ as: reader, ...wide });
  await second.goto(path);
  await expect(second.page).toHaveURL(`${path}?chapter=2`);
  await isAtTop(second.page, 77);
  await read(`/stories/${novel.slug}/2`, 50, 2);
  t.match((await mine()).json().continue, { episode_id: only, finished: false });
  await second.goto(`/stories/${novel.slug}/2`);
  await isAtTop(second.page, 50);
  t.same([...faultsOf(first), ...faultsOf(second)], []);
});

await site.close();
