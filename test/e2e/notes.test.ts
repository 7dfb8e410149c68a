/** A note opens where it is called, and leads back there. */
import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import * as schema from '../../db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const LINE =
  '<p>The inspector wanted nothing of the kind. He wanted to sit down, with a stone in his shoe.</p>';
const NOTES = '<h2>Notes</h2><ul><li id="t9"><p>Kept for <em>ten</em> years.</p><p>Lost since.</p></li></ul>';
const text = (notesId: string) =>
  [
    '<p>The last column was empty<a href="#t2" id="t1" role="doc-noteref">1</a>, 132 times over.</p>',
    LINE.repeat(30),
    '<p>Nobody wrote it down<a href="#t4" id="t3" role="doc-noteref">[2]</a>',
    `, or so it was said<a href="chapter:${notesId}#t9" role="doc-noteref">3</a>`,
    ', and <a href="#t99" role="doc-noteref">4</a> leads nowhere.</p>',
    LINE.repeat(4),
    '<aside id="t2" role="doc-footnote"><p>The police collected them<a href="#t4" role="doc-noteref">2</a>, as <a href="#t7">they said</a>. ',
    '<a href="#t1" role="doc-backlink">Back</a></p></aside>',
    '<p id="t7"><a href="#t3" id="t4" role="doc-backlink">2</a> Madame Orlov did.</p>',
    LINE.repeat(30),
  ].join('');

t.test('notes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addStory, addEpisode } = openShelf(site.deps);
  const book = await addStory(await addAuthor(), { publicationType: 'novel' });
  const { id: episodeId } = await addEpisode(book, 1, {}, { pages: 0, chapters: ['<p>Soon.</p>', NOTES] });
  const [first, notes] = await site.deps.db
    .select({ id: schema.chapters.id })
    .from(schema.chapters)
    .where(eq(schema.chapters.episodeId, episodeId))
    .orderBy(asc(schema.chapters.position));
  const html = text(notes?.id ?? '');
  await site.deps.db
    .update(schema.chapters)
    .set({ html, charactersCount: html.length, sectionEnds: [] })
    .where(eq(schema.chapters.id, first?.id ?? ''));
  const path = `/stories/${book.slug}/1`;
  const call = (page: Page, mark: string) => page.locator('article a[role=doc-noteref]', { hasText: mark });
  const dialog = (page: Page) => page.getByRole('dialog', { name: /^Note/ });
  const open = async (options: Parameters<typeof site.open>[0]) => {
    const tab = await site.open(options);
    await tab.goto(path);
    return tab;
  };
  const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));
  /** The script that answers comes with the first touch. */
  const reach = async (page: Page) => {
    await page.locator('article h1').dispatchEvent('pointerover');
    await page.waitForSelector('tsuzuki-island[name=notes][awake]', { state: 'attached' });
  };

  for (const [name, screen] of [
    ['phone', phone],
    ['wide screen', wide],
  ] as const)
    await t.test(`RDN-05 a note opens where it is called on a ${name}`, async (t) => {
      const { page, context, faults } = await open(screen);
      await reach(page);
      const here = page.url();
      await call(page, '1').click();
      await dialog(page).waitFor();
      t.equal(await dialog(page).getByRole('heading').textContent(), 'Note 1');
      const words = dialog(page).locator('[data-note-text]');
      t.match(
        await words.textContent(),
        /^The police collected them2, as they said\.\s*$/,
        'no way back in it',
      );
      t.same(await violations(page), []);
      t.equal(page.url(), here, 'the page stays where it is');
      t.equal(
        await page.locator('#t2').evaluate((note) => note.tagName),
        'ASIDE',
        'a name stands once in the page',
      );
      await words.getByRole('link', { name: '2' }).click();
      await dialog(page).getByText('Madame Orlov did.').waitFor();
      t.equal(await dialog(page).getByRole('heading').textContent(), 'Note 2', 'a note calls another one');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      const isBack = () =>
        call(page, '1')
          .first()
          .evaluate((element) => element === document.activeElement);
      await eventually('the focus is back', isBack);

      await call(page, '[2]').click();
      await dialog(page).waitFor();
      const [line, box] = [await call(page, '[2]').boundingBox(), await dialog(page).boundingBox()];
      if (!line || !box) throw new Error('both are drawn');
      t.ok(box.y >= line.y + line.height || box.y + box.height <= line.y, 'its line stays in sight');
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await dialog(page).waitFor({ state: 'hidden' });

      await page.keyboard.press('Enter');
      await dialog(page).getByText('Madame Orlov did.').waitFor();
      await dialog(page).getByRole('link', { name: 'Go to the note' }).click();
      await page.waitForURL(/#t4$/);
      await dialog(page).waitFor({ state: 'hidden' });
      t.ok(await page.locator('#t4').isVisible());
      t.same(ours(faults), []);
      await context.close();
    });

  await t.test(
    'RDN-05 the note of another chapter is brought, and one that is gone leads where it leads',
    async (t) => {
      const { page, context, faults } = await open(wide);
      await reach(page);
      await call(page, '3').click();
      await dialog(page).getByText('Lost since.').waitFor();
      t.equal(await dialog(page).locator('em').textContent(), 'ten');
      t.match(
        await dialog(page).getByRole('link', { name: 'Go to the note' }).getAttribute('href'),
        /chapter=2#t9$/,
      );
      await page.keyboard.press('Escape');
      await call(page, '4').click();
      await page.waitForURL(/#t99$/);
      t.notOk(await dialog(page).isVisible());
      t.same(ours(faults), []);
      await context.close();
    },
  );

  await t.test('RDN-05 page by page a note closes when its page is turned', async (t) => {
    const { page, context } = await open(phone);
    await page.evaluate(() => globalThis.setProse?.({ move: 'pages' }));
    await reach(page);
    await call(page, '1').first().focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog(page).waitFor({ state: 'hidden' });
    const isAt = () => page.locator('article').evaluate(({ scrollLeft }) => scrollLeft > 0);
    t.ok(await eventually('the page is turned', isAt));
    await context.close();
  });

  await t.test('RDN-05 without a script a call leads to its note, and the note back', async (t) => {
    const { page, context } = await open({ ...phone, javaScriptEnabled: false });
    await call(page, '1').first().click();
    await page.waitForURL(/#t2$/);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL(/#t1$/);
    t.notOk(await page.locator('#note').isVisible());
    await context.close();
  });

  await t.test('RDN-05 a chapter without notes holds no place for one', async (t) => {
    const { body } = await site.app.inject({ url: `${path}?chapter=2`, headers: { accept: 'text/html' } });
    t.notMatch(body, 'id="note"');
  });
});
