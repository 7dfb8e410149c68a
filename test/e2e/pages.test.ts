/** A creator who uses no mouse goes all the way through the pages of an episode, and sees them as readers will. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { chooserAfter } from '../support/chooser.ts';
import { createEpisode, createStory, uploadCover, uploadPages } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { draw } from '../support/pictures.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mira');
const stranger = await site.signUp('Somebody');
const story = await createStory(site, creator, { cover_media_id: await uploadCover(site, creator) });
const episode = await createEpisode(site, creator, story.id, 'By Keys');
await uploadPages(site, creator, episode.id, ['a.jpg', 'b.jpg', 'c.jpg']);
await site.runJobs();
const path = `/creator/stories/${story.id}/episodes/${episode.id}`;
const picture = await draw({ width: 60, height: 80, format: 'jpeg' }, (x, y) => [x, y, 128]);
const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture });

const awake = (page: Page) =>
  page.waitForSelector('tsuzuki-island[name=EpisodeEditor][awake]', { state: 'attached' });
const names = (page: Page): Promise<string[]> =>
  page
    .locator('[data-tile] img')
    .evaluateAll((all) => all.map((img) => /[a-z]\.jpg/.exec(img.getAttribute('alt') ?? '')?.[0] ?? ''));
const shows = (page: Page, order: string) =>
  eventually(order, async () => String(await names(page)) === order);
/** Goes on with Tab until a control of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const here = await page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
    if (name.test(here.trim())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no ${name} is reached by Tab`);
}

await t.test(
  'PAG-01 PAG-02 PAG-03 PAG-04 PAG-05 PAG-06 ERR-54 ERR-55 ERR-56 all of it by keys',
  async (t) => {
    const tab = await site.open({ as: creator });
    const { page } = tab;
    await tab.goto(path);
    await awake(page);
    await tabTo(page, /^Upload$/);
    const chooser = await chooserAfter(page, () => page.keyboard.press('Enter'));
    await chooser.setFiles([file('d.jpg')]);
    await eventually('it arrives', async () => (await page.locator('[data-grip]').count()) === 4);
    await tabTo(page, /^Page 4:/);
    await page.keyboard.press('Home');
    await shows(page, 'd.jpg,a.jpg,b.jpg,c.jpg');
    await page.getByText('Pages sorted').waitFor();
    t.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /^Page 1:/);

    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Page 1' });
    await dialog.waitFor();
    await dialog.getByLabel(/Move to place/).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await shows(page, 'a.jpg,b.jpg,d.jpg,c.jpg');

    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /^Reverse$/);
    await page.keyboard.press('Enter');
    await shows(page, 'c.jpg,d.jpg,b.jpg,a.jpg');
    await page.getByText('Order changed').waitFor();

    await tabTo(page, /^Page 4:/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Page 4' }).waitFor();
    await tabTo(page, /^Remove$/);
    await page.keyboard.press('Enter');
    await page.getByText('Page removed').waitFor();
    await shows(page, 'c.jpg,d.jpg,b.jpg');
    await tabTo(page, /^Undo$/);
    await page.keyboard.press('Enter');
    await shows(page, 'c.jpg,d.jpg,b.jpg,a.jpg');

    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /^Page 2:/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Page 2' }).waitFor();
    await tabTo(page, /^Replace$/);
    const replacer = await chooserAfter(page, () => page.keyboard.press('Enter'));
    await replacer.setFiles(file('e.jpg'));
    await eventually('it is replaced', async () => {
      await site.runJobs();
      return String(await names(page)) === 'c.jpg,e.jpg,b.jpg,a.jpg';
    });
    await eventually('it can be published', async () => {
      await site.runJobs();
      return (await page.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')) === 'false';
    });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /^Describe$/);
    await page.keyboard.press('Enter');
    const texts = page.getByRole('dialog', { name: 'Describe the pages' });
    await texts.getByRole('textbox', { name: 'Page 1' }).focus();
    await page.keyboard.type('A train arrives.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Nobody gets off.');
    t.same(await violations(page), []);
    // What was typed last is saved by closing.
    await page.keyboard.press('Escape');
    await texts.waitFor({ state: 'hidden' });
    t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Describe');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /^Publish$/);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /^Preview$/);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `${path}/preview`);
    const shown = await page
      .locator('[data-stage] img')
      .evaluateAll((all) => all.map((each) => `${each.getAttribute('alt')} (${each.getAttribute('lang')})`));
    t.same(shown, [
      'A train arrives. (en)',
      'Nobody gets off. (en)',
      'Page 3 of 4 (null)',
      'Page 4 of 4 (null)',
    ]);
    t.same(tab.faults, []);
    await tab.context.close();
  },
);

await t.test(
  'a draft is seen as readers will see it, in every way of reading, by its team alone',
  async (t) => {
    for (const [locale, rightToLeft] of [
      ['', 'Right to left'],
      ['/de', 'Von rechts nach links'],
    ] as const) {
      const tab = await site.open({ as: creator, javaScriptEnabled: false });
      const { page } = tab;
      t.equal(await tab.goto(`${locale}${path}/preview`), 200);
      await page.getByRole('link', { name: rightToLeft }).click();
      const stage = page.locator('section[tabindex="0"]');
      t.equal(await page.locator('html').getAttribute('data-direction'), 'rtl');
      t.equal(await stage.locator('img').count(), 4);
      const chosen = page.getByRole('link', { name: rightToLeft });
      t.equal(await chosen.getAttribute('aria-current'), 'true');
      t.same(tab.faults, []);
      await tab.context.close();
    }
    const tab = await site.open({ as: creator });
    await tab.goto(`${path}/preview?direction=ltr`);
    const stage = tab.page.locator('section[tabindex="0"]');
    await stage.focus();
    await tab.page.keyboard.press('ArrowRight');
    const snapped = () => stage.evaluate((at) => Math.round(at.scrollLeft / at.clientWidth) === 1);
    await eventually('a key turns the page', snapped);
    for (const way of ['direction=down', 'direction=strip', 'direction=none&mode=']) {
      t.equal(await tab.goto(`${path}/preview?${way}`), 200, way);
      t.equal(await tab.page.locator('section img').count(), 4);
    }
    t.same(tab.faults, []);
    await tab.context.close();
    const other = await site.open({ as: stranger });
    await other.goto(`${path}/preview`);
    t.match(other.page.url(), /\/creator\/stories(?:\?error_notice=.*)?$/, 'ERR-05');
    await other.context.close();
  },
);

await t.test('axe finds nothing where uploads fail, pause and where a page is open', async (t) => {
  const tab = await site.open({ as: creator });
  const { page } = tab;
  await tab.goto(path);
  await awake(page);
  const input = page.locator('input[type=file][multiple]');
  await input.setInputFiles({
    name: 'x.cbr',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('Rar!'),
  });
  await page.getByText('x.cbr').first().waitFor();
  await page.locator('[data-grip]').first().focus();
  await page.locator('[data-grip][aria-roledescription]').first().waitFor();
  t.same(await violations(page), [], 'a refused file, and lists that can be sorted');
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  await page.context().setOffline(true);
  await input.setInputFiles([file('f.jpg'), file('g.jpg')]);
  await page.getByText('No connection.').waitFor();
  t.same(await violations(page), [], 'no connection');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Page 1:/ }).click();
  await page.getByRole('dialog', { name: 'Page 1' }).waitFor();
  t.same(await violations(page), [], 'a page with its dialog');
  await tab.context.close();
});

await site.close();
