/** Back and the sheets that lie over a page on phones: the reader's panels and the search of the header. */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { awake, openPanel, panel } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

/** True in the sheet's own entry, false in the one below it, null where no sheet was. */
const entryIs = (page: Page, wanted: boolean | null) =>
  eventually(`the entry of a sheet: ${wanted}`, async () => (await entryOf(page)) === wanted);
const entryOf = (page: Page): Promise<unknown> => page.evaluate(() => history.state?.sheet ?? null);
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const closed = (page: Page, name: string) =>
  page.locator(`[data-panel=${name}]:not([open])`).waitFor({ state: 'attached' });
/** The page before the reader. */
const BEFORE = '/faq';
const TEXT = Array.from({ length: 60 }, (_, at) => `<p>Paragraph ${at} says nothing of lamps.</p>`).join('');

t.test('Back with an open sheet', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const { path: comic } = await publishSerial(site, creator, { pages: 5 });
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const story = await addStory(await addAuthor(), { publicationType: 'novel', coverMediaId: null });
  const chapters = [TEXT, `${TEXT}<p>The lantern is here.</p>`];
  await addEpisode(story, 1, {}, { pages: 0, chapters });
  const novel = `/stories/${story.slug}`;

  for (const { kind, path, names } of [
    { kind: 'a comic', path: comic, names: ['episodes', 'reading', 'share'] },
    { kind: 'a novel', path: novel, names: ['contents', 'reading'] },
  ])
    await t.test(`RDR-02 RDR-04 Back closes a panel of ${kind} and stays on the page`, async (t) => {
      const { page, faults, context, goto } = await site.open(phone);
      await goto(BEFORE);
      await goto(`${path}/1`);
      await page.waitForSelector('tsuzuki-island[name=stage]', { state: 'attached' });
      const before = await page.evaluate(() => history.length);
      for (const name of names) {
        await openPanel(page, name);
        await entryIs(page, true);
        await page.goBack();
        await closed(page, name);
        t.equal(pathOf(page), `${path}/1`, `${name} closes, and its page stays`);
        t.notOk(await page.locator('main').getAttribute('inert'), 'the page is in reach again');
        t.equal(await entryOf(page), false);
      }
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => page.mouse.click(180, 20),
        () => panel(page, 'reading').locator('summary').click(),
      ]) {
        await openPanel(page, 'reading');
        await entryIs(page, true);
        await close();
        await closed(page, 'reading');
        await entryIs(page, false);
      }
      t.equal(await page.evaluate(() => history.length), before + 1, 'one entry, used again each time');
      await page.goForward();
      await entryIs(page, false);
      t.equal(await page.locator('[data-panel][open]').count(), 0, 'Forward opens nothing');
      await page.goBack();
      await page.waitForURL(`**${BEFORE}`);
      t.same(faults, []);
      await context.close();
    });

  await t.test('RDR-02 a link in a panel leaves no dead entry behind', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await goto(comic);
    await goto(`${comic}/1`);
    await awake(page);
    const opened = await openPanel(page, 'episodes');
    await entryIs(page, true);
    await opened.getByRole('link', { name: 'The tunnel' }).click();
    await page.waitForURL(`**${comic}/2`);
    await page.goBack();
    await page.waitForURL(`**${comic}/1`);
    await page.goBack();
    await page.waitForURL(new RegExp(`${comic}$`));
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-08 the address keeps the page that was reached under a panel', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await goto(`${comic}/1`);
    await awake(page);
    for (const [at, close] of [
      [3, () => page.keyboard.press('Escape')],
      [4, () => page.goBack()],
    ] as const) {
      await openPanel(page, 'reading');
      await entryIs(page, true);
      await page.evaluate((at) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(at), at);
      await page.waitForURL(`**#p${at}`);
      // The address of the sheet is looked at from time to time.
      await page.waitForTimeout(500);
      await close();
      await closed(page, 'reading');
      await entryIs(page, false);
      await page.waitForURL(`**#p${at}`);
      const item = await page.evaluate(
        () => document.querySelector<HTMLElement>('[data-stage]')?.stage?.place.item,
      );
      t.equal(item, at, 'and nothing has moved');
    }
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-13 a hash that changes under a panel leaves the panel open', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await goto(comic);
    await goto(`${comic}/1`);
    await awake(page);
    await openPanel(page, 'reading');
    await entryIs(page, true);
    await page.evaluate(() => {
      location.hash = 'p4';
    });
    await page.waitForURL('**#p4');
    t.equal(await page.locator('[data-panel=reading][open]').count(), 1);
    await page.keyboard.press('Escape');
    await closed(page, 'reading');
    t.match(page.url(), '#p4');
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDN-05 a place found in the book is one step, and Back leads from it', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await goto(BEFORE);
    await goto(`${novel}/1?chapter=2`);
    await openPanel(page, 'contents');
    await entryIs(page, true);
    await page.getByRole('searchbox', { name: 'Search in this book' }).fill('lantern');
    await page.locator('[data-hits] a').click();
    await closed(page, 'contents');
    await page.waitForURL(/#hit-/);
    await page.waitForFunction(() => CSS.highlights.has('hit'));
    await page.goBack();
    await page.waitForURL(/chapter=2$/);
    await page.goBack();
    await page.waitForURL(`**${BEFORE}`);
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-02 where a panel stands beside the pages, Back leaves', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    await goto(comic);
    await goto(`${comic}/1`);
    await awake(page);
    await openPanel(page, 'episodes');
    t.equal(await entryOf(page), null);
    await page.goBack();
    await page.waitForURL(`**${comic}`);
    t.same(faults, []);
    await context.close();
  });

  await t.test('HDR-03 Back closes the search and stays on the page', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await goto('/');
    await goto(comic);
    const search = page.getByRole('banner').locator('search');
    const field = search.getByRole('combobox');
    const open = async () => {
      await search.locator('> button').click();
      await page.locator('tsuzuki-island[name=LiveSearch][awake]').waitFor({ state: 'attached' });
      await field.waitFor();
      await entryIs(page, true);
    };
    await open();
    await page.goBack();
    await field.waitFor({ state: 'hidden' });
    t.equal(pathOf(page), comic);
    await open();
    await search.getByRole('button', { name: 'Back' }).click();
    await field.waitFor({ state: 'hidden' });
    await entryIs(page, false);
    await open();
    await field.fill('lamp');
    await field.press('Enter');
    await page.waitForURL('**/search/lamp**');
    await page.goBack();
    await page.waitForURL(`**${comic}`);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
    t.same(faults, []);
    await context.close();
  });
});
