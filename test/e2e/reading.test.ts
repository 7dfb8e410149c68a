/** A visitor on a small phone finds a story and reads it: with and without scripts, in both languages. */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 6;

/** How much wider than the screen the page is. Works where scripts are off, as all that does not wait. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How much has moved by itself so far (Layout Instability, as in CLS). */
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

async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator('header summary:has(+ * [hreflang])').click();
  await page.locator(`header details a[hreflang=${language}]`).click();
}

/** Brings every picture of the page onto the screen and says what the browser made of it. A reader's is there when its page is near. */
async function lookAtPictures(page: Page) {
  const seen: { width: number; source: string; alt: string }[] = [];
  const items = await page.locator('[data-item]').all();
  const places = items.length > 0 ? items : await page.locator('main img:visible').all();
  for (const place of places) {
    await place.scrollIntoViewIfNeeded();
    const image = items.length > 0 ? place.locator('img') : place;
    await image.scrollIntoViewIfNeeded();
    const facts = await eventually('a picture has come or failed', () =>
      image.evaluate((each: HTMLImageElement) => {
        const { complete, currentSrc, naturalWidth: width, alt } = each;
        return complete && currentSrc !== '' && { width, source: currentSrc.slice(0, 200), alt };
      }),
    );
    seen.push(facts);
  }
  return seen;
}

t.test('reading', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');

  const { path } = await publishSerial(site, creator, { pages: PAGES });

  for (const [language, prefix] of [
    ['en', ''],
    ['de', '/de'],
  ] as const) {
    for (const javaScriptEnabled of [true, false]) {
      await t.test(
        `ADS-01 a visitor reads for nothing at 360 px, ${language}, scripts: ${javaScriptEnabled}`,
        async (t) => {
          const { page, faults, context, goto } = await site.open({ ...phone, javaScriptEnabled });
          t.equal(await goto(prefix || '/'), 200);
          t.equal(await page.locator('html').getAttribute('lang'), language);
          t.equal(await overflowOf(page), 0, 'the landing page fits');

          await page.locator(`main a[href="${prefix}${path}"]:visible`).first().click();
          await page.waitForURL(`**${prefix}${path}`);
          t.match(await page.locator('h1').textContent(), 'Night Train');
          t.equal(await page.locator(`#episodes a[href^="${prefix}${path}/"]`).count(), 3);
          t.equal(await overflowOf(page), 0, 'the story page fits');
          const covers = await lookAtPictures(page);
          t.ok(covers.length > 0);
          t.same(
            covers.filter(({ width }) => width === 0),
            [],
            'the cover is there',
          );

          await page.locator(`main a[href="${prefix}${path}/1"]:visible`).first().click();
          await page.waitForURL(`**${prefix}${path}/1`);
          const pictures = (await lookAtPictures(page)).filter(({ alt }) => alt !== '');
          t.equal(pictures.length, PAGES);
          t.same(
            pictures.filter(({ width }) => width === 0),
            [],
            'each page is shown',
          );
          t.same(
            pictures.filter(({ source }) => !/\.avif$/.test(source)),
            [],
            'in the smallest format',
          );
          t.equal(await overflowOf(page), 0, 'the reader fits');
          if (javaScriptEnabled) t.ok((await shiftsOf(page)) < 0.01, 'nothing jumps');

          const end = page.locator('#end');
          await end.locator(`a[rel=next]`).click();
          await page.waitForURL(`**${prefix}${path}/2`);
          await end.locator(`a[rel=prev]`).click();
          await page.waitForURL(`**${prefix}${path}/1`);
          t.equal(await end.locator('a[rel=prev]').count(), 0, 'nothing is before the first');
          await page.locator('header a').first().click();
          await page.waitForURL(`**${prefix}${path}`);
          t.same(faults, []);
          await context.close();
        },
      );
    }
  }

  await t.test('WebP is chosen where AVIF is not known', async (t) => {
    const { page, context } = await site.open(phone);
    await page.route(`**${path}/1`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/<source[^>]*image\/avif[^>]*>/g, '');
      await route.fulfill({ response, body });
    });
    await page.goto(`${path}/1`);
    const pictures = (await lookAtPictures(page)).filter(({ alt }) => alt !== '');
    t.equal(pictures.filter(({ source, width }) => width > 0 && /\.webp$/.test(source)).length, PAGES);
    await context.close();
  });

  await t.test('boxes keep their size while pictures are on their way', async (t) => {
    const { page, context } = await site.open(phone);
    // Who has read something is led back to it on the landing page, in room that is kept from the second visit on.
    await page.addInitScript(() => localStorage.removeItem('places'));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/media/**', async (route) => {
      await gate;
      await route.continue();
    });
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main img, [data-sheet]')]
          .filter((box) => box.checkVisibility() && !box.matches('[data-sheet] img'))
          .map((image) => {
            const { width, height } = image.getBoundingClientRect();
            return [Math.round(width), Math.round(height)];
          }),
      );
    for (const address of [path, `${path}/1`, '/']) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      const before = await boxes();
      t.ok(before.length > 0);
      t.ok(
        before.every(([width = 0, height = 0]) => width > 0 && height > 0),
        `${address}: ${before}`,
      );
      if (address === '/') release();
    }
    const before = await boxes();
    await lookAtPictures(page);
    t.same(await boxes(), before);
    t.ok((await shiftsOf(page)) < 0.01);
    await context.close();
  });

  await t.test('RDR-18 the progress bar follows the pages', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    await goto(`${path}/1`);
    const bar = page.locator('[role=progressbar]');
    const place = (item: number) =>
      page.locator(`[role=progressbar][aria-valuenow="${item}"]`).waitFor({ state: 'attached' });
    await place(1);
    t.equal(await bar.getAttribute('aria-valuemax'), String(PAGES));
    t.match(await bar.getAttribute('aria-valuetext'), `1 of ${PAGES}`);
    // The island wakes when the page is idle; from then on it follows.
    await page.waitForFunction(() => document.querySelector('[data-staged]'));
    const width = () =>
      page.evaluate(
        () =>
          document.querySelector('[role=progressbar]')?.firstElementChild?.getBoundingClientRect().width ?? 0,
      );
    const atStart = await width();
    await page.locator('#p4').scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector('#p4')?.scrollIntoView({ block: 'center' }));
    await place(4);
    t.ok((await width()) > atStart, 'the line has grown');
    await page.keyboard.press('j');
    await place(5);
    await page.keyboard.press('k');
    await place(4);
    await page.evaluate(() => document.querySelector('#end')?.scrollIntoView());
    await place(PAGES);
    t.equal(Math.round(await width()), 360, 'and is full at the end');
    t.same(faults, []);
    await context.close();
  });

  await t.test('HDR-20 HDR-21, I18-04 I18-05 I18-06 the language links keep the page', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    const change = (language: string) => chooseLanguage(page, language);
    for (const [from, to] of [
      ['/', '/de'],
      [path, `/de${path}`],
      [`${path}/2`, `/de${path}/2`],
      ['/sign_in', '/de/sign_in'],
      [`${path}?order=newest`, `/de${path}?order=newest`],
    ] as const) {
      await goto(from);
      await change('de');
      await page.waitForURL((url) => url.pathname.startsWith('/de'));
      t.equal(new URL(page.url()).pathname + new URL(page.url()).search, to);
      t.equal(await page.locator('html').getAttribute('lang'), 'de');
      await change('en');
      await page.waitForURL((url) => !url.pathname.startsWith('/de'));
      t.equal(new URL(page.url()).pathname + new URL(page.url()).search, from);
    }
    t.same(faults, []);
    await context.close();
  });

  for (const [code, view] of [
    ['HDR-22', phone],
    ['HDR-23', wide],
  ] as const) {
    await t.test(`${code} HDR-24 the reader’s language menu keeps the place, there and back`, async (t) => {
      const { page, faults, context, goto } = await site.open(view);
      await goto(`${path}/1`);
      await page.waitForFunction(() => document.querySelector('[data-staged]'));
      await page.evaluate(() => document.querySelector('#p4')?.scrollIntoView({ block: 'center' }));
      for (const [language, prefix] of [
        ['de', '/de'],
        ['en', ''],
      ] as const) {
        await page.waitForFunction(() => document.querySelector('[data-staged]'));
        await page.locator('[role=progressbar][aria-valuenow="4"]').waitFor({ state: 'attached' });
        await page.waitForFunction(() => location.hash === '#p4');
        // Reading on puts the bars away; a tap on the page brings them back.
        const bars = page.locator('header[data-bar]');
        if (await page.locator('#bars').evaluate((box: HTMLInputElement) => box.checked))
          await page.mouse.click(view.viewport.width / 2, view.viewport.height / 2);
        await bars.waitFor();
        await chooseLanguage(page, language);
        await page.waitForURL(`**${prefix}${path}/1#p4`);
        t.equal(await page.locator('html').getAttribute('lang'), language);
        const chosen = page.locator('header details a[hreflang][aria-current=true]');
        t.equal(await chosen.getAttribute('hreflang'), language);
        const top = await page.evaluate(
          () => document.querySelector(':target')?.getBoundingClientRect().top ?? 9999,
        );
        t.ok(Math.abs(top) < 300, `the place is on the screen: ${top}`);
      }
      t.same(faults, []);
      await context.close();
    });
  }
});
