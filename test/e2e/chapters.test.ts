/** A novel is read on one device and another: at the same sentence, whatever the screen and its letters. */
import type { Page } from 'playwright';
import t from 'tap';
import type { Account } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, awake as stageAwake } from '../support/panels.ts';
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
const { id: first } = await addEpisode(
  novel,
  1,
  { title: 'The Hook' },
  { pages: 0, chapters: [20, 60, 4].map(prose) },
);
const { id: only } = await addEpisode(novel, 2, { title: 'The Linen' }, { pages: 0, chapters: [prose(60)] });
await addEpisode(novel, 3, { title: 'The Attic' }, { pages: 0, chapters: [prose(4), prose(4)] });
const path = `/stories/${novel.slug}/1`;

const awake = (page: Page) =>
  page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
/** How far below the edge of the screen the line stands that holds the beginning of a sentence. */
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
/** As it is kept: the number of the sentence that begins there. */
const keptSentence = (page: Page, key: string): Promise<number> =>
  page.evaluate((of) => {
    const kept = JSON.parse(localStorage.getItem('places') ?? '{}')[of];
    const blocks = [...document.querySelectorAll('[data-text] > p')];
    const text = blocks.map((block) => block.textContent).join('');
    return Number(/^No(\d+)/.exec(text.slice(Math.round((kept?.fraction ?? 0) * text.length)))?.[1] ?? -1);
  }, key);
/** The pictures of these stories have no files. */
const faultsOf = ({ faults }: Tab): string[] => faults.filter((fault) => !fault.includes('404'));
const isAtTop = (top: number): boolean => top >= 0 && top < 70;
const goDown = async ({ page }: Tab, sentence: number): Promise<void> => {
  const top = await topOf(page, sentence);
  await page.evaluate((by) => scrollBy(0, by), top - 26);
};

await t.test(
  'RDN-05 RDR-18 without a script one chapter leads to the next, and its line says where one is',
  async (t) => {
    const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
    await goto(path);
    t.ok(await page.getByText(/^Chapter 1 of 3, \d minutes left$/).isVisible());
    await page.getByRole('link', { name: 'Read on' }).click();
    await page.waitForURL(`**${path}?chapter=2`);
    t.ok(await page.getByText(/^Chapter 2 of 3, \d+ minutes left$/).isVisible());
    t.ok(await page.getByText('Book 23%').isVisible());
    await page.getByRole('link', { name: 'Contents' }).click();
    await page.getByRole('link', { name: '3 Chapter title 3' }).click();
    await page.waitForURL(`**${path}?chapter=3`);
    t.ok(
      await page.getByText('To be continued').isVisible(),
      'behind the last one stands the end of the episode',
    );
    await page.getByRole('link', { name: 'Previous chapter: 2' }).click();
    await page.getByRole('link', { name: 'Previous chapter: 1' }).click();
    await page.waitForURL(`**${path}#chapter-1`);
    await context.close();
  },
);

await t.test(
  'SOC-08 a visitor comes back to the sentence, with other letters and on a turned phone',
  async (t) => {
    const tab = await site.open(phone);
    const { page } = tab;
    await tab.goto(`${path}?chapter=2`);
    await awake(page);
    await goDown(tab, 100);
    const key = `${novel.slug}/1`;
    await eventually('the place is kept', async () => (await keptSentence(page, key)) === 100);
    t.match(await page.getByText(/^Chapter 2 of 3/).textContent(), /, \d minutes? left/);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '24px'));
    await eventually('larger letters', async () => isAtTop(await topOf(page, 100)));
    await page.setViewportSize({ width: 740, height: 360 });
    await eventually('a turned phone', async () => isAtTop(await topOf(page, 100)));
    await tab.goto(path);
    await page.waitForURL(`**${path}?chapter=2`);
    await awake(page);
    await eventually('the episode opens there', async () => isAtTop(await topOf(page, 100)));
    await eventually('and stays', async () => (await keptSentence(page, key)) === 100);
    // A chapter that is named is the one that is meant.
    await tab.goto(`${path}#chapter-1`);
    await page.getByText('Chapter 1 of 3').waitFor();
    await tab.goto(`${path}#chapter-3`);
    await page.waitForURL(`**${path}?chapter=3`);
    await awake(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByText('Chapter 3 of 3, finished').waitFor();
    await page.locator('[data-tool=contents]').click();
    await page.locator('[data-panel=contents][open] [data-chapter="3"][aria-current]').waitFor();
    t.equal(await page.locator('[data-chapter="1"] [data-state]').textContent(), 'Read');
    t.same(await violations(page), []);
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test('SOC-08 a second browser opens at the same sentence, in the last chapter too', async (t) => {
  const reader = await site.signUp('Noor');
  const first = await site.open({ as: reader, ...phone });
  const read = async (tab: Tab, address: string, sentence: number, number: number): Promise<void> => {
    await tab.goto(address);
    await awake(tab.page);
    await goDown(tab, sentence);
    await eventually('the account knows', async () => {
      const mine = await site.call(`GET /stories/${novel.id}/mine`, { as: reader });
      const found = mine
        .json<{ episodes: { number: number; offset: number }[] }>()
        .episodes.find((each) => each.number === number);
      return (
        (await keptSentence(tab.page, `${novel.slug}/${number}`)) === sentence && (found?.offset ?? 0) > 0
      );
    });
  };
  await read(first, `${path}?chapter=2`, 77, 1);
  const second = await site.open({ as: reader, ...wide });
  await second.goto(path);
  await second.page.waitForURL(`**${path}?chapter=2`);
  await awake(second.page);
  await eventually('the same sentence', async () => isAtTop(await topOf(second.page, 77)));
  await read(first, `/stories/${novel.slug}/2`, 50, 2);
  const mine = await site.call(`GET /stories/${novel.id}/mine`, { as: reader });
  t.match(mine.json().continue, { episode_id: only, finished: false });
  await second.goto(`/stories/${novel.slug}/2`);
  await eventually('of the only chapter, too', async () => isAtTop(await topOf(second.page, 50)));
  t.same([...faultsOf(first), ...faultsOf(second)], []);
  await first.context.close();
  await second.context.close();
});

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
    await awake(page);
    await asked;
    await page.clock.fastForward(20_000);
    await goto('/about');
    t.same(sent, [], answer);
    await context.close();
  }
  t.same(await placeOf(reader, 2), { item: 1, offset: 0.5 });
  const tab = await site.open({ as: reader, ...phone });
  await tab.page.route('**/mine?*', (route) => route.abort());
  await tab.goto(`/stories/${novel.slug}/2`);
  await awake(tab.page);
  await goDown(tab, 20);
  await eventually('who reads on is followed', async () => (await placeOf(reader, 2)).offset !== 0.5);
  await tab.context.close();
});

await t.test('SOC-08 a later place of another device counts more than this browser’s own', async (t) => {
  const reader = await site.signUp('Ole');
  const tab = await site.open({ as: reader, ...phone });
  await tab.goto(`${path}?chapter=2`);
  await awake(tab.page);
  await goDown(tab, 40);
  await eventually('it is kept', async () => ((await placeOf(reader, 1)).offset ?? 0) > 0);
  await tab.goto('/about');
  await keepPlace(reader, first, { item: 3, offset: 0.5 });
  await tab.goto(path);
  await tab.page.waitForURL(`**${path}?chapter=3`);
  await tab.goto(`${path}?chapter=2`);
  await awake(tab.page);
  await tab.page.getByRole('link', { name: /chapter 3/i }).waitFor();
  t.match(tab.page.url(), /chapter=2/, 'what is asked for by name stays');
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
    await awake(page);
    const ahead = page.waitForResponse(
      async (reply) => reply.url().endsWith('.js') && (await reply.text()).includes('saveData'),
    );
    await page.locator('#end').scrollIntoViewIfNeeded();
    await ahead;
    if (!saveData) await eventually('it comes ahead', () => asked.length > 0);
    await page.getByRole('link', { name: 'Read on' }).click();
    await page.waitForURL(`**${path}?chapter=2`);
    t.same(asked, saveData ? ['document'] : ['fetch', 'document']);
    await context.close();
  }
});

await t.test('RDN-05 from the first chapter a way leads to the end of the episode before', async (t) => {
  const { page, context, goto } = await site.open(phone);
  await goto(`/stories/${novel.slug}/3`);
  await page.getByRole('link', { name: 'Previous episode: 2' }).click();
  await page.waitForURL(`**/stories/${novel.slug}/2`);
  await page.getByRole('link', { name: 'Previous episode: 1' }).click();
  await page.waitForURL(`**${path}`);
  t.match(await page.title(), /Room 313/);
  await context.close();
});

await t.test('RDN-05 a key opens the contents, and the keys are told', async (t) => {
  const { page, context, goto } = await site.open(wide);
  await goto(path);
  await awake(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.getByText('Contents').waitFor();
  t.same(await violations(page), []);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await page.keyboard.press('c');
  await page.locator('[data-panel=contents][open]').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.locator('[data-panel=episodes][open]').waitFor();
  await context.close();
});

await t.test('OPS-15 tools that did not come without a line come with the next one', async (t) => {
  const { page, context, goto } = await site.open(phone);
  const failed = page.waitForEvent('console', (message) => /cannot be found/.test(message.text()));
  await page.route('**/assets/stage.*', (route) => route.abort());
  await goto(path);
  await awake(page);
  await page.locator('[data-tool=contents]').focus();
  await failed;
  await page.unroute('**/assets/stage.*');
  await context.setOffline(true);
  await context.setOffline(false);
  await stageAwake(page);
  t.ok(await (await openPanel(page, 'contents')).isVisible());
  await context.close();
});

await site.close();
