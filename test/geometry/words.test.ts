import type { Page, Request } from 'playwright';
import t from 'tap';
import { createEpisode, createStory } from '../support/console.ts';
import { expect, reach, settled } from '../support/hand.ts';
import { overflowOf } from '../support/panels.ts';
import { draw } from '../support/pictures.ts';
import { publishSerial } from '../support/serial.ts';
import { openShelf } from '../support/shelf.ts';
import { type OpenOptions, phone, startSite, wide } from '../support/site.ts';

const FACE = /\/piazzolla\.[^/]*\.woff2$/;
const SHIFT_MAX = 0.01;

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor();
const comic = await addStory(author, {
  title: 'Späti: Geschichten von der Ecke, an der niemand schläft',
  language: 'de',
});
await addEpisode(comic, 1);
const novel = await addStory(author, { publicationType: 'novel', title: 'The Ledger' });
const VERSE =
  'Of Man’s first disobedience, and the fruit of that forbidden tree, whose mortal taste<span class="number">5</span>';
const poem = `<blockquote class="verse"><p>${VERSE}</p><p class="line">Brought death</p><p>Sing</p></blockquote>`;
await addEpisode(novel, 1, {}, { pages: 0, chapters: [poem + '<p>He wanted to sit down.</p>'.repeat(20)] });
await addEpisode(novel, 2, {}, { pages: 0, chapters: ['<p>He sat down.</p>'] });
const [story, reader] = [`/stories/${comic.slug}`, `/stories/${comic.slug}/1`];
const creator = await site.signUp('Mirko Haas');
const serial = await publishSerial(site, creator, { pages: 5 });
const picture = await draw({ width: 64, height: 64, format: 'png' }, () => [240, 180, 40]);

const isFace = (request: Request): boolean => FACE.test(new URL(request.url()).pathname);
/** Runs in the page. Fallback system fonts count as loaded from the start. */
const isLoaded = () =>
  [...document.fonts].some((face) => face.family.includes('Piazzolla') && face.status === 'loaded');
const isSeen = async (page: Page) =>
  (await page.evaluate(isLoaded)) &&
  (await page.evaluate(() =>
    /^"?Piazzolla/.test(getComputedStyle(document.body).getPropertyValue('--head')),
  ));
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const visit = async (options: OpenOptions) => {
  const tab = await site.open(options);
  const asked: string[] = [];
  tab.page.on('request', (request) => {
    if (isFace(request)) asked.push('face');
    else if (request.resourceType() === 'image' && request.url().includes('/media/')) asked.push('picture');
  });
  await tab.page.route('**/media/**', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
  return { ...tab, asked };
};

await t.test("a first visit sees the heading's face, and nothing moves when it comes", async (t) => {
  for (const [screen, paths] of [
    [phone, ['/de', story, reader, '/sign_in', '/nowhere']],
    [wide, ['/', story]],
  ] as const)
    for (const path of paths) {
      const { page, context, faults } = await visit({ ...screen });
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const painted = Promise.withResolvers<void>();
      await page.route(FACE, async (route) => {
        await painted.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('h1').first().waitFor();
      await twoFrames(page);
      await expect.poll(() => isSeen(page), `${path} is there before it`).toBe(false);
      painted.resolve();
      await expect.poll(() => isSeen(page), `${path} shows it`).toBe(true);
      const shift = await settled(page, () => page.evaluate<number>('shift'));
      t.ok(shift <= SHIFT_MAX, `${path} moves by ${shift} at ${screen.viewport.width} px`);
      t.same(
        faults.filter((fault) => !fault.includes('/nowhere')),
        [],
      );
      await context.close();
    }
});

await t.test(
  'it is asked for after the largest picture has come, and early where there is none',
  async (t) => {
    for (const path of ['/', story, reader]) {
      const { page, context, asked } = await visit(phone);
      const held = Promise.withResolvers<void>();
      await page.route('**/media/**', async (route) => {
        await held.promise;
        await route.fulfill({ body: picture, contentType: 'image/png' });
      });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(() => asked, `${path} asks for its picture`).toContain('picture');
      t.notOk(asked.includes('face'), `${path} leaves the line to it`);
      held.resolve();
      await expect.poll(() => isSeen(page)).toBe(true);
      await context.close();
    }
    const { context, asked, goto } = await visit(phone);
    await goto('/sign_in');
    t.ok(asked.includes('face'));
    await context.close();
  },
);

await t.test('who has it sees it from the first paint on, and who runs no script sees it too', async () => {
  const { page, context, goto } = await visit(wide);
  await goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('face'))).not.toBeNull();
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { hadFace: 'face' in document.documentElement.dataset });
    });
  });
  await goto('/sign_in');
  await expect.poll(() => page.evaluate('hadFace')).toBe(true);
  await context.close();
  const plain = await visit({ ...wide, javaScriptEnabled: false });
  await plain.goto('/');
  // The font loads with the first layout, which may come after `load`.
  await expect.poll(() => plain.asked).toContain('face');
  await plain.context.close();
});

await t.test('what stands in for it is as high, and the word in the logo is a drawing', async (t) => {
  const { page, context, goto } = await visit({ ...wide, as: creator });
  await goto('/creator/stories');
  const heights = await page.evaluate(async () => {
    const paper = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const families = [...document.fonts].map(({ family }) => family.replaceAll('"', ''));
    const found: [string, number, number][] = [];
    for (const family of families) {
      // A system font that is missing on this machine cannot be measured.
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
  await expect(brand, 'no letters that a face would have to draw').toHaveText('');
  const drawing = brand.locator('svg').last();
  const width = await settled(page, () => drawing.evaluate((each) => each.getBoundingClientRect().width));
  t.ok(width > 70);
  await context.close();
});

/** Words in bars at the bottom of the screen that overlap others or leave the screen (WCAG 1.4.4). */
const touching = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) => {
      const { bottom, height } = each.getBoundingClientRect();
      return getComputedStyle(each).position === 'fixed' && height > 20 && Math.abs(bottom - innerHeight) < 5;
    });
    for (const bar of bars) {
      const lines: { text: string; box: DOMRect; within: Element }[] = [];
      const nodes = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const { parentElement: within, textContent: text } = node;
        if (!within?.checkVisibility() || !text?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (box.width > 2) lines.push({ text, box, within });
      }
      for (const [at, { text, box, within }] of lines.entries()) {
        if (box.left < 0 || box.right > innerWidth + 0.5) found.push(`${text} leaves the screen`);
        for (const other of lines.slice(at + 1)) {
          if (within.contains(other.within)) continue;
          const isBeside = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1;
          const gap = Math.max(box.left, other.box.left) - Math.min(box.right, other.box.right);
          if (isBeside && gap < 3) found.push(`${text} touches ${other.text}`);
        }
      }
    }
    return found;
  });

for (const { prefix, isLarge, widths } of [
  { prefix: '', isLarge: false, widths: [320] },
  { prefix: '', isLarge: true, widths: [360] },
  { prefix: '/de', isLarge: false, widths: [320, 360] },
  { prefix: '/de', isLarge: true, widths: [320, 360] },
])
  await t.test(
    `Words of the lower bar keep apart${prefix && ', in German'}${isLarge ? ', 200 %' : ''}`,
    async (t) => {
      const [width = 320] = widths;
      const viewport = { width, height: 740 };
      const { page, context, goto } = await visit({ ...phone, viewport, locale: prefix ? 'de' : 'en' });
      if (isLarge)
        await page.addInitScript(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('html { font-size: 200% !important }');
          document.adoptedStyleSheets = [sheet];
        });
      const novels = `/stories/${novel.slug}`;
      for (const path of [serial.path, novels, `${serial.path}/1`, `${novels}/1`, '/', '/search/the']) {
        await page.setViewportSize(viewport);
        await goto(prefix + path);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 });
          t.same(await settled(page, () => touching(page)), [], `${path} at ${width} px`);
          t.equal(
            await settled(page, () => overflowOf(page)),
            0,
            `${path} at ${width} px does not scroll sideways`,
          );
        }
      }
      await context.close();
    },
  );

await t.test('RDN-05 long lines of a poem hang, and their numbers stand apart', async (t) => {
  const { page, context, goto } = await visit(phone);
  await goto(`/stories/${novel.slug}/1`);
  const { rows, number, edge, gaps } = await settled(page, () =>
    page.evaluate(() => {
      const lines = [...document.querySelectorAll<HTMLElement>('.verse > p')];
      const range = document.createRange();
      range.selectNodeContents(lines[0]?.firstChild as Node);
      const boxes = lines.map((line) => line.getBoundingClientRect());
      const rightOf = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().right ?? 0;
      return {
        rows: [...range.getClientRects()].map(({ left }) => Math.round(left)),
        number: rightOf('.verse .number'),
        edge: rightOf('.verse'),
        gaps: [1, 2].map((at) => Math.round((boxes[at]?.top ?? 0) - (boxes[at - 1]?.bottom ?? 0))),
      };
    }),
  );
  t.ok((rows[1] ?? 0) > (rows[0] ?? 0) + 10, `the second row hangs: ${rows}`);
  t.ok(Math.abs(number - edge) < 2, 'the number stands at the end of the line');
  t.equal(gaps[0], 0, 'lines of a stanza follow closely');
  t.ok((gaps[1] ?? 0) > 8, 'stanzas do not');
  await context.close();
});

await t.test('NOV-06 on a phone the text has two thirds of the screen while it is written', async (t) => {
  const { id: storyId } = await createStory(site, creator, { publication_type: 'novel' });
  const { id } = await createEpisode(site, creator, storyId);
  const body = { episode_id: id, title: 'The Pilot', html: '<p>A wave halfway up.</p>' };
  const added = await site.call('POST /creator/episodes/chapters', { as: creator, body });
  const { chapter } = added.json<{ chapter: { id: string } }>();
  const { page, context, faults, goto } = await visit({ ...phone, as: creator });
  await goto(`/creator/stories/${storyId}/episodes/${id}?chapter=${chapter.id}`);
  const text = page.getByRole('textbox', { name: 'Text of the chapter' });
  await (await reach(text)).tap();
  const share = () =>
    text.evaluate((root) => {
      const tools = document.querySelector('[role=toolbar]')?.getBoundingClientRect().bottom ?? 0;
      const foot = root.closest('section')?.querySelector('[role=status]')?.parentElement;
      const end = Math.min(root.getBoundingClientRect().bottom, foot?.getBoundingClientRect().top ?? 0);
      return (end - Math.max(tools, root.getBoundingClientRect().top)) / innerHeight;
    });
  await expect.poll(share).toBeGreaterThanOrEqual(2 / 3);
  t.same(faults, []);
  await context.close();
});

await site.close();
