import type { Page } from 'playwright';
import t from 'tap';
import { click, expect, fill, press, settled } from '../../support/hand.ts';
import { openPanel, panel } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { goTo, isAt, reaches } from '../../support/stages.ts';

const BEFORE = '/faq';
const TEXT = Array.from({ length: 60 }, (_, at) => `<p>Paragraph ${at} says nothing of lamps.</p>`).join('');

const site = await startSite();
t.teardown(() => site.close());
const { path } = await publishSerial(site, await site.signUp('Mirko Haas'), { pages: 5 });
const first = `${path}/1`;
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const book = await addStory(await addAuthor(), { publicationType: 'novel', coverMediaId: null });
const chapters = [TEXT, `${TEXT}<p>The lantern is here.</p>`];
await addEpisode(book, 1, {}, { pages: 0, chapters });
const novel = `/stories/${book.slug}`;

const opened = (page: Page) => page.locator('[data-panel][open]');
/** True in the sheet's own history entry, false in the entry below it, null without a sheet. */
const entryIs = (page: Page, wanted: boolean | null) =>
  expect.poll(() => page.evaluate(() => history.state?.sheet ?? null)).toBe(wanted);

for (const { kind, at, names } of [
  { kind: 'a comic', at: path, names: ['episodes', 'reading', 'share'] },
  { kind: 'a novel', at: novel, names: ['contents', 'reading'] },
])
  await t.test(`RDR-02 RDR-04 RDR-13 Back closes a panel of ${kind} and stays on the page`, async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await page.clock.install();
    await goto(BEFORE);
    await goto(`${at}/1`);
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    for (const name of names) {
      await openPanel(page, name);
      await entryIs(page, true);
      await page.goBack();
      await expect(opened(page)).toHaveCount(0);
      await expect(page, `${name} closes, and its page stays`).toHaveURL(new RegExp(`${at}/1(#p1)?$`));
      await expect(page.locator('main')).not.toHaveAttribute('inert');
      await entryIs(page, false);
    }
    for (const close of [
      () => press(page, 'Escape'),
      () => page.mouse.click(180, 20),
      () => click(panel(page, 'reading').locator('summary')),
    ]) {
      await openPanel(page, 'reading');
      await entryIs(page, true);
      await close();
      await expect(opened(page)).toHaveCount(0);
      await entryIs(page, false);
    }
    t.equal(await settled(page, entries), before + 1, 'one entry, used again each time');
    await page.goForward();
    await entryIs(page, false);
    await expect(opened(page), 'Forward opens nothing').toHaveCount(0);
    if (kind === 'a comic') {
      for (const [to, close] of [
        [3, () => press(page, 'Escape')],
        [4, () => page.goBack()],
      ] as const) {
        await openPanel(page, 'reading');
        await entryIs(page, true);
        await goTo(page, to);
        await expect(page, 'SOC-08 the address keeps the page').toHaveURL(new RegExp(`#p${to}$`));
        // The sheet checks its address once per second.
        await page.clock.runFor('00:01');
        await close();
        await expect(opened(page)).toHaveCount(0);
        await entryIs(page, false);
        await expect(page).toHaveURL(new RegExp(`#p${to}$`));
        await isAt(page, to);
      }
      await openPanel(page, 'reading');
      await entryIs(page, true);
      await page.evaluate(() => {
        location.hash = 'p2';
      });
      await expect(page, 'a hash that changes leaves the panel open').toHaveURL(/#p2$/);
      await reaches(page, 2);
      await expect(opened(page)).toHaveCount(1);
      await press(page, 'Escape');
      await expect(opened(page)).toHaveCount(0);
      await expect(page).toHaveURL(/#p2$/);
    } else {
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${BEFORE}$`));
    }
    t.same(faults, []);
    await context.close();
  });

await t.test('RDR-02 RDN-05 what is followed in a panel is one step, and Back leads from it', async (t) => {
  const { page, faults, context, goto } = await site.open(phone);
  await goto(path);
  await goto(first);
  const list = await openPanel(page, 'episodes');
  await entryIs(page, true);
  await click(list.getByRole('link', { name: 'The tunnel' }));
  await expect(page).toHaveURL(new RegExp(`${path}/2$`));
  await expect(page.locator('#p1')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${first}$`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  await goto(`${novel}/1?chapter=2`);
  await openPanel(page, 'contents');
  await entryIs(page, true);
  await fill(page.getByRole('searchbox', { name: 'Search in this book' }), 'lantern');
  await click(page.locator('[data-hits] a'));
  await expect(opened(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#hit-/);
  await expect.poll(() => page.evaluate(() => CSS.highlights.has('hit'))).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(/chapter=2$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  await page.setViewportSize(wide.viewport);
  await goto(first);
  await openPanel(page, 'episodes');
  await entryIs(page, null);
  await page.goBack();
  await expect(page, 'where a panel stands beside the pages, Back leaves').toHaveURL(new RegExp(`${path}$`));
  t.same(faults, []);
  await context.close();
});

await t.test('HDR-03 Back closes the search and stays on the page', async (t) => {
  const { page, faults, context, goto } = await site.open(phone);
  await goto('/');
  await goto(path);
  const search = page.getByRole('banner').locator('search');
  const field = search.getByRole('combobox');
  const open = async () => {
    await click(search.locator('> button'));
    await expect(field).toBeVisible();
    await entryIs(page, true);
  };
  await open();
  await page.goBack();
  await expect(field).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await open();
  await click(search.getByRole('button', { name: 'Back' }));
  await expect(field).toBeHidden();
  await entryIs(page, false);
  await open();
  await fill(field, 'lamp');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/search\/lamp/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  t.same(faults, []);
  await context.close();
});
