/** Chapters that are read page by page: one on phones, two on wide screens, from the right where the language runs so. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, overflowOf, panel } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, type Site, startSite, wide } from '../support/site.ts';

const TEXT = Array.from(
  { length: 40 },
  (_, at) =>
    `<p id="t${at}">Paragraph ${at}. The inspector wanted nothing of the kind. <em>He</em> wanted to sit down, with a stone in his
     shoe, which had been given to him by <a href="https://example.org/">a colleague</a>.</p>`,
).join('\n');

const chooseIn = async (page: Page, group: string, name: string) => {
  const bar = page.locator('[data-panel=reading]').getByRole('group', { name: group });
  await bar.getByRole('radio', { name, exact: true }).check({ force: true });
};

const openReader = async (site: Site, path: string, options: Parameters<Site['open']>[0]) => {
  const tab = await site.open(options);
  await tab.goto(path);
  await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
  return tab;
};

/** Covers of this shelf have no files. */
const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));

t.test('chapters page by page', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addStory, addEpisode } = openShelf(site.deps);
  const author = await addAuthor();
  const book = await addStory(author, { publicationType: 'novel' });
  await addEpisode(book, 1, {}, { pages: 0, chapters: [TEXT, TEXT] });
  const opensTurned = await addStory(author, { publicationType: 'novel' });
  const turned = { readMode: 'page_flip', pageOrientation: 'horizontal' } as const;
  await addEpisode(opensTurned, 1, turned, { pages: 0, chapters: [TEXT] });
  const arabic = await addStory(author, { publicationType: 'novel', language: 'ar' });
  const line =
    '<p>حُكي، والله أعلم، أنه كان فيما مضى من قديم الزمان وسالف العصر والأوان ملك من ملوك ساسان.</p>';
  await addEpisode(arabic, 1, {}, { pages: 0, chapters: [line.repeat(40)] });

  await t.test('RDR-16 a novel that is set to page flip opens so, until its reader chooses', async (t) => {
    const { page, context, faults } = await openReader(site, `/stories/${opensTurned.slug}/1`, phone);
    const move = () => page.evaluate(() => document.documentElement.dataset.move);
    t.equal(await move(), 'pages');
    await openPanel(page, 'reading');
    await chooseIn(page, 'Move by', 'Scrolling');
    await page.keyboard.press('Escape');
    await eventually('it scrolls', async () => (await move()) === undefined);
    await page.reload();
    t.equal(await move(), undefined, 'the choice holds');
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test('a chapter is printed dark on white, without what follows it', async (t) => {
    const { page, context } = await openReader(site, `/stories/${opensTurned.slug}/1`, {
      ...phone,
      colorScheme: 'dark',
    });
    await page.evaluate(() => {
      document.documentElement.dataset.ground = 'black';
    });
    const first = page.locator('#t0');
    const inkOf = () => first.evaluate((each) => getComputedStyle(each).color);
    t.equal(await inkOf(), 'rgb(185, 178, 166)');
    t.ok(await page.locator('#end').isVisible());
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    t.equal(await inkOf(), 'rgb(26, 23, 18)');
    t.equal(await page.locator('#end').isVisible(), false);
    t.equal(await page.locator('[data-slot]').filter({ visible: true }).count(), 0);
    await context.close();
  });

  for (const [name, screen, columns] of [
    ['phone', phone, 1],
    ['wide screen', wide, 2],
  ] as const)
    await t.test(`RDN-04 a chapter is read page by page on a ${name}`, async (t) => {
      const { page, context, faults } = await openReader(site, `/stories/${book.slug}/1`, screen);
      await openPanel(page, 'reading');
      await chooseIn(page, 'Move by', 'Pages');
      await page.keyboard.press('Escape');
      await panel(page, 'reading').waitFor({ state: 'hidden' });
      const pageNow = () =>
        page.evaluate(() => {
          const article = document.querySelector<HTMLElement>('[data-prose]') as HTMLElement;
          const { columnCount, columnGap } = getComputedStyle(article);
          const step = article.clientWidth + Number.parseFloat(columnGap);
          return { at: Math.round((10 * article.scrollLeft) / step) / 10, columns: Number(columnCount) };
        });
      t.same(await pageNow(), { at: 0, columns });
      // What turns them comes by a file of its own.
      await page.waitForFunction(() => {
        const article = document.querySelector('[data-prose]') as {
          book?: { flow: { isOwn: boolean } };
        } | null;
        return article?.book?.flow.isOwn === true;
      });
      const isAt = (at: number) => eventually(`page ${at}`, async () => (await pageNow()).at === at);
      await page.keyboard.press('ArrowRight');
      await isAt(1);
      await page.keyboard.press('ArrowLeft');
      await isAt(0);
      const { width, height } = screen.viewport;
      await page.mouse.click(width - 12, height / 2);
      await isAt(1);
      await page.mouse.click(12, height / 2);
      await isAt(0);
      await page.mouse.wheel(0, 120);
      await isAt(1);
      t.equal(await overflowOf(page), 0);
      t.same(await violations(page), []);

      const seen = () =>
        page.evaluate(() => document.querySelector<HTMLElement>('[data-prose]')?.book?.seen.fraction ?? 0);
      await eventually('the place is known', async () => (await seen()) > 0);
      const share = await seen();
      const set = async (change: object) => {
        await page.evaluate((change) => globalThis.setProse?.(change), change);
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
      };
      for (const change of [{ move: 'pages', size: 7 }, { move: 'scroll', size: 2 }, { move: 'pages' }])
        await set(change);
      t.equal(await seen(), share, 'the same text is there, however it is set');
      await isAt(1);
      await page.setViewportSize({ width: width - 40, height });
      await eventually('and on another screen', async () => (await seen()) === share);

      for (const place of ['t9', 't31']) {
        await page.evaluate((place) => location.assign(`#${place}`), place);
        const target = page.locator(`#${place}`);
        await eventually(`${place} stands on a whole page`, async () => {
          const box = await target.boundingBox();
          const isSeen = box && box.x >= 0 && box.x < width && box.y >= 0 && box.y < height;
          return (
            isSeen && Number.isInteger((await pageNow()).at) && (await page.evaluate(() => scrollY)) === 0
          );
        });
      }

      await page.keyboard.press('End');
      await page.keyboard.press('Space');
      await page.locator('#end a[rel=next]').waitFor();
      await eventually('the end is in sight', () => page.evaluate(() => scrollY > 8));
      await page.keyboard.press('Space');
      await page.waitForURL(/chapter=2/);
      t.same(ours(faults), []);
      await context.close();
    });

  await t.test('RDN-04 Arabic begins at the right, and its pages turn to the left', async (t) => {
    const { page, context } = await openReader(site, `/stories/${arabic.slug}/1`, phone);
    const article = page.locator('[data-prose]');
    t.equal(await article.evaluate((element) => getComputedStyle(element).direction), 'rtl');
    t.equal(await overflowOf(page), 0);
    await page.evaluate(() => globalThis.setProse?.({ move: 'pages' }));
    await eventually('the next page', async () => {
      await page.keyboard.press('ArrowLeft');
      return article.evaluate(({ scrollLeft }) => scrollLeft < 0);
    });
    await page.keyboard.press('ArrowRight');
    await eventually('and back', () => article.evaluate(({ scrollLeft }) => scrollLeft === 0));
    await context.close();
  });
});
