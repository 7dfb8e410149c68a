/** A stage in a browser: what it shows, and two long episodes to read on it. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { stories } from '../../db/schema/index.ts';
import type { Direction, Place, Seen } from '../../islands/stage/types.ts';
import { eventually } from './eventually.ts';
import { publishSerial } from './serial.ts';
import { startSite } from './site.ts';

export const PAGES = 14;
export const LYING = { viewport: { width: 740, height: 360 }, hasTouch: true };
export const DESK = { viewport: { width: 1280, height: 800 } };

type Now = { seen: Seen; place: Place };
export const nowOf = (page: Page): Promise<Now | undefined> =>
  page.evaluate(() => {
    const stage = document.querySelector<HTMLElement>('[data-stage]')?.stage;
    return stage && { seen: stage.seen, place: stage.place };
  });
export const reaches = (page: Page, item: number, last = item) =>
  eventually(`the stage shows ${item}–${last}`, async () => {
    const now = await nowOf(page);
    return now?.seen.item === item && now.seen.last === last;
  });
/** What covers the middle of each half of the screen, as the browser has laid it out. */
export const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const stage = document.querySelector<HTMLElement>('[data-stage]');
    const box = stage?.getBoundingClientRect();
    if (!stage || !box) return '';
    const inside = [...stage.children].filter((each) => {
      const { left, right, top, bottom, width } = each.getBoundingClientRect();
      const isThere = width > 0 && left < box.right - 2 && right > box.left + 2;
      return isThere && top < box.bottom - 2 && bottom > box.top + 2;
    });
    return inside
      .map((each) =>
        each.matches('[data-item]') ? each.id.slice(1) : each.matches('[data-end]') ? 'end' : 'ad',
      )
      .join('-');
  });
export const shows = (page: Page, what: string) =>
  eventually(`the screen shows ${what}`, async () => (await shownOn(page)) === what);

/** The same pages left to right and as manga, which both open page by page. */
export async function startReading() {
  const site = await startSite();
  const creator = await site.signUp('Mirko Haas');
  const ltr = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  const rtl = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  await site.deps.db.update(stories).set({ format: 'page_rtl' }).where(eq(stories.id, rtl.story.id));
  const open = async (size: object, path: string, direction?: Direction) => {
    const tab = await site.open(size);
    await tab.goto(path);
    const { page } = tab;
    await page.locator('[data-staged]').waitFor();
    if (direction)
      await page.evaluate((way) => {
        document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: way });
      }, direction);
    return tab;
  };
  return { site, creator, ltr, rtl, open };
}
