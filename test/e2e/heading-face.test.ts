/** The heading's face: seen on a first visit, never before the largest picture, and nothing moves when it comes. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import t from 'tap';
import { draw } from '../support/pictures.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const FACE = /\/piazzolla\.[^/]*\.woff2$/;
const FACE_MAX_BYTES = 25_000;
const SHIFT_MAX = 0.01;
const TITLE = 'Späti: Geschichten von der Ecke, an der niemand schläft';

const isFace = (request: Request): boolean => FACE.test(new URL(request.url()).pathname);

/** Runs in the page; system faces that stand in are loaded from the start. */
const isLoaded = () =>
  [...document.fonts].some((face) => face.family.includes('Piazzolla') && face.status === 'loaded');

/** Whether whatever is set in the heading's face is really drawn in it. */
const isSeen = async (page: Page) =>
  (await page.evaluate(isLoaded)) &&
  (await page.evaluate(() =>
    /^"?Piazzolla/.test(getComputedStyle(document.body).getPropertyValue('--head')),
  ));

t.test("the heading's face", async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const shelf = openShelf(site.deps);
  const story = await shelf.addStory(await shelf.addAuthor(), { title: TITLE, language: 'de' });
  await shelf.addEpisode(story, 1);
  const creator = await site.signUp('Mirko Haas');
  const picture = await draw({ width: 64, height: 64, format: 'png' }, () => [240, 180, 40]);
  const paths = ['/', '/de', `/stories/${story.slug}`, `/stories/${story.slug}/1`, '/sign_in', '/nowhere'];

  const visit = async (options: Parameters<typeof site.open>[0]) => {
    const tab = await site.open(options);
    const asked: string[] = [];
    tab.page.on('request', (request) => {
      if (isFace(request)) asked.push('face');
      else if (request.resourceType() === 'image' && request.url().includes('/media/')) asked.push('picture');
    });
    await tab.page.route('**/media/**', (route) =>
      route.fulfill({ body: picture, contentType: 'image/png' }),
    );
    return { ...tab, asked };
  };

  await t.test('a first visit sees it, and nothing moves when it comes', async (t) => {
    for (const screen of [phone, wide]) {
      for (const path of paths) {
        const { page, context, faults } = await visit({ ...screen });
        await page.addInitScript(() => {
          Object.assign(window, { shift: 0 });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
          }).observe({ type: 'layout-shift', buffered: true });
        });
        let letGo = () => {};
        const painted = new Promise<void>((resolve) => {
          letGo = resolve;
        });
        await page.route(FACE, async (route) => {
          await painted;
          await route.continue();
        });
        await page.goto(path, { waitUntil: 'commit' });
        await page.locator('h1').first().waitFor();
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
        t.notOk(await isSeen(page), `${path} is there before it`);
        letGo();
        await page.waitForFunction(isLoaded);
        t.ok(await isSeen(page), `${path} shows it`);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
        const shift = await page.evaluate<number>('shift');
        t.ok(shift <= SHIFT_MAX, `${path} moves by ${shift} at ${screen.viewport.width} px`);
        t.same(
          faults.filter((fault) => !fault.includes('/nowhere')),
          [],
        );
        await context.close();
      }
    }
  });

  await t.test(
    'it is asked for after the largest picture has come, and early where there is none',
    async (t) => {
      for (const path of ['/', `/stories/${story.slug}`, `/stories/${story.slug}/1`]) {
        const { page, context, asked } = await visit(phone);
        let letGo = () => {};
        const held = new Promise<void>((resolve) => {
          letGo = resolve;
        });
        await page.route('**/media/**', async (route) => {
          await held;
          await route.fulfill({ body: picture, contentType: 'image/png' });
        });
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await page.evaluate(() => document.fonts.ready);
        t.ok(asked.includes('picture'), `${path} asks for its picture`);
        t.notOk(asked.includes('face'), `${path} leaves the line to it`);
        letGo();
        await page.waitForFunction(() => 'face' in document.documentElement.dataset);
        await page.waitForFunction(isLoaded);
        await context.close();
      }
      const { page, context, asked } = await visit(phone);
      await page.goto('/sign_in');
      t.ok(asked.includes('face'));
      await context.close();
    },
  );

  await t.test(
    'who has it sees it from the first paint on, and who runs no script sees it too',
    async (t) => {
      const { page, context } = await visit(wide);
      await page.goto('/');
      await page.waitForFunction(() => localStorage.getItem('face') !== null);
      await page.goto('/sign_in', { waitUntil: 'domcontentloaded' });
      t.ok(await page.evaluate(() => 'face' in document.documentElement.dataset));
      await context.close();
      const plain = await visit({ ...wide, javaScriptEnabled: false });
      // With the first layout, which may come after the load.
      const [request] = await Promise.all([plain.page.waitForRequest(isFace), plain.page.goto('/')]);
      t.ok(request);
      await plain.context.close();
    },
  );

  await t.test('what stands in for it is as high, and the word in the logo is a drawing', async (t) => {
    const { page, context } = await visit({ ...wide, as: creator });
    await page.goto('/creator/stories');
    await page.waitForFunction(isLoaded);
    const heights = await page.evaluate(async () => {
      const paper = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      const families = [...document.fonts].map(({ family }) => family.replaceAll('"', ''));
      const found: [string, number, number][] = [];
      for (const family of families) {
        // A face of the system that is not on this machine cannot be measured.
        if ((await document.fonts.load(`750 100px "${family}"`).catch(() => [])).length === 0) continue;
        paper.font = `750 100px "${family}"`;
        const { fontBoundingBoxAscent, fontBoundingBoxDescent } = paper.measureText('Tsuzuki');
        found.push([family, Math.round(fontBoundingBoxAscent), Math.round(fontBoundingBoxDescent)]);
      }
      return found;
    });
    t.ok(heights.length >= 2, 'a system face of this machine among them');
    for (const [family, ...height] of heights) t.same(height, [111, 31], family);
    const brand = page.getByRole('link', { name: 'Tsuzuki, home' });
    t.equal(await brand.innerText(), '', 'no letters that a face would have to draw');
    t.ok(((await brand.locator('svg').last().boundingBox())?.width ?? 0) > 70);
    await context.close();
  });

  await t.test('it is small', async (t) => {
    const { size } = await stat(join(import.meta.dirname, '../../pages/fonts/piazzolla.woff2'));
    t.ok(size < FACE_MAX_BYTES, `${size} bytes`);
  });
});
