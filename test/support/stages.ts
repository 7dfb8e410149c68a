import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { stories } from '../../db/schema/index.ts';
import type { Direction, Place, Seen } from '../../islands/reading/stage/types.ts';
import { eventually } from './eventually.ts';
import { ready } from './hand.ts';
import { publishSerial } from './serial.ts';
import { startSite } from './site.ts';

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
export const isAt = (page: Page, item: number) =>
  eventually(`page ${item} is the place`, async () => (await nowOf(page))?.place.item === item);

export async function goTo(page: Page, place: number | Place): Promise<void> {
  await ready(page);
  await page.evaluate((to) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to), place);
}
export async function toEnd(page: Page): Promise<void> {
  await ready(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.toEnd());
}
export async function setWay(page: Page, direction: Direction): Promise<void> {
  await ready(page);
  await page.evaluate((way) => {
    document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: way });
  }, direction);
}
export async function clickAt(page: Page, across: number, down = 0.5): Promise<void> {
  await ready(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.click(width * across, height * down);
}

/** Visible surfaces by the browser's layout: page numbers, `ad` and `end`. */
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
export async function shows(page: Page, what: string): Promise<void> {
  let shown = '';
  await eventually(`the screen shows ${what}`, async () => {
    shown = await shownOn(page);
    return shown === what;
  }).catch((error: Error) => {
    throw new Error(`${error.message}; it shows ${shown}`);
  });
}

/** The same pages left to right and as manga. Both open in paged mode. */
export async function startReading({ pages }: { pages: number }) {
  const site = await startSite();
  const creator = await site.signUp('Mirko Haas');
  const ltr = await publishSerial(site, creator, { pages, isPaged: true });
  const rtl = await publishSerial(site, creator, { pages, isPaged: true });
  await site.deps.db.update(stories).set({ format: 'page_rtl' }).where(eq(stories.id, rtl.story.id));
  return { site, creator, ltr, rtl };
}
