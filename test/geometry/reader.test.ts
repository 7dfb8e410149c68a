import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import t from 'tap';
import { houseAds, stories } from '#db/schema/index.ts';
import { fillHouseAds } from '#server/domains/income/house-ads/service.ts';
import { click, expect, press, ready, settled } from '../support/hand.ts';
import { openPanel, panel, tool } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 6;

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const ltr = await publishSerial(site, creator, { pages: PAGES });
const rtl = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
await site.deps.db.update(stories).set({ format: 'page_rtl' }).where(eq(stories.id, rtl.story.id));

type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number };
const boxOf = (target: Locator): Promise<Box> =>
  settled(target.page(), () => target.evaluate((each) => each.getBoundingClientRect().toJSON() as Box));

type Stop = {
  name: string;
  part: 'skip' | 'top' | 'bars' | 'bottom' | 'page' | 'ad' | 'end' | 'other';
  /** Screen coordinates. */
  left: number;
  top: number;
  bottom: number;
  scroll: number;
  isSeen: boolean;
  isTool: boolean;
};

/** The focused element. Works with page scripts off. */
const stopOf = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return null;
    const { left, top, bottom } = at.getBoundingClientRect();
    const name = at.ariaLabel ?? at.textContent?.trim() ?? '';
    const part = at.matches('a[href="#main"]')
      ? 'skip'
      : at.matches('#bars')
        ? 'bars'
        : at.closest('header')
          ? 'top'
          : at.closest('footer')
            ? 'bottom'
            : at.closest('[data-item]')
              ? 'page'
              : at.closest('figure[data-slot]')
                ? 'ad'
                : at.closest('#end')
                  ? 'end'
                  : 'other';
    const isDrawn = at.checkVisibility({ visibilityProperty: true });
    const isSeen = isDrawn && bottom > 0 && top < innerHeight && left < innerWidth;
    const isTool = at.matches('[data-tool]');
    return { name, part, left, top, bottom, scroll: scrollY, isSeen, isTool };
  });

async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await press(page, 'Tab');
    const stop = await stopOf(page);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab finds no end: ${stops.map(({ name }) => name).join(' > ')}`);
}

for (const [name, path, view, javaScriptEnabled] of [
  ['a comic on a phone', ltr.path, phone, true],
  ['a comic at a desk, without a script', ltr.path, wide, false],
  ['manga on a phone, without a script', rtl.path, phone, false],
  ['manga at a desk', rtl.path, wide, true],
] as const)
  await t.test(`RDR-11 Tab goes where the eye goes, ${name}`, async (t) => {
    const { page, faults, context, goto } = await site.open({ ...view, javaScriptEnabled });
    // Suppresses the direction hint, which each reader sees once.
    await page.addInitScript((key) => localStorage.setItem(key, '1'), 'turned');
    await goto(`${path}/1`);
    const isTurned = path === rtl.path;
    await expect(page.locator('html')).toHaveAttribute('data-direction', isTurned ? 'rtl' : 'down');
    // An advertisement between two pages has its own stops.
    const stops = (await walk(page)).filter(({ part }) => part !== 'ad');
    t.same(
      stops.filter(({ part }) => part === 'other').map((stop) => stop.name),
      [],
    );
    const parts = stops.map(({ part }) => part).filter((part, at, all) => part !== all[at - 1]);
    t.same(parts, ['skip', 'top', 'bars', 'bottom', 'page', 'end'], 'from top to bottom');
    t.same(
      stops.filter(({ isSeen }) => !isSeen).map((stop) => stop.name),
      [],
      'all are seen',
    );
    for (const part of ['top', 'bottom'] as const) {
      const row = stops.filter((stop) => stop.part === part);
      t.ok(row.length > 0);
      for (const [at, stop] of row.entries()) {
        const last = row[at - 1];
        if (last === undefined) continue;
        // The bar follows the reading direction. Tools in a row of their own keep their order.
        const isBehind =
          isTurned && part === 'bottom' && !(stop.isTool && view === phone)
            ? stop.left < last.left
            : stop.left > last.left;
        t.ok(stop.top >= last.bottom - 1 || isBehind, `${last.name} before ${stop.name}`);
      }
    }
    const before = stops.filter(({ part }) => part !== 'page' && part !== 'end');
    t.same([...new Set(before.map(({ scroll }) => scroll))], [0], 'bars and skip link scroll nothing');
    t.equal(stops.filter(({ part }) => part === 'page').length, PAGES);
    // At most one page, plus one screen before it.
    const most = view.viewport.height + Math.min(view.viewport.width, 960) * 1.5;
    for (const [at, stop] of stops.entries()) {
      const moved = Math.abs(stop.scroll - (stops[at - 1]?.scroll ?? 0));
      t.ok(moved <= most, `${stop.name} moves by ${moved}`);
    }
    if (path === ltr.path && !javaScriptEnabled) {
      // Returning to the skip link from anywhere scrolls nothing.
      await page.evaluate(() => scrollTo(0, 1500));
      const skip = page.locator('a[href="#main"]');
      await skip.evaluate((each) => each.blur());
      await skip.evaluate((each) => each.focus());
      t.match(await settled(page, () => stopOf(page)), { part: 'skip', isSeen: true, scroll: 1500 });
    }
    t.same(faults, []);
    await context.close();
  });

await t.test('RDR-11 Tab stops at the text of a single chapter before it goes on to the end', async (t) => {
  const { addStory, addEpisode } = openShelf(site.deps);
  const novel = await addStory(creator.id, { publicationType: 'novel' });
  const text = '<p>There was a lamp, and it was lit.</p>'.repeat(200);
  await addEpisode(novel, 1, {}, { pages: 0, chapters: [text] });
  const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
  await goto(`/stories/${novel.slug}/1`);
  const stops = await walk(page);
  const first = stops.findIndex(({ part }) => part === 'end');
  t.match(
    stops.slice(0, first).findLast(({ name }) => name === 'Episode 1'),
    { isSeen: true },
  );
  await page.getByRole('link', { name: 'Episode 1', exact: true }).focus();
  await press(page, 'Enter');
  await expect(page).toHaveURL(/#chapter-1$/);
  const { top } = await boxOf(page.locator('#chapter-1'));
  t.ok(top < phone.viewport.height / 2);
  await context.close();
});

await t.test(
  'RDR-02 RDR-05 HDR-29 panels lie at the left and beside the pages, or come from below',
  async (t) => {
    for (const view of [phone, wide]) {
      const { page, context, goto } = await site.open(view);
      await goto(`${rtl.path}/1`);
      const stage = page.locator('[data-stage]');
      const whole = await boxOf(stage);
      for (const name of ['episodes', 'reading', 'share']) {
        const opened = await openPanel(page, name);
        t.equal((await boxOf(opened.locator('[data-panel-head]'))).height, 60, name);
        const box = await boxOf(opened.locator('section'));
        if (view === wide) t.match(box, { left: 0, top: 56, width: 384 }, name);
        else t.equal(Math.round(box.bottom), view.viewport.height, name);
        if (view === wide && name === 'episodes')
          t.equal((await boxOf(stage)).width, whole.width - 384, 'the pages move aside');
        await press(page, 'Escape');
        await expect(opened).not.toHaveAttribute('open');
      }
      const box = await boxOf((await openPanel(page, 'report')).locator('section'));
      if (view === wide) t.match(box, { left: 288, width: 704 }, 'in the middle');
      else t.equal(Math.round(box.bottom), view.viewport.height, 'from below');
      await press(page, 'Escape');
      t.same(await boxOf(stage), whole, 'nothing has moved for good');
      await context.close();
    }
  },
);

await t.test('RDR-01 boxes keep their size while pictures are on their way', async (t) => {
  const { page, context } = await site.open(phone);
  // A returning reader gets a link on the landing page, in space reserved from the second visit on.
  await page.addInitScript(() => localStorage.removeItem('places'));
  let release = (): void => undefined;
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
  for (const address of [ltr.path, `${ltr.path}/1`, '/']) {
    // A page that waits for its pictures is not ready.
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    const before = await boxes();
    t.ok(before.length > 0);
    t.ok(
      before.every(([width = 0, height = 0]) => width > 0 && height > 0),
      `${address}: ${before}`,
    );
    if (address !== '/') continue;
    release();
    await ready(page);
    t.same(await settled(page, boxes), before);
  }
  await context.close();
});

await t.test('ADS-02 the longest words fit in each look of an advertisement of one size', async (t) => {
  const mei = await site.signUp('Mei Tan');
  await site.makeAdministrator(mei);
  await fillHouseAds(site.deps);
  await site.deps.db.update(houseAds).set({ deletedAt: new Date() });
  const { page, context, goto } = await site.open({ ...wide, as: mei });
  for (const look of ['seal', 'paper', 'ink', 'sentence', 'story']) {
    const body = {
      title_en: 'Somebody counts her subjects by the lamplight ab',
      text_en: 'She counts them all, again and again, until nobody is left who would be missing. Read it!',
      title_de: 'Donaudampfschifffahrtskapitäne zählen ihre Leute',
      text_de: 'Straßenbahnhaltestellen und Mottenköniginnen, gezählt beim Lampenlicht, bis niemand fehlt.',
      link: look === 'story' ? ltr.path : '/ranking',
      look,
      target: 'all',
      weight: 50,
    };
    const reply = await site.call('POST /admin/ads', { as: mei, body });
    await goto(`/admin/ads?ad=${reply.json().ad.id}`);
    const ads = page.getByRole('complementary', { name: 'As readers see it' }).locator('a');
    await expect(ads.first()).toBeVisible();
    const spilt = await settled(page, () =>
      ads.evaluateAll((all) =>
        all.flatMap((house) => {
          const box = house.getBoundingClientRect();
          const [title, text] = [...house.querySelectorAll('b, b + span')].map((part) => {
            // Box of the words, not of their element.
            const words = document.createRange();
            words.selectNodeContents(part);
            return words.getBoundingClientRect();
          });
          const isIn = [title, text].every(
            (part) => part && part.top >= box.top && part.bottom <= box.bottom && part.right <= box.right,
          );
          return isIn && title && text && title.bottom <= text.top + 1 ? [] : [house.textContent];
        }),
      ),
    );
    t.same(spilt, [], look);
  }
  await context.close();

  // Administrators see no advertisements.
  const visitor = await site.open(wide);
  await visitor.goto(`${ltr.path}/1`);
  const box = await boxOf(visitor.page.locator('[data-slot="4"] [data-box]'));
  t.match(box, { width: 300, height: 250 });
  await visitor.context.close();
});

const linesOf = (target: Locator) =>
  settled(target.page(), () =>
    target.evaluate((each) => {
      const text = document.createRange();
      text.selectNodeContents(each);
      const drawn = [...text.getClientRects()].filter(({ width }) => width > 0);
      return new Set(drawn.map(({ bottom }) => Math.round(bottom / 12))).size;
    }),
  );

await t.test(
  'RDR-01 the moment of the next release and the hint of manga stay whole on a phone',
  async (t) => {
    const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
    const soon = await addStory(await addAuthor(), { format: 'page_ltr', slug: 'soon' });
    await addEpisode(soon, 205);
    const publishAt = new Date(site.deps.clock.now().getTime() + 86_400_000);
    await addEpisode(soon, 206, { status: 'scheduled', publishAt, isAnnounced: true, publishedAt: null });
    const { page, context, goto } = await site.open(phone);
    await goto('/stories/soon/205');
    await click(tool(page, 'episodes'));
    const told = panel(page, 'episodes').getByText(/Episode 206:/);
    await expect(told).toBeVisible();
    t.equal(await linesOf(told.locator('time')), 1);
    await goto('/stories/soon');
    const lines = await linesOf(page.getByText(/Episode 206:/).locator('time'));
    t.equal(lines, 1);
    await goto(`/de${rtl.path}/1`);
    const button = page.getByRole('button', { name: 'Verstanden' });
    await expect(button).toBeVisible();
    const overhang = await settled(page, () =>
      button.evaluate(
        (each) =>
          each.getBoundingClientRect().right - (each.parentElement as Element).getBoundingClientRect().right,
      ),
    );
    t.ok(overhang <= 0, 'long words stay inside');
    await context.close();
  },
);
