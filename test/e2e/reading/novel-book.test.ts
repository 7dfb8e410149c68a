import { asc, desc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapterPictures, chapters, media, stories } from '#db/schema/index.ts';
import { variantKey } from '#server/domains/media/addresses.ts';
import { violations } from '../../support/axe.ts';
import { click, expect, fill, press, reach, settled, type } from '../../support/hand.ts';
import { openPanel, panel } from '../../support/panels.ts';
import { samplePage } from '../../support/sample-page.ts';
import { saveTool } from '../../support/saving.ts';
import { openShelf } from '../../support/shelf.ts';
import { type OpenOptions, phone, startSite, wide } from '../../support/site.ts';

const site = await startSite();
const { db, storage } = site.deps;
const { addAuthor, addEpisode, addPicture, addStory } = openShelf(site.deps);
const author = await addAuthor('P. L. Moreau');
const filler = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<p>Paragraph ${at} is about the linen and nothing else.</p>`,
  ).join('');
const publish = async (texts: string[], title = 'Room 313') => {
  const story = await addStory(author, { publicationType: 'novel', title, coverMediaId: null });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: texts });
  return { id, path: `/stories/${story.slug}/1` };
};
const { path } = await publish([
  `<p>The <em>key</em> to 313 was warm. Nobody had asked for that key.</p>${filler(30)}`,
  `${filler(40)}<p>He sat<br>down. <ruby>鍵<rt>かぎ</rt></ruby> “A <em>K</em>éy is a promise,” <b>he</b> <i>said</i>.</p>${filler(40)}`,
  `<p>Nothing here.</p>${filler(2)}`,
]);

const open = async (options: OpenOptions, at = path) => {
  const tab = await site.open(options);
  await tab.goto(at);
  return tab;
};
const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));
const contents = (page: Page) => panel(page, 'contents');
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search in this book' });
const hits = (page: Page) => page.locator('[data-hits] a');
const found = (page: Page) =>
  page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('hit') ?? [])] as Range[];
    const { top = -1, left = -1, right = -1 } = range?.getBoundingClientRect() ?? {};
    return { text: range?.toString() ?? null, top, left, right };
  });
const isFound = (page: Page, text: string) => expect.poll(async () => (await found(page)).text).toBe(text);
const isShut = (page: Page, name: string) => expect(panel(page, name).locator(`#panel-${name}`)).toBeHidden();

await t.test('RDN-05 without a script a hit brings its words into sight', async () => {
  const { page, context } = await open(
    { ...wide, javaScriptEnabled: false },
    `${path}?chapter=3&panels=1&search=KEY#panel-contents`,
  );
  await click(hits(page).nth(2));
  await expect(page).toHaveURL(/chapter=2/);
  await expect(page.locator('[data-text]').getByText('is a promise')).toBeInViewport();
  await context.close();
});

await t.test('RDN-05 places are listed while somebody types, and a hit opens its sentence', async (t) => {
  const { page, context, faults } = await open(wide);
  await openPanel(page, 'contents');
  await field(page).focus();
  await type(page, 'key');
  await expect(page.getByText('3 matches for “key”')).toBeVisible();
  await expect(page.locator('[data-contents]'), 'in place of the chapters').toBeHidden();
  await expect(page.locator('[data-hits] h3')).toHaveText(['1 · Chapter title 12', '2 · Chapter title 21']);
  t.same(await violations(page), []);
  await press(page, 'ArrowDown', 'ArrowDown');
  await expect(hits(page).nth(1)).toBeFocused();
  await press(page, 'Enter');
  await isFound(page, 'key');
  await expect(hits(page).nth(1)).toHaveAttribute('aria-current', 'true');
  t.equal(new URL(page.url()).search, '', 'the chapter is open already');
  await click(hits(page).nth(2));
  await expect(page).toHaveURL(/chapter=2#hit-/);
  await isFound(page, 'Kéy');
  const top = async () => (await found(page)).top;
  await expect.poll(top, 'its sentence is where reading goes on').toBeGreaterThan(0);
  await expect.poll(top).toBeLessThan(200);
  t.same(ours(faults), []);
  await context.close();
});

await t.test(
  'RDN-05 where pages turn, a hit opens the page that it stands on, and Escape goes back',
  async () => {
    const { page, context } = await open(phone);
    await page.evaluate(() => globalThis.setProse?.({ move: 'pages' }));
    await openPanel(page, 'contents');
    await fill(field(page), '313');
    await click(hits(page).first());
    await isFound(page, '313');
    await isShut(page, 'contents');
    await openPanel(page, 'contents');
    await fill(field(page), 'Paragraph 29');
    await expect(page.getByText(/matches for “Paragraph 29”/)).toBeVisible();
    await click(hits(page).first());
    await isFound(page, 'Paragraph 29');
    const lies = async () => {
      const { left, right } = await found(page);
      const way = await page.evaluate(() => document.querySelector('[data-prose]')?.scrollLeft ?? 0);
      return [left >= 0, right <= phone.viewport.width, way > 0];
    };
    await expect.poll(lies).toEqual([true, true, true]);

    await openPanel(page, 'contents');
    await fill(field(page), 'key');
    await expect(hits(page)).toHaveCount(3);
    await press(page, 'Escape');
    await expect(page.locator('[data-contents]')).toBeVisible();
    await expect(field(page)).toHaveValue('');
    await expect(hits(page)).toHaveCount(0);
    await field(page).focus();
    await press(page, 'Escape');
    await isShut(page, 'contents');
    await context.close();
  },
);

await t.test('RDN-05 no answer to what was typed before is shown, and a cut line is told', async () => {
  const { page, context } = await open(wide);
  await openPanel(page, 'contents');
  const [held, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/search\?q=key$/, async (route) => {
    held.resolve();
    await late.promise;
    await route.continue().catch(() => undefined);
  });
  await fill(field(page), 'key');
  await held.promise;
  await fill(field(page), 'nothing here');
  await expect(page.getByText('1 match for “nothing here”')).toBeVisible();
  late.resolve();
  await fill(field(page), '313');
  await expect(page.getByText('1 match for “313”')).toBeVisible();
  await fill(field(page), 'zebra');
  await expect(page.getByText('“zebra” is not in this book.')).toBeVisible();
  await expect(hits(page)).toHaveCount(0);
  await page.unroute(/search\?q=key$/);
  await page.route(/search\?q=/, (route) => route.abort());
  await fill(field(page), 'key');
  await expect(page.getByText('The search did not work. Try again.')).toBeVisible();
  await page.unroute(/search\?q=/);
  await field(page).focus();
  await press(page, 'Enter');
  await expect(page.getByText('3 matches for “key”')).toBeVisible();
  await expect(hits(page)).toHaveCount(3);
  await context.close();
});

await t.test('RDR-04 RDR-05 on a phone the contents lead to sharing and to the report', async (t) => {
  const { page, context, faults } = await open(phone);
  await openPanel(page, 'contents');
  await click(contents(page).getByRole('link', { name: 'Share' }));
  await expect(panel(page, 'share')).toHaveAttribute('open');
  await isShut(page, 'contents');
  t.equal(new URL(page.url()).search, '', 'on the same page');
  await press(page, 'Escape');
  await expect(page.locator('[data-tool=contents]')).toBeFocused();
  await openPanel(page, 'contents');
  await click(contents(page).getByRole('link', { name: 'Report this episode' }));
  await expect(panel(page, 'report')).toHaveAttribute('open');
  t.same(ours(faults), []);
  await context.close();
});

const LINE =
  '<p>The inspector wanted nothing of the kind. He wanted to sit down, with a stone in his shoe.</p>';
const withNotes = (otherId: string) =>
  [
    '<p>The last column was empty<a href="#t2" id="t1" role="doc-noteref">1</a>, 132 times over.</p>',
    LINE.repeat(30),
    '<p>Nobody wrote it down<a href="#t4" id="t3" role="doc-noteref">[2]</a>',
    `, or so it was said<a href="chapter:${otherId}#t9" role="doc-noteref">3</a>`,
    ', and <a href="#t99" role="doc-noteref">4</a> leads nowhere.</p>',
    LINE.repeat(4),
    '<aside id="t2" role="doc-footnote"><p>The police collected them<a href="#t4" role="doc-noteref">2</a>, as <a href="#t7">they said</a>. ',
    '<a href="#t1" role="doc-backlink">Back</a></p></aside>',
    '<p id="t7"><a href="#t3" id="t4" role="doc-backlink">2</a> Madame Orlov did.</p>',
    LINE.repeat(30),
  ].join('');

const other = '<h2>Notes</h2><ul><li id="t9"><p>Kept for <em>ten</em> years.</p><p>Lost since.</p></li></ul>';
const noted = await publish(['<p>Soon.</p>', other], 'The Ledger');
const [first, second] = await db
  .select({ id: chapters.id })
  .from(chapters)
  .where(eq(chapters.episodeId, noted.id))
  .orderBy(asc(chapters.position));
const html = withNotes(second?.id ?? '');
await db
  .update(chapters)
  .set({ html, charactersCount: html.length, sectionEnds: [] })
  .where(eq(chapters.id, first?.id ?? ''));

const call = (page: Page, mark: string) => page.locator('article a[role=doc-noteref]', { hasText: mark });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Note/ });
const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect);

await t.test(
  'RDN-05 a note opens where it is called, calls another one, and its line stays in sight',
  async (t) => {
    const { page, context, faults } = await open(phone, noted.path);
    const here = page.url();
    await click(call(page, '1').first());
    await expect(dialog(page).getByRole('heading')).toHaveText('Note 1');
    const words = dialog(page).locator('[data-note-text]');
    await expect(words, 'no way back in it').toHaveText(/^The police collected them2, as they said\.\s*$/);
    t.same(await violations(page), []);
    t.equal(page.url(), here, 'the page stays where it is');
    await expect(page.locator('#t2'), 'a name stands once in the page').toHaveCount(1);
    await click(words.getByRole('link', { name: '2' }));
    await expect(dialog(page)).toContainText('Madame Orlov did.');
    await expect(dialog(page).getByRole('heading')).toHaveText('Note 2');
    await press(page, 'Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(call(page, '1').first(), 'the focus is back').toBeFocused();
    for (const { viewport } of [phone, wide]) {
      await page.setViewportSize(viewport);
      await click(call(page, '[2]'));
      await expect(dialog(page)).toBeVisible();
      const isApart = async () => {
        const [line, box] = [await boxOf(page, '#t3'), await boxOf(page, '#note')];
        return box.height > 0 && (box.top >= line.bottom || box.bottom <= line.top);
      };
      await expect.poll(isApart, 'its line stays in sight').toBe(true);
      await click(dialog(page).getByRole('button', { name: 'Close' }));
      await expect(dialog(page)).toBeHidden();
    }
    await press(page, 'Enter');
    await expect(dialog(page)).toContainText('Madame Orlov did.');
    await click(dialog(page).getByRole('link', { name: 'Go to the note' }));
    await expect(page).toHaveURL(/#t4$/);
    await expect(dialog(page)).toBeHidden();
    await expect(page.locator('#t4')).toBeInViewport();
    t.same(ours(faults), []);
    await context.close();
  },
);

await t.test(
  'RDN-05 the note of another chapter is brought, and one that is gone leads where it leads',
  async (t) => {
    const { page, context, faults } = await open(wide, noted.path);
    await click(call(page, '3'));
    await expect(dialog(page)).toContainText('Lost since.');
    await expect(dialog(page).locator('em')).toHaveText('ten');
    const onward = dialog(page).getByRole('link', { name: 'Go to the note' });
    await expect(onward).toHaveAttribute('href', /chapter=2#t9$/);
    await press(page, 'Escape');
    await click(call(page, '4'));
    await expect(page).toHaveURL(/#t99$/);
    await expect(dialog(page)).toBeHidden();
    t.same(ours(faults), []);
    await context.close();
  },
);

const centreOf = async (page: Page) => {
  const { x, y, width, height } = await settled(page, () => boxOf(page, '#t1'));
  return { x: x + width / 2, y: y + height / 2 };
};

await t.test(
  'RDN-05 the first tap at the sign of a note opens it, however late its script comes',
  async (t) => {
    const { page, context } = await open(phone, noted.path);
    const tapped = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await tapped.promise;
      await route.continue();
    });
    const { x, y } = await centreOf(page);
    await page.touchscreen.tap(x, y);
    tapped.resolve();
    await expect(dialog(page)).toContainText('The police collected them');
    t.equal(new URL(page.url()).hash, '');
    await context.close();
  },
);

await t.test(
  'RDN-05 page by page a tap beside the sign opens its note, which closes as pages turn',
  async () => {
    const { page, context } = await open(phone, noted.path);
    await page.evaluate(() => globalThis.setProse?.({ move: 'pages' }));
    const wayOf = () => page.locator('article').evaluate(({ scrollLeft }) => scrollLeft);
    const isTurned = () =>
      page.locator('article').evaluate((each) => each.scrollWidth > 2 * each.clientWidth);
    await expect.poll(isTurned).toBe(true);
    const { x, y } = await centreOf(page);
    await page.touchscreen.tap(x + 12, y + 12);
    await expect(dialog(page)).toContainText('The police collected them');
    await expect.poll(wayOf, 'and turns no page').toBe(0);
    await press(page, 'ArrowRight');
    await expect(dialog(page)).toBeHidden();
    await expect.poll(wayOf).toBeGreaterThan(0);
    await context.close();
  },
);

await t.test('HDR-23 the language is chosen in a novel, and the sentence stays', async () => {
  const { page, context } = await open(phone, `${path}?chapter=2`);
  const fraction = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('[data-prose]')?.book?.seen.fraction ?? 0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 3));
  await expect.poll(fraction, 'somebody has read on').toBeGreaterThan(0.2);
  const before = await settled(page, fraction);
  await page.evaluate(() => localStorage.clear());
  await click(page.locator('header summary'));
  await click(page.locator('header a[hreflang=de]'));
  await expect(page).toHaveURL(/\/de\/stories\/.*chapter=2$/);
  await expect.poll(async () => Math.abs((await fraction()) - before)).toBeLessThan(0.04);
  await context.close();
});

await t.test('SOC-08 an episode of a novel is saved, and read without a line', async () => {
  await addEpisode(await addStory(await addAuthor(), { publicationType: 'novel', title: 'The Mirror' }), 1);
  const mediaId = await addPicture(author, 'page');
  const lamp = `<figure><img data-picture="${mediaId}" alt="A lamp"></figure>`;
  const saved = await publish(['<p>There was a lamp.</p>', `<p>It went out.</p>${lamp}`], 'The Lamp');
  // All sizes of the picture are one file, used in the last chapter.
  const [{ id: chapterId = '' } = {}] = await db
    .select({ id: chapters.id })
    .from(chapters)
    .where(eq(chapters.episodeId, saved.id))
    .orderBy(desc(chapters.position));
  await db.insert(chapterPictures).values({ episodeId: saved.id, mediaId, chapterId });
  const [{ variants } = { variants: [] }] = await db.select().from(media).where(eq(media.id, mediaId));
  const file = await samplePage(80, 60);
  for (const variant of variants)
    await storage.put(variantKey(mediaId, variant), file, { contentType: 'image/jpeg' });
  await db.update(stories).set({ coverMediaId: null });

  const { page, context } = await open({ ...wide, serviceWorkers: 'allow' }, saved.path);
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'));
  const allow = (bytes: number) =>
    page.evaluate(
      async (bytes) => (await navigator.serviceWorker.ready).active?.postMessage({ type: 'limit', bytes }),
      bytes,
    );
  await openPanel(page, 'contents');
  await click(contents(page).getByRole('link', { name: 'All episodes' }));
  await expect(panel(page, 'episodes').locator('#panel-episodes')).toBeVisible();
  for (const [bytes, told] of [
    [1000, 'The limit is reached'],
    [10_000_000, 'Kept until'],
  ] as const) {
    await allow(bytes);
    await click(saveTool(page).getByRole('button'));
    await expect(saveTool(page)).toContainText(told);
  }
  // The browser's own cache must not hide what is saved.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await context.setOffline(true);
  await page.goto('/offline');
  await click(page.getByRole('link', { name: /The Lamp 1/ }));
  await expect(page.getByText('There was a lamp.')).toBeVisible();
  await expect(page.getByText('This episode is saved')).toBeVisible();
  await click(page.getByRole('link', { name: 'Continue reading' }));
  await expect(page).toHaveURL(`${site.origin}${saved.path}?chapter=2`);
  await expect(page.getByText('It went out.')).toBeVisible();
  await expect(page.getByText('This episode is saved')).toBeVisible();
  const picture = page.getByRole('img', { name: 'A lamp' });
  await (await reach(picture)).scrollIntoViewIfNeeded();
  const widthOf = () => picture.evaluate((each: HTMLImageElement) => each.naturalWidth);
  await expect.poll(widthOf, 'its picture is there').toBeGreaterThan(0);
  await page.locator('#end').scrollIntoViewIfNeeded();
  await expect(page.locator('#end')).toBeInViewport();
  await expect(
    page.locator('#end [data-more] a', { hasText: 'The Mirror' }),
    'what is not on the device is not offered',
  ).toBeHidden();
  await context.close();
});

await site.close();
