/** A visitor on a small phone finds a story and reads it: with and without scripts, in both languages. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t, { type Test } from 'tap';
import { episodePages, geofilterStrategies, pricingStrategies } from '../../db/schema/index.ts';
import {
  createEpisode,
  createStory,
  jpegPart,
  publishStory,
  upload,
  uploadCover,
} from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { startSite } from '../support/site.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const wide = { viewport: { width: 1280, height: 900 } };
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

/** Brings every picture of the page onto the screen and says what the browser made of it. */
async function lookAtPictures(page: Page) {
  const seen: { width: number; source: string; alt: string }[] = [];
  for (const image of await page.locator('main img:visible').all()) {
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
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');

  const story = await createStory(site, creator, { cover_media_id: await uploadCover(site, creator) });
  const addEpisode = async (title: string, count: number) => {
    const episode = await createEpisode(site, creator, story.id, title);
    const size = { width: 720, height: 1020 };
    const names = Array.from({ length: count }, (_, index) => `${index + 1}.jpg`);
    const reply = await upload(site, creator, 'POST /creator/pages', [
      { name: 'episode_id', value: episode.id },
      ...(await Promise.all(names.map((name) => jpegPart('files[]', name, size)))),
    ]);
    if (reply.statusCode !== 202) throw new Error(reply.body);
    await site.runJobs();
    await site.call(`POST /creator/episodes/${episode.id}/publish`, { as: creator, body: {} });
    return episode;
  };
  await addEpisode('The platform', PAGES);
  await addEpisode('The tunnel', 2);
  const premium = await addEpisode('The other side', 2);
  const draft = await createEpisode(site, creator, story.id, 'Not yet');
  await db
    .update(pricingStrategies)
    .set({ type: 'first_free', freeCount: 2, priceCoins: 30 })
    .where(eq(pricingStrategies.storyId, story.id));
  const elsewhere = await publishStory(site, creator, { title: 'Only There' });
  await db
    .update(geofilterStrategies)
    .set({ type: 'allow', countries: ['JP'] })
    .where(eq(geofilterStrategies.storyId, elsewhere.story.id));
  const path = `/stories/${story.slug}`;

  for (const [language, prefix] of [
    ['en', ''],
    ['de', '/de'],
  ] as const) {
    for (const javaScriptEnabled of [true, false]) {
      await t.test(`a visitor reads at 360 px, ${language}, scripts: ${javaScriptEnabled}`, async (t) => {
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
      });
    }
  }

  await t.test('WebP is chosen where AVIF is not known', async (t) => {
    const { page, context } = await site.open(phone);
    await page.addInitScript(() => {
      new MutationObserver(() => {
        for (const source of document.querySelectorAll('source[type="image/avif"]')) source.remove();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${path}/1`);
    const pictures = (await lookAtPictures(page)).filter(({ alt }) => alt !== '');
    t.equal(pictures.filter(({ source, width }) => width > 0 && /\.webp$/.test(source)).length, PAGES);
    await context.close();
  });

  await t.test('boxes keep their size while pictures are on their way', async (t) => {
    const { page, context } = await site.open(phone);
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
        [...document.querySelectorAll('main img')]
          .filter((image) => image.checkVisibility())
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
    await page.waitForFunction(
      () => (document.querySelector('[role=progressbar] i') as HTMLElement)?.style.width,
    );
    const width = () =>
      page.evaluate(
        () =>
          document.querySelector('[role=progressbar]')?.firstElementChild?.getBoundingClientRect().width ?? 0,
      );
    const atStart = await width();
    await page.locator('#page-4').scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector('#page-4')?.scrollIntoView({ block: 'center' }));
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

  await t.test('HDR-20, I18-04…06 the language links keep the page and the place', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    const change = async (language: string) => {
      await page.locator('header summary:has(+ * [hreflang])').click();
      await page.locator(`header a[hreflang=${language}]`).click();
    };
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
    await goto(`${path}/1`);
    await page.waitForFunction(
      () => (document.querySelector('[role=progressbar] i') as HTMLElement)?.style.width,
    );
    await page.evaluate(() => document.querySelector('#page-4')?.scrollIntoView({ block: 'center' }));
    await page.locator('[role=progressbar][aria-valuenow="4"]').waitFor({ state: 'attached' });
    // Reading on has put the bars away; a tap on the page brings them back.
    await page.mouse.click(640, 450);
    const german = page.locator('header a[hreflang=de]');
    t.match(await german.getAttribute('href'), `/de${path}/1#page-`);
    await page.goto((await german.getAttribute('href')) ?? '');
    const top = await page.evaluate(
      () => document.querySelector(':target')?.getBoundingClientRect().top ?? 9999,
    );
    t.ok(Math.abs(top) < 300, `the place is on the screen: ${top}`);
    t.same(faults, []);
    await context.close();
  });

  await t.test('I18-06 every page exists in both languages and names the other', async (t) => {
    const { page, context, goto } = await site.open({ javaScriptEnabled: false });
    for (const address of ['/', path, `${path}/1`, `${path}/3`, '/sign_in', '/sign_up', '/nothing']) {
      const english = await goto(address);
      const alternates = await page.locator('link[rel=alternate][hreflang]').count();
      const german = await goto(address === '/' ? '/de' : `/de${address}`);
      t.equal(german, english, address);
      t.equal(await page.locator('html').getAttribute('lang'), 'de', address);
      t.equal(await page.locator('link[rel=alternate][hreflang]').count(), alternates, address);
      if (address === path) t.equal(alternates, 3, 'English, German and for all others');
    }
    await goto('/de/');
    t.equal(new URL(page.url()).pathname, '/de');
    await context.close();
  });

  await t.test('the theme is switched and kept', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const theme = () => page.locator('html').getAttribute('data-theme');
    await goto('/sign_in');
    const light = await background();
    t.equal(await theme(), null, 'the system decides at first');
    await page.locator('[data-theme-switch]').first().click();
    t.equal(await theme(), 'dark');
    const dark = await background();
    t.not(dark, light);
    for (const address of ['/sign_in', '/', path, `${path}/1`, '/de']) {
      await goto(address);
      t.equal(await theme(), 'dark', address);
    }
    await goto('/sign_in');
    t.equal(await background(), dark);
    await page.locator('[data-theme-switch]').first().click();
    await page.reload();
    t.equal(await theme(), 'light');
    t.equal(await background(), light);
    t.same(faults, []);
    await context.close();
  });

  await t.test('HDR-14, HDR-18 menus by keyboard', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    await goto('/');
    const menu = page.locator('header details[data-menu]').first();
    const isOpen = () => menu.evaluate((details) => (details as HTMLDetailsElement).open);
    const isFocused = () => menu.locator('summary').evaluate((summary) => summary === document.activeElement);
    for (let step = 0; step < 20 && !(await isFocused()); step += 1) await page.keyboard.press('Tab');
    t.ok(await isFocused(), 'Tab comes to it');
    await page.keyboard.press('Enter');
    t.ok(await isOpen());
    await page.keyboard.press('Tab');
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute('hreflang')), 'en');
    await page.keyboard.press('Escape');
    t.notOk(await isOpen(), 'Escape closes it');
    t.ok(await isFocused(), 'and the focus is back on it');
    await page.keyboard.press('Space');
    t.ok(await isOpen());
    await page.mouse.click(600, 700);
    t.notOk(await isOpen(), 'a click elsewhere closes it');
    t.same(faults, []);
    await context.close();
  });

  const isLocked = async (t: Test, javaScriptEnabled: boolean) => {
    const { page, faults, context, goto } = await site.open({ ...phone, javaScriptEnabled });
    await goto(`${path}/3`);
    await page.getByText('Login to Unlock').waitFor();
    const back = encodeURIComponent(`${path}/3`);
    await page.locator(`main a[href="/sign_in?back=${back}"]`).click();
    await page.waitForURL('**/sign_in?back=*');
    t.equal(await page.locator('[name=email]').count(), 1);
    t.same(faults, []);
    await context.close();
  };
  await t.test('PRI-19 a visitor of a premium episode is asked to log in', async (t) => {
    await isLocked(t, true);
    await isLocked(t, false);
  });

  await t.test('PRI-29 no page of a locked episode is delivered', async (t) => {
    const rows = await db.select().from(episodePages).where(eq(episodePages.episodeId, premium.id));
    const ids = rows.map(({ mediaId }) => mediaId);
    t.equal(ids.length, 2);
    for (const url of [
      '/',
      path,
      `${path}/1`,
      `${path}/2`,
      `${path}/3`,
      `/de${path}/3`,
      `/api/stories/${story.id}`,
      `/api/episodes/${premium.id}`,
    ]) {
      const { body } = await site.app.inject({ url });
      t.same(
        ids.filter((id) => body.includes(id)),
        [],
        `${url} names none of its pictures`,
      );
    }
    const locked = await site.app.inject({ url: `/api/episodes/${premium.id}` });
    t.equal(locked.statusCode, 402);
    t.notOk('pages' in locked.json().episode);
    const console = await site.call(`GET /creator/pages?episode_id=${premium.id}`, { as: creator });
    for (const { preview_url: address } of console.json().pages) {
      const [plain = ''] = address.split('?');
      t.equal((await site.app.inject({ url: address })).statusCode, 200, 'the team sees it, signed');
      t.ok((await site.app.inject({ url: plain })).statusCode >= 400, 'nobody else does');
    }
  });

  await t.test('LEG-11, ERR-41 what is not there is a 404 page', async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, faults, context, goto } = await site.open({ ...phone, javaScriptEnabled });
      for (const address of [
        '/nothing',
        '/stories/nothing',
        `${path}/4`,
        `${path}/99`,
        `${path}/0`,
        `${path}/x`,
        '/stories/%zz',
        '/stories/%00',
      ]) {
        t.equal(await goto(address), 404, address);
        t.match(await page.title(), '404, page does not exist');
        t.equal(await page.locator('main h1').count(), 1);
        t.equal(await page.locator('meta[name=robots][content=noindex]').count(), 1);
      }
      t.equal(await goto(`/de${path}/4`), 404);
      t.match(await page.title(), '404, diese Seite gibt es nicht');
      await page.locator('main a[href="/de"]').first().click();
      await page.waitForURL('**/de');
      t.same(faults, []);
      await context.close();
    }
    const api = await site.app.inject({ url: `/api/episodes/${draft.id}` });
    t.equal(api.statusCode, 404);
  });

  await t.test('STP-11, ERR-39 what is not available in a country is 451', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    const { slug, id } = elsewhere.story;
    for (const address of [`/stories/${slug}`, `/stories/${slug}/1`, `/de/stories/${slug}/1`])
      t.equal(await goto(address), 451, address);
    t.match(await page.title(), 'Geschichte nicht verfügbar');
    await goto('/');
    t.equal(await page.locator(`a[href="/stories/${slug}"]`).count(), 0, 'nor is it on the landing page');
    for (const url of [`/api/stories/${id}`, `/api/episodes/${elsewhere.episode.id}`]) {
      const reply = await site.app.inject({ url });
      t.equal(reply.statusCode, 451);
      t.same(reply.json(), { message: 'Story not available', code: 'story_not_available' });
    }
    t.same(faults, []);
    await context.close();
  });
});
