/** Where short notes stand, however pages are shown; and that turning many pages leaves nothing behind. */
import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { episodePages, tsukkomiComments } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { awake, openReader } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 60;
/** Whoever waits for pictures that do not come asks again and again, which is another test's. */
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="12"/>';
const PLACE = { x: 0.25, y: 0.75 };

/** How far the note of that page stands from its place, in pixels. */
const awayOf = (page: Page, text: string) =>
  page.locator('[data-note]', { hasText: text }).evaluate((note, { x, y }) => {
    const sheet = note.closest('[data-sheet]')?.getBoundingClientRect();
    const own = note.getBoundingClientRect();
    if (!sheet) return null;
    const across = own.left + own.width * x - (sheet.left + sheet.width * x);
    const down = own.top + own.height * y - (sheet.top + sheet.height * y);
    return Math.max(Math.abs(across), Math.abs(down));
  }, PLACE);

/** Turns, zooms, resizes and writes, and waits for nothing. */
async function hurry(page: Page): Promise<void> {
  for (let block = 0; block < 10; block += 1) {
    await page.evaluate(
      async ({ block, turns, pages }) => {
        const stage = document.querySelector<HTMLElement>('[data-stage]')?.stage;
        for (let turn = 0; turn < turns; turn += 1) {
          stage?.goTo(((block * turns + turn) * 7) % pages || 1);
          if (turn % 5 === 0) await new Promise(requestAnimationFrame);
        }
      },
      { block, turns: 50, pages: PAGES },
    );
    await page.setViewportSize(block % 2 === 0 ? { width: 740, height: 360 } : { width: 360, height: 740 });
    await page.keyboard.press(block % 3 === 0 ? '+' : '0');
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('0');
  await page.setViewportSize(phone.viewport ?? { width: 360, height: 740 });
}

t.test('where notes stand', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();

  const publish = async (format: 'page_ltr' | 'page_rtl' | 'strip', pages: number, values: object = {}) => {
    const story = await addStory(author, { format });
    const { id: episodeId } = await addEpisode(story, 1, values, { pages });
    const items = await deps.db
      .select({ id: episodePages.id })
      .from(episodePages)
      .where(eq(episodePages.episodeId, episodeId))
      .orderBy(asc(episodePages.position));
    await deps.db.insert(tsukkomiComments).values(
      items.map(({ id: pageId }, index) => ({
        ...{ id: newId(), episodeId, pageId, authorId: author, body: `note on ${index + 1}.` },
        ...PLACE,
      })),
    );
    return `/stories/${story.slug}/1`;
  };

  await t.test('SOC-13 a note stands at its place of the page, and nothing moves for it', async (t) => {
    const inspect = async (name: string, path: string, size: typeof phone | typeof wide) => {
      const { page, context, goto } = await site.open(size);
      await watchShifts(page);
      await goto(path);
      for (const number of [1, 3]) {
        await page.evaluate(
          (to) => to > 1 && document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to),
          number,
        );
        await page.locator('[data-note]', { hasText: `note on ${number}.` }).waitFor({ state: 'attached' });
        const away = (await awayOf(page, `note on ${number}.`)) ?? 99;
        t.ok(away < 2, `${name}, ${size.viewport?.width}, page ${number}`);
      }
      t.same(await shiftsOf(page), []);
      await context.close();
    };
    const sideways = { pageOrientation: 'horizontal', readMode: 'page_flip' } as const;
    const downwards = { pageOrientation: 'vertical', readMode: 'continuous' } as const;
    // Both at once: each waits for notes that come when the page is at rest.
    for (const [name, path] of [
      ['left to right', await publish('page_ltr', 4, sideways)],
      ['right to left', await publish('page_rtl', 4, sideways)],
      ['downwards', await publish('page_ltr', 4, downwards)],
      ['a strip', await publish('strip', 4)],
    ] as const)
      await Promise.all([phone, wide].map((size) => inspect(name, path, size)));
  });

  await t.test('SOC-13 a note keeps its place when its page is zoomed', async (t) => {
    const path = await publish('page_ltr', 3, { pageOrientation: 'horizontal', readMode: 'page_flip' });
    const { page, context } = await openReader(site, path, phone);
    await page.locator('[data-note]', { hasText: 'note on 1.' }).waitFor({ state: 'attached' });
    const widthOf = () =>
      page.locator('#p1 [data-sheet]').evaluate((sheet) => sheet.getBoundingClientRect().width);
    const whole = await widthOf();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('+');
    t.ok((await widthOf()) > whole * 1.2, 'it is larger');
    t.ok(((await awayOf(page, 'note on 1.')) ?? 99) < 2);
    await page.keyboard.press('0');
    t.ok(((await awayOf(page, 'note on 1.')) ?? 99) < 2);
    await context.close();
  });

  await t.test('SOC-13 turning many pages leaves no nodes and no listeners behind', async (t) => {
    const path = await publish('page_ltr', PAGES, { pageOrientation: 'horizontal', readMode: 'page_flip' });
    const { page, context, goto } = await site.open(phone);
    await page.route('**/media/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
    );
    await goto(path);
    await awake(page);
    const session = await context.newCDPSession(page);
    const held = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    /** To the end and back, resting where notes are waited for. */
    const round = async () => {
      for (const number of [...Array(PAGES / 4).keys()].map((step) => step * 4 + 4).concat(1)) {
        await page.evaluate(
          (to) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to),
          number,
        );
        await page.locator('[data-note]', { hasText: `note on ${number}.` }).waitFor({ state: 'attached' });
      }
    };
    // What comes once, such as the panels, is there before anything is counted.
    await hurry(page);
    await round();
    const before = await held();
    t.ok((await page.locator('[data-notes-layer]').count()) <= 5, 'layers go with their pages');
    await hurry(page);
    await round();
    t.ok((await page.locator('[data-notes-layer]').count()) <= 5, 'whoever hurries leaves none behind');
    const after = await held();
    t.ok(after.nodes <= before.nodes * 1.05, `${before.nodes} nodes, then ${after.nodes}`);
    t.ok(
      after.jsEventListeners <= before.jsEventListeners + 2,
      `${before.jsEventListeners} listeners, then ${after.jsEventListeners}`,
    );
    await context.close();
  });
});
