/** The page moves without a hand, and the slider shows where it leads (RDR-07, RDR-13, RDR-18). */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="144" height="204"><path d="M0 0h144v204"/></svg>';
const place = (page: Page) => page.evaluate(() => scrollY);
const isScrolling = async (page: Page) => {
  const before = await place(page);
  await eventually('it scrolls', async () => (await place(page)) > before + 20);
};

t.test('hands-free', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const author = await addAuthor();
  const strip = await addStory(author, { format: 'strip' });
  for (const number of [1, 2]) await addEpisode(strip, number, {}, { pages: 3, pieces: 2 });
  const manga = await addStory(author, { format: 'page_rtl' });
  const paged = { readMode: 'page_flip', pageOrientation: 'horizontal' } as const;
  await addEpisode(manga, 1, paged, { pages: 200 });
  const open = async (size: object, path: string) => {
    const tab = await site.open(size);
    const asked: string[] = [];
    await tab.context.route('**/media/**', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
    });
    await tab.goto(path);
    await tab.page.locator('[data-staged]').first().waitFor();
    return { ...tab, asked };
  };

  await t.test('RDR-13 pages scroll by themselves until something is touched', async (t) => {
    const path = `/stories/${strip.slug}`;
    const { page, context, faults } = await open(phone, `${path}/1`);
    const bar = page.locator('#reader-glide');
    await page.keyboard.press('s');
    await isScrolling(page);
    t.ok(await bar.isVisible());
    t.match(await bar.getByRole('status').textContent(), /3/);
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('.');
    t.match(await bar.getByRole('status').textContent(), /9/);
    await bar.getByRole('button', { name: 'Slower' }).click();
    t.match(await bar.getByRole('status').textContent(), /8/, 'its own buttons stop nothing');
    await isScrolling(page);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(3));
    await page.waitForURL(`**${path}/2`);
    t.ok(await bar.isVisible(), 'it goes on into the next episode');
    await page.mouse.move(180, 300);
    await page.mouse.wheel(0, 5);
    await bar.waitFor({ state: 'hidden' });
    await page.keyboard.press('s');
    await bar.waitFor();
    t.match(await bar.getByRole('status').textContent(), /8/, 'the speed is kept');
    await page.keyboard.press('s');
    await bar.waitFor({ state: 'hidden' });
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('footer [data-tool=reading]').click();
    await page.locator('[data-panel=reading] [data-tool=glide]').click();
    await isScrolling(page);
    t.notOk(await page.locator('[data-panel=reading]').getAttribute('open'));
    await page.touchscreen.tap(180, 300);
    await bar.waitFor({ state: 'hidden' });
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-13 the screen stays awake meanwhile, and nothing moves in a hidden tab', async (t) => {
    const { page, context, goto } = await site.open(phone);
    await page.addInitScript(() => {
      const locks: string[] = [];
      const release = async () => void locks.push('given back');
      const request = async (type: string) => {
        locks.push(`asked for ${type}`);
        return { release };
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
      Object.assign(globalThis, { locks });
    });
    const locks = () => page.evaluate(() => (globalThis as unknown as { locks: string[] }).locks);
    const turnTab = (state: 'hidden' | 'visible') =>
      page.evaluate((state) => {
        const define = (name: string, value: unknown) =>
          Object.defineProperty(document, name, { value, configurable: true });
        define('visibilityState', state);
        define('hidden', state === 'hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await goto(`/stories/${strip.slug}/1`);
    await page.locator('[data-staged]').first().waitFor();
    t.same(await locks(), [], 'nobody is kept awake by reading');
    await page.keyboard.press('s');
    await isScrolling(page);
    t.same(await locks(), ['asked for screen']);
    await turnTab('hidden');
    const moved = await page.evaluate(async () => {
      const before = scrollY;
      for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
      return scrollY - before;
    });
    t.equal(moved, 0);
    await turnTab('visible');
    await isScrolling(page);
    t.same(await locks(), ['asked for screen', 'asked for screen'], 'a browser takes it from a hidden tab');
    await page.keyboard.press('Escape');
    await page.locator('#reader-glide').waitFor({ state: 'hidden' });
    await eventually('it is given back', async () => (await locks()).at(-1) === 'given back');
    await context.close();
  });

  await t.test('RDR-07 RDR-18 of 200 pages the slider shows the one under the hand', async (t) => {
    const { page, context, faults, asked } = await open(wide, `/stories/${manga.slug}/1`);
    const slider = page.locator('[data-reader-bar] input[type=range]');
    const shown = page.locator('[data-thumb]');
    t.equal(await shown.count(), 0, 'nothing is fetched before');
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y - 200);
    await page.mouse.move(x + 2, y + height / 2);
    await eventually('right to left the last page is on the left', async () =>
      (await shown.textContent())?.endsWith('200'),
    );
    await shown.locator('img').waitFor();
    t.match(asked.at(-1), /360/, 'the smallest size');
    const box = await shown.boundingBox();
    t.ok((box?.x ?? -1) >= 0);
    await page.mouse.move(640, 300);
    await shown.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('End');
    await eventually('the last of 200 is on the screen', () =>
      page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen.last === 200),
    );
    await page.keyboard.press('s');
    t.equal(
      await page.locator('#reader-glide:visible').count(),
      0,
      'pages that are turned scroll by no speed',
    );
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('[data-staged]').first().waitFor();
    t.ok((await page.locator('picture:visible').count()) < 12, 'near pictures only');
    t.same(faults, []);
    await context.close();
  });

  await t.test(
    'RDR-13 SOC-08 within 30,000 pixels of strip the place is kept, also by a turned phone',
    async (t) => {
      const long = await addStory(author, { format: 'strip' });
      // Whoever is at the last one has read it, and opens it at its beginning again.
      await addEpisode(long, 1, {}, { pages: 3, pieces: 20 });
      const { page, context, faults } = await open(phone, `/stories/${long.slug}/1`);
      const seen = () =>
        page.evaluate(() => {
          const { item = 0, fraction = 0 } =
            document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen ?? {};
          return { item, fraction };
        });
      const isThere = async (when: string) =>
        eventually(`the same place ${when}`, async () => {
          const { item, fraction } = await seen();
          return item === 2 && Math.abs(fraction - 0.4) < 0.02;
        });
      t.ok((await page.evaluate(() => document.documentElement.scrollHeight)) > 30_000);
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo({ item: 2, fraction: 0.4 }),
      );
      await isThere('at first');
      await page.setViewportSize({ width: 740, height: 360 });
      await isThere('on a turned phone');
      await page.setViewportSize({ width: 360, height: 740 });
      await isThere('turned back');
      await page.reload();
      await page.locator('[data-staged]').first().waitFor();
      await isThere('when it is opened again');
      t.same(faults, []);
      await context.close();
    },
  );
});
