import type { Page } from 'playwright';
import t from 'tap';
import { click, expect, ready, settled } from '../../support/hand.ts';
import { bringBars, openReader, overflowOf } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { isAt } from '../../support/stages.ts';

const PAGES = 6;

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const { path } = await publishSerial(site, creator, { pages: PAGES });
const paged = await publishSerial(site, creator, { pages: PAGES, isPaged: true });

/** Layout shifts so far (Layout Instability API, as in CLS). */
const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => undefined);
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => {
          const moved = observer.takeRecords() as unknown as { value: number }[];
          resolve(moved.reduce((sum, { value }) => sum + value, 0));
        });
      }),
  );

/** Scrolls to every picture and reports what the browser loaded. A reader loads a picture when its page is near. */
async function lookAtPictures(page: Page) {
  const seen: { width: number; source: string; alt: string }[] = [];
  await ready(page);
  const items = await page.locator('[data-item]').all();
  const places = items.length > 0 ? items : await page.locator('main img').filter({ visible: true }).all();
  for (const place of places) {
    await place.scrollIntoViewIfNeeded();
    const image = items.length > 0 ? place.locator('img') : place;
    await image.scrollIntoViewIfNeeded();
    const facts = () =>
      image.evaluate(({ complete, currentSrc, naturalWidth: width, alt }: HTMLImageElement) => ({
        isDone: complete && currentSrc !== '',
        width,
        source: currentSrc.slice(0, 200),
        alt,
      }));
    await expect.poll(async () => (await facts()).isDone, 'a picture has come or failed').toBe(true);
    seen.push(await facts());
  }
  return seen;
}

await t.test(
  'ADS-01 a visitor finds a story at 360 px and reads it for nothing, with and without a script',
  async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await goto('/');
    await expect.poll(() => overflowOf(page), 'the landing page fits').toBe(0);
    await click(page.locator(`main a[href="${path}"]`).filter({ visible: true }).first());
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('h1')).toContainText('Night Train');
    await expect.poll(() => overflowOf(page), 'the story page fits').toBe(0);
    const covers = await lookAtPictures(page);
    t.ok(covers.length > 0);
    t.same(
      covers.filter(({ width }) => width === 0),
      [],
      'the cover is there',
    );
    await click(page.locator(`main a[href="${path}/1"]`).filter({ visible: true }).first());
    await expect(page).toHaveURL(new RegExp(`${path}/1$`));
    await expect(page.locator('#p1')).toBeVisible();
    const areShown = async (from: Page) => {
      const pictures = (await lookAtPictures(from)).filter(({ alt }) => alt !== '');
      t.equal(pictures.length, PAGES);
      t.same(
        pictures.filter(({ width, source }) => width === 0 || !/\.avif$/.test(source)),
        [],
        'each page is shown in the smallest format',
      );
    };
    await areShown(page);
    await expect.poll(() => overflowOf(page), 'the reader fits').toBe(0);
    t.ok((await settled(page, () => shiftsOf(page))) < 0.01, 'nothing jumps');
    await click(page.locator('#end a[rel=next]'));
    await expect(page).toHaveURL(new RegExp(`${path}/2`));
    await click(page.locator('#end a[rel=prev]'));
    await expect(page).toHaveURL(new RegExp(`${path}/1`));
    t.same(faults, []);
    await context.close();

    const plain = await site.open({ ...phone, javaScriptEnabled: false });
    await plain.goto(`${path}/1`);
    await areShown(plain.page);
    await expect.poll(() => overflowOf(plain.page)).toBe(0);
    t.same(plain.faults, []);
    await plain.context.close();
  },
);

for (const [code, view] of [
  ['HDR-22', phone],
  ['HDR-23', wide],
] as const)
  await t.test(`${code} HDR-24 the reader’s language menu keeps the place, there and back`, async (t) => {
    const { page, faults, context } = await openReader(site, `${path}/1`, view);
    await page.locator('#p4').evaluate((each) => each.scrollIntoView({ block: 'center' }));
    for (const [language, prefix] of [
      ['de', '/de'],
      ['en', ''],
    ] as const) {
      await isAt(page, 4);
      await expect(page).toHaveURL(/#p4$/);
      // Reading on hides the bars.
      await bringBars(page);
      await click(page.locator('header summary:has(+ * [hreflang])'));
      await click(page.locator(`header details a[hreflang=${language}]`));
      await expect(page).toHaveURL(new RegExp(`^${site.origin}${prefix}${path}/1#p4$`));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const chosen = page.locator('header details a[hreflang][aria-current=true]');
      await expect(chosen).toHaveAttribute('hreflang', language);
      await expect(page.locator(':target')).toBeInViewport();
    }
    t.same(faults, []);
    await context.close();
  });

await t.test('printing an episode prints each of its pages on a sheet of its own', async (t) => {
  for (const [story, size] of [
    [paged.path, phone],
    [paged.path, wide],
    [path, phone],
  ] as const) {
    const name = `${story === path ? 'scrolling' : 'page by page'}, ${size.viewport.width} px`;
    const { page, context, faults } = await openReader(site, `${story}/1`, size);
    await page.emulateMedia({ media: 'print' });
    await expect
      .poll(
        () =>
          // The script that loads the pictures arrives when the page is idle.
          page.evaluate(() => {
            dispatchEvent(new Event('beforeprint'));
            const all = [...document.querySelectorAll<HTMLImageElement>('[data-stage] [data-item] img')];
            return all.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length;
          }),
        `all pictures are there, ${name}`,
      )
      .toBe(PAGES);
    const drawn = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('[data-stage] [data-item] img')].filter((each) => {
            const { height, left, right } = each.getBoundingClientRect();
            return height > 100 && left >= 0 && right <= innerWidth + 1;
          }).length,
      );
    t.equal(await settled(page, drawn), PAGES, name);
    await expect(page.locator('[data-bar]').filter({ visible: true }), 'no bars').toHaveCount(0);
    const paper = await page.pdf({ format: 'A4' });
    t.equal(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length, PAGES, `sheets, ${name}`);
    t.same(faults, []);
    await context.close();
  }
});

/** Runs in the page: resources that blocked the first paint. */
const blocking = () =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking')
    .map(({ name }) => new URL(name).pathname);

/** Runs in the page: style and theme files that were downloaded. */
const sent = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\.css$|\/theme\./.test(name))
    .filter((entry) => Reflect.get(entry, 'transferSize') > 0)
    .map(({ name }) => new URL(name).pathname);

/** Runs in the page: true when the browser had the page's body cached. */
const isKept = () => {
  const [{ transferSize, encodedBodySize } = { transferSize: 0, encodedBodySize: 0 }] =
    performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return transferSize < encodedBodySize;
};

/** Runs in the page: computed style and size of each element. */
const looks = () =>
  // Skips `i` elements, since the reading progress moves meanwhile.
  [...document.querySelectorAll('body :not(i, style)')].map((element) => {
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return [
      `${element.localName}.${element.classList.value}`,
      ...[style.color, style.backgroundColor, style.display, style.fontSize, style.fontWeight],
      ...[style.padding, style.position, width, height],
    ].join();
  });

/** Runs in the page: initiators of requests for the large picture, in any format. */
const askers = () => {
  const { currentSrc = '' } = document.querySelector<HTMLImageElement>('img[fetchpriority=high]') ?? {};
  const anyForm = currentSrc.replace(/[^/]*$/, '');
  const asked = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(anyForm));
  return asked.map((entry) => Reflect.get(entry, 'initiatorType'));
};

/** Runs in the page: comments load at any time, so this never answers their request. */
const withoutComments = () => {
  const { fetch } = window;
  window.fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).includes('/api/comments')
      ? new Promise(() => undefined)
      : fetch(input, init);
};

for (const screen of [phone, wide]) {
  const at = `at ${screen.viewport.width} px`;
  await t.test(
    `a first visit has all styles in the page, later ones are sent none, and all looks the same, ${at}`,
    async (t) => {
      const paths = ['/', path, `${path}/1`];
      const bare = new Map<string, string[]>();
      for (const address of paths) {
        const { page, context, faults, goto } = await site.open(screen);
        await page.addInitScript(withoutComments);
        await page.route('**/public.*.css', (route) => route.abort());
        await goto(address);
        const look = <T>(inPage: () => T) => settled(page, () => page.evaluate(inPage));
        t.same(await look(blocking), [], `${address}: nothing stands before the first paint`);
        t.same(await look(askers), ['link'], `${address}: the head asks for the large picture, once`);
        bare.set(address, await look(looks));
        await page.waitForLoadState('networkidle');
        t.same(await context.cookies(), [], 'who could not fetch the file is not taken to hold it');
        t.same(
          faults.filter((fault) => !fault.includes('ERR_FAILED')),
          [],
        );
        await context.close();
      }
      const { page, context, faults, goto } = await site.open(screen);
      const look = <T>(inPage: () => T) => settled(page, () => page.evaluate(inPage));
      // A returning reader would see more on the landing page than a new visitor.
      await page.addInitScript(() => localStorage.removeItem('places'));
      await page.addInitScript(withoutComments);
      await goto('/');
      await expect.poll(() => page.evaluate(() => document.cookie)).toContain('styles=');
      t.same(await look(looks), bare.get('/'), 'what stands in the page is enough');
      for (const next of paths) {
        await goto(next);
        t.same(await look(sent), [], `${next}: no file is sent twice`);
        t.same(await look(looks), bare.get(next), `${next}: looks the same`);
        const inPage = page.locator('style, script:not([src], [type$=json])');
        if (next === '/') await expect.poll(() => page.evaluate(isKept), 'held by the browser').toBe(true);
        else await expect(inPage, `${next} links its styles and scripts`).toHaveCount(0);
      }
      t.same(faults, []);
      await context.close();
    },
  );
}
