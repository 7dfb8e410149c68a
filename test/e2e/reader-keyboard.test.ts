/** The reader by the Tab key alone: in the order that the eye sees, a page at a time, with and without a script. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { stories } from '../../db/schema/index.ts';
import { publishSerial } from '../support/serial.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 6;

type Stop = {
  name: string;
  part: 'skip' | 'top' | 'bars' | 'bottom' | 'page' | 'ad' | 'end' | 'other';
  /** On the screen. */
  left: number;
  top: number;
  bottom: number;
  scroll: number;
  isSeen: boolean;
  isTool: boolean;
};

/** Where the focus is. Works where scripts of the page are off. */
const stopOf = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return null;
    const { left, top, bottom } = at.getBoundingClientRect();
    const name = at.getAttribute('aria-label') ?? at.textContent?.trim() ?? '';
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

/** Presses Tab until the focus has left the page. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab finds no end: ${stops.map(({ name }) => name).join(' > ')}`);
}

t.test('the reader by keys', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const paths = new Map<string, string>();
  for (const format of ['page_ltr', 'page_rtl'] as const) {
    const { path, story } = await publishSerial(site, creator, {
      pages: PAGES,
      isPaged: format === 'page_rtl',
    });
    await site.deps.db.update(stories).set({ format }).where(eq(stories.id, story.id));
    paths.set(format, path);
  }

  for (const format of ['page_ltr', 'page_rtl'] as const) {
    await t.test(format, async (t) => {
      const path = paths.get(format);
      for (const view of [phone, wide]) {
        for (const javaScriptEnabled of [true, false]) {
          const what = `${view.viewport.width} px, scripts: ${javaScriptEnabled}`;
          await t.test(`RDR-11 Tab goes where the eye goes, ${what}`, async (t) => {
            const { page, faults, context, goto } = await site.open({ ...view, javaScriptEnabled });
            // Who has been told once which way it goes is not told again.
            await page.addInitScript((key) => localStorage.setItem(key, '1'), 'turned');
            t.equal(await goto(`${path}/1`), 200);
            if (javaScriptEnabled) await page.waitForSelector('tsuzuki-island[awake]', { state: 'attached' });
            const isTurned = format === 'page_rtl';
            t.equal(await page.locator('html[data-direction=rtl]').count(), isTurned ? 1 : 0);
            // An advertisement between two pages has stops of its own.
            const stops = (await walk(page)).filter(({ part }) => part !== 'ad');
            t.same(
              stops.filter(({ part }) => part === 'other').map(({ name }) => name),
              [],
            );
            const parts = stops.map(({ part }) => part).filter((part, at, all) => part !== all[at - 1]);
            t.same(parts, ['skip', 'top', 'bars', 'bottom', 'page', 'end'], 'from top to bottom');
            t.same(
              stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name),
              [],
              'all are seen',
            );
            for (const part of ['top', 'bottom'] as const) {
              const row = stops.filter((stop) => stop.part === part);
              t.ok(row.length > 0);
              for (const [at, stop] of row.entries()) {
                const last = row[at - 1];
                if (last === undefined) continue;
                // The bar leads the way that the story is read; in their own row its tools keep their places.
                const isBehind =
                  isTurned && part === 'bottom' && !(stop.isTool && view === phone)
                    ? stop.left < last.left
                    : stop.left > last.left;
                const isOn = stop.top >= last.bottom - 1 || isBehind;
                t.ok(isOn, `${last.name} before ${stop.name}`);
              }
            }
            const before = stops.filter(({ part }) => part !== 'page' && part !== 'end');
            t.same(
              [...new Set(before.map(({ scroll }) => scroll))],
              [0],
              'bars and skip link scroll nothing',
            );
            t.equal(stops.filter(({ part }) => part === 'page').length, PAGES);
            // A page, and what stands before it.
            const most = view.viewport.height + Math.min(view.viewport.width, 960) * 1.5;
            for (const [at, stop] of stops.entries()) {
              const moved = Math.abs(stop.scroll - (stops[at - 1]?.scroll ?? 0));
              t.ok(moved <= most, `${stop.name} moves by ${moved}`);
            }
            t.same(faults, []);
            await context.close();
          });
        }
      }
    });
  }

  await t.test('RDR-11 Tab stops at the text of a single chapter before it goes on to the end', async (t) => {
    const { addStory, addEpisode } = openShelf(site.deps);
    const novel = await addStory(creator.id, { publicationType: 'novel' });
    const text = '<p>There was a lamp, and it was lit.</p>'.repeat(200);
    await addEpisode(novel, 1, {}, { pages: 0, chapters: [text] });
    const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
    t.equal(await goto(`/stories/${novel.slug}/1`), 200);
    const stops = await walk(page);
    const first = stops.findIndex(({ part }) => part === 'end');
    t.match(
      stops.slice(0, first).findLast(({ name }) => name === 'Episode 1'),
      { isSeen: true },
    );
    await page.getByRole('link', { name: 'Episode 1', exact: true }).press('Enter');
    const chapter = page.locator('#chapter-1');
    t.ok(await chapter.evaluate((at) => at.getBoundingClientRect().top < innerHeight / 2));
    await context.close();
  });

  await t.test('the skip link is seen from wherever one comes back to it, and scrolls nothing', async (t) => {
    const { page, context, goto } = await site.open({ ...wide, javaScriptEnabled: false });
    await goto(`${paths.get('page_ltr')}/1`);
    await page.keyboard.press('Tab');
    const first = await stopOf(page);
    t.match(first, { part: 'skip', isSeen: true, scroll: 0 });
    await page.evaluate(() => scrollTo(0, 1500));
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#main"]')?.blur());
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#main"]')?.focus());
    t.match(await stopOf(page), { part: 'skip', isSeen: true, scroll: 1500 });
    await context.close();
  });
});
