import type { Locator, Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { choose, expect, press, settled } from '../../support/hand.ts';
import { openPanel, overflowOf, panel } from '../../support/panels.ts';
import { openShelf } from '../../support/shelf.ts';
import { type OpenOptions, phone, startSite, wide } from '../../support/site.ts';
import { addUprightBook, UPRIGHT_TEXT } from '../../support/upright.ts';

const TEXT = Array.from(
  { length: 40 },
  (_, at) =>
    `<p id="t${at}">Paragraph ${at}. The inspector wanted nothing of the kind. <em>He</em> wanted to sit down, with a stone in his
     shoe, which had been given to him by <a href="https://example.org/">a colleague</a>.</p>`,
).join('\n');

const article = (page: Page) => page.locator('[data-prose]');
const html = (page: Page) => page.locator('html');
const chooseIn = async (page: Page, group: string, name: string) => {
  const bar = panel(page, 'reading').getByRole('group', { name: group });
  await choose(bar.getByRole('radio', { name, exact: true }));
};
const set = (page: Page, change: object) => page.evaluate((change) => globalThis.setProse?.(change), change);
/** Waits for the paging script, which loads on demand. */
const turnsPages = (page: Page) =>
  expect
    .poll(() =>
      article(page).evaluate(
        (each) => (each as unknown as { book?: { flow: { isOwn: boolean } } }).book?.flow.isOwn,
      ),
    )
    .toBe(true);
const fractionOf = (page: Page) =>
  article(page).evaluate((each) => (each as HTMLElement).book?.seen.fraction ?? 0);
/** True when the element begins within the screen. */
const isWhole = async (page: Page, target: Locator): Promise<boolean> => {
  const [box, screen] = [
    await target.evaluate((each) => each.getBoundingClientRect().toJSON()),
    page.viewportSize(),
  ];
  return (
    screen !== null && box.left >= 0 && box.left < screen.width && box.top >= 0 && box.top < screen.height
  );
};
/** Covers of this shelf have no files. */
const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));

t.test('chapters page by page', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addStory, addEpisode } = openShelf(site.deps);
  const author = await addAuthor('夏目漱石');
  const add = async (texts: string[], values: object = {}, language = 'en') => {
    const story = await addStory(author, { publicationType: 'novel', language });
    await addEpisode(story, 1, values, { pages: 0, chapters: texts });
    return `/stories/${story.slug}/1`;
  };
  const book = await add([TEXT, TEXT]);
  const opensTurned = await add([TEXT], { readMode: 'page_flip', pageOrientation: 'horizontal' });
  const cells = Array.from({ length: 14 }, (_, at) => `<td>第${at}夜の夢</td>`).join('');
  const table = `<table><tbody><tr>${cells}</tr></tbody></table>`;
  const { path: upright } = await addUprightBook(site.deps, author, { text: UPRIGHT_TEXT + table });
  const open = async (path: string, options: OpenOptions) => {
    const tab = await site.open(options);
    await tab.goto(path);
    return tab;
  };

  await t.test(
    'RDR-16 a novel set to page flip opens so, until its reader chooses; it is printed dark on white',
    async (t) => {
      const { page, context, faults } = await open(opensTurned, phone);
      await expect(html(page)).toHaveAttribute('data-move', 'pages');
      await openPanel(page, 'reading');
      await chooseIn(page, 'Turn by', 'Scrolling');
      await press(page, 'Escape');
      await expect(html(page)).not.toHaveAttribute('data-move');
      await page.reload();
      await expect(article(page)).toBeVisible();
      await expect(html(page), 'the choice holds').not.toHaveAttribute('data-move');
      // Print is dark on white and omits the end of the page.
      await page.emulateMedia({ colorScheme: 'dark' });
      await set(page, { ground: 'black' });
      const first = page.locator('#t0');
      await expect(first).toHaveCSS('color', 'rgb(185, 178, 166)');
      await expect(page.locator('#end')).toBeVisible();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect(first).toHaveCSS('color', 'rgb(26, 23, 18)');
      await expect(page.locator('#end')).toBeHidden();
      await expect(page.locator('[data-slot]:visible')).toHaveCount(0);
      t.same(ours(faults), []);
      await context.close();
    },
  );

  for (const [name, screen, columns] of [
    ['phone', phone, 1],
    ['wide screen', wide, 2],
  ] as const)
    await t.test(`RDN-04 a chapter is read page by page on a ${name}`, async (t) => {
      const { page, context, faults } = await open(book, screen);
      await openPanel(page, 'reading');
      await chooseIn(page, 'Turn by', 'Pages');
      await press(page, 'Escape');
      await expect(panel(page, 'reading').locator('#panel-reading')).toBeHidden();
      await turnsPages(page);
      const pageNow = () =>
        article(page).evaluate((each) => {
          const { columnCount, columnGap } = getComputedStyle(each);
          const step = each.clientWidth + Number.parseFloat(columnGap);
          return { at: Math.round((10 * each.scrollLeft) / step) / 10, columns: Number(columnCount) };
        });
      const isAt = (at: number) => expect.poll(pageNow).toEqual({ at, columns });
      await isAt(0);
      await press(page, 'ArrowRight');
      await isAt(1);
      await press(page, 'ArrowLeft');
      await isAt(0);
      const { width, height } = screen.viewport;
      await page.mouse.click(width - 12, height / 2);
      await isAt(1);
      await page.mouse.click(12, height / 2);
      await isAt(0);
      await page.mouse.wheel(0, 120);
      await isAt(1);
      t.equal(await settled(page, () => overflowOf(page)), 0);
      t.same(await violations(page), []);

      await expect.poll(() => fractionOf(page), 'the place is known').toBeGreaterThan(0);
      const share = await settled(page, () => fractionOf(page));
      for (const change of [{ move: 'pages', size: 7 }, { move: 'scroll', size: 2 }, { move: 'pages' }]) {
        await set(page, change);
        t.equal(
          await settled(page, () => fractionOf(page)),
          share,
          `the same text: ${JSON.stringify(change)}`,
        );
      }
      await isAt(1);
      await page.setViewportSize({ width: width - 40, height });
      await expect.poll(() => fractionOf(page), 'and on another screen').toBe(share);

      for (const place of ['t9', 't31']) {
        await page.evaluate((place) => location.assign(`#${place}`), place);
        const lies = async () => [
          await isWhole(page, page.locator(`#${place}`)),
          Number.isInteger((await pageNow()).at),
          await page.evaluate(() => scrollY),
        ];
        await expect.poll(lies, `${place} stands on a whole page`).toEqual([true, true, 0]);
      }

      await press(page, 'End', 'Space');
      await expect(page.locator('#end a[rel=next]')).toBeVisible();
      await expect.poll(() => page.evaluate(() => scrollY), 'the end is in sight').toBeGreaterThan(8);
      await press(page, 'Space');
      await expect(page).toHaveURL(/chapter=2/);
      t.same(ours(faults), []);
      await context.close();
    });

  await t.test('RDN-04 Arabic begins at the right, and its pages turn to the left', async (t) => {
    const line =
      '<p>حُكي، والله أعلم، أنه كان فيما مضى من قديم الزمان وسالف العصر والأوان ملك من ملوك ساسان.</p>';
    const { page, context } = await open(await add([line.repeat(40)], {}, 'ar'), phone);
    await expect(article(page)).toHaveCSS('direction', 'rtl');
    t.equal(await settled(page, () => overflowOf(page)), 0);
    await set(page, { move: 'pages' });
    await turnsPages(page);
    const left = () => article(page).evaluate(({ scrollLeft }) => scrollLeft);
    await press(page, 'ArrowLeft');
    await expect.poll(left).toBeLessThan(0);
    await press(page, 'ArrowRight');
    await expect.poll(left).toBe(0);
    await context.close();
  });

  const wayOf = (page: Page) => article(page).evaluate(({ scrollLeft }) => Math.abs(scrollLeft));

  await t.test('RDN-04 upright lines scroll to the left, and back', async (t) => {
    const { page, context, faults } = await open(upright, wide);
    await expect(article(page)).toHaveCSS('writing-mode', 'vertical-rl');
    const isOn = (what: string) => expect.poll(() => wayOf(page), what).toBeGreaterThan(200);
    await expect.poll(() => wayOf(page), 'it begins at the right').toBe(0);
    await press(page, 'ArrowLeft');
    await isOn('a screen on');
    await press(page, 'ArrowRight');
    await expect.poll(() => wayOf(page), 'and back').toBe(0);
    await press(page, 'Space');
    await isOn('by the space bar');
    const before = await settled(page, () => wayOf(page));
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 150);
    await expect.poll(() => wayOf(page), 'and by the wheel').toBeGreaterThan(before);
    await expect.poll(() => fractionOf(page), 'the place is known').toBeGreaterThan(0);
    t.same(await violations(page), []);
    await press(page, 'End');
    await expect(page.getByText('Episode 1, finished')).toBeInViewport();
    for (const { viewport } of [wide, phone]) {
      await page.setViewportSize(viewport);
      t.equal(await settled(page, () => overflowOf(page)), 0);
    }
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test('RDN-06 SOC-08 its reader has it otherwise, and is at the same sentence', async (t) => {
    const { page, goto, context, faults } = await open(upright, phone);
    await article(page).evaluate((each) => each.scrollTo({ left: -700, behavior: 'instant' }));
    await expect.poll(() => fractionOf(page), 'the place is kept').toBeGreaterThan(0);
    const at = await settled(page, () => fractionOf(page));
    const isAt = (what: string) =>
      expect.poll(async () => Math.abs((await fractionOf(page)) - at), what).toBeLessThan(0.01);
    await openPanel(page, 'reading');
    await chooseIn(page, 'Writing', 'Horizontal');
    await expect(article(page)).toHaveCSS('writing-mode', 'horizontal-tb');
    await isAt('across');
    await chooseIn(page, 'Turn by', 'Pages');
    await isAt('across in pages');
    await chooseIn(page, 'Writing', 'Vertical');
    await expect(article(page)).toHaveCSS('writing-mode', 'vertical-rl');
    await isAt('upright in pages');
    await page.setViewportSize({ width: 740, height: 500 });
    await isAt('on another screen');
    await goto(upright);
    await isAt('it opens there');
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test('RDN-04 upright pages turn to the left by keys, thirds and the wheel', async (t) => {
    const { page, goto, context } = await open(upright, wide);
    await page.evaluate(() => localStorage.setItem('prose', '{"move":"pages"}'));
    await goto(upright);
    await turnsPages(page);
    const pageNow = () =>
      article(page).evaluate((each) => {
        const step = each.clientHeight + Number.parseFloat(getComputedStyle(each).columnGap);
        return Math.round((100 * each.scrollTop) / step) / 100;
      });
    const isAt = (at: number) => expect.poll(pageNow).toBe(at);
    await isAt(0);
    await press(page, 'ArrowLeft');
    await isAt(1);
    await page.mouse.click(20, 400);
    await isAt(2);
    await page.mouse.click(1260, 400);
    await isAt(1);
    await page.mouse.wheel(0, 120);
    await isAt(2);
    await press(page, 'Home');
    await isAt(0);
    const wideTable = page.locator('[data-wide]');
    await wideTable.focus();
    const lies = async () => {
      const at = await pageNow();
      return [at > 0, Number.isInteger(at), await isWhole(page, wideTable)];
    };
    await expect.poll(lies, 'its page is whole').toEqual([true, true, true]);
    t.same(await violations(page), []);
    await context.close();
  });
});
