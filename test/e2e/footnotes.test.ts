/** Notes that a book calls open where they are called, and its poems are set line by line. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapters } from '../../db/schema/index.ts';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite } from '../support/site.ts';

const LINE =
  '<p>The inspector wanted nothing of the kind; he wanted to sit down, with a stone in his shoe.</p>';

const site = await startSite();
t.after(() => site.close());
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor();
const story = await addStory(author, { publicationType: 'novel' });
const texts = [LINE, `<p>CALL He sat down.</p>${LINE.repeat(30)}`, '<p>Notes</p>'];
const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: texts });
const [, second, notes] = await site.deps.db
  .select()
  .from(chapters)
  .where(eq(chapters.episodeId, id))
  .orderBy(chapters.position);
const call = `<a href="chapter:${notes?.id}#t1" role="doc-noteref">1</a>`;
await site.deps.db
  .update(chapters)
  .set({ html: `<p>A${call} He sat down.</p>${LINE.repeat(30)}`, sectionEnds: [] })
  .where(eq(chapters.id, second?.id ?? ''));
await site.deps.db
  .update(chapters)
  .set({ html: '<aside id="t1" role="doc-footnote"><p>On a stone.</p></aside>', sectionEnds: [] })
  .where(eq(chapters.id, notes?.id ?? ''));
const path = `/stories/${story.slug}/1?chapter=2`;

const opened = async (page: Page) => {
  await page.locator('#note').getByText('On a stone.').waitFor();
  return new URL(page.url()).searchParams.get('chapter');
};
const centreOf = async (page: Page) => {
  const box = await page.locator('[role=doc-noteref]').boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
};

await t.test(
  'RDN-05 the first tap at the sign of a note opens it, however late its script comes',
  async (t) => {
    const { page, context, goto } = await site.open(phone);
    await page.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await goto(path);
    const { x, y } = await centreOf(page);
    await page.touchscreen.tap(x, y);
    t.equal(await opened(page), '2');
    await context.close();
  },
);

await t.test('RDN-05 a tap beside the sign opens the note and turns no page', async (t) => {
  const { page, context, goto } = await site.open(phone);
  await page.addInitScript(() => localStorage.setItem('looks', JSON.stringify({ move: 'pages' })));
  await goto(path);
  await page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
  await page.evaluate(() => globalThis.setProse?.({ move: 'pages' }));
  await page.waitForFunction(() => {
    const article = document.querySelector('[data-prose]');
    return article && article.scrollWidth > 2 * article.clientWidth;
  });
  const { x, y } = await centreOf(page);
  await page.touchscreen.tap(x + 12, y + 12);
  t.equal(await opened(page), '2');
  await context.close();
});

await t.test('HDR-23 the language is chosen in a novel, and the sentence stays', async (t) => {
  const { page, context, goto } = await site.open(phone);
  await goto(path);
  await page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
  const fraction = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('[data-prose]')?.book?.seen.fraction ?? 0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 3));
  await eventually('somebody has read on', async () => (await fraction()) > 0.2);
  const before = await fraction();
  await page.evaluate(() => localStorage.clear());
  await page.locator('header summary').click();
  await page.locator('header a[hreflang=de]').click();
  await page.waitForURL('**/de/stories/**');
  await eventually('it is there', async () => Math.abs((await fraction()) - before) < 0.04);
  t.equal(new URL(page.url()).searchParams.get('chapter'), '2');
  await eventually('no hash is left', () => new URL(page.url()).hash === '');
  await context.close();
});

await t.test('RDN-05 long lines of a poem hang, and their numbers stand apart', async (t) => {
  const long = 'Of Man’s first disobedience, and the fruit of that forbidden tree, whose mortal taste';
  const html = `<blockquote class="verse"><p>${long}<span class="number">5</span></p><p class="line">Brought death</p><p>Sing</p></blockquote>`;
  const poem = await addStory(author, { publicationType: 'novel' });
  await addEpisode(poem, 1, {}, { pages: 0, chapters: [html] });
  const { page, context, goto } = await site.open(phone);
  await goto(`/stories/${poem.slug}/1`);
  const [rows, number, gaps] = await page.evaluate(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.verse > p')];
    const range = document.createRange();
    range.selectNodeContents(lines[0]?.firstChild as Node);
    const boxes = lines.map((line) => line.getBoundingClientRect());
    return [
      [...range.getClientRects()].map(({ left }) => Math.round(left)),
      document.querySelector('.verse .number')?.getBoundingClientRect().right ?? 0,
      [1, 2].map((at) => Math.round((boxes[at]?.top ?? 0) - (boxes[at - 1]?.bottom ?? 0))),
    ] as const;
  });
  t.ok((rows[1] ?? 0) > (rows[0] ?? 0) + 10, `the second row hangs: ${rows}`);
  const edge = await page.locator('.verse').evaluate((each) => each.getBoundingClientRect().right);
  t.ok(Math.abs(number - edge) < 2, 'the number stands at the end of the line');
  t.equal(gaps[0], 0, 'lines of a stanza follow closely');
  t.ok((gaps[1] ?? 0) > 8, 'stanzas do not');
  await context.close();
});
