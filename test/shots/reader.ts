import type { Page } from 'playwright';
import type { Direction } from '../../islands/reading/stage/types.ts';
import type { Screen } from './screens.ts';
import { islandsAwake } from './screens-pages.ts';
import { noteScreens } from './short-notes.ts';

const PAGED = '/stories/ash-street/2';
const MANGA = '/stories/two-umbrellas/1';
const STRIP = '/stories/bruno-is-awake/1';

export const readerScreens: readonly Screen[] = [
  { name: 'reader-top', path: '/stories/ash-street/1', whole: false },
  { name: 'reader-middle', path: PAGED, whole: false, prepare: showBars },
  ...(['episodes', 'reading', 'share', 'report', 'help'] as const).map((tool) => ({
    name: `reader-${tool}`,
    path: PAGED,
    whole: false,
    prepare: (page: Page) => openTool(page, tool),
  })),
  ...(['ltr_down', 'rtl_along'] as const).map((direction) => ({
    name: `reader-reading-${direction}`,
    path: direction === 'ltr_down' ? PAGED : MANGA,
    whole: false,
    prepare: (page: Page) => chooseWay(page, direction),
  })),
  { name: 'reader-lost', path: PAGED, whole: false, prepare: losePage },
  ...noteScreens,
  { name: 'reader-strip', path: STRIP, whole: false, prepare: readOn },
  { name: 'reader-ad', path: PAGED, whole: false, prepare: showAd },
  { name: 'reader-end', path: '/stories/ash-street/1', whole: false, prepare: readToTheEnd },
  { name: 'reader-last', path: '/stories/ash-street/5', as: 'reader', whole: false, prepare: readToTheEnd },
  { name: 'reader-more', path: '/stories/ash-street/5', as: 'reader', whole: false, prepare: readToMore },
  { name: 'reader-onward', path: STRIP, whole: false, prepare: readToTheEnd },
  { name: 'locked', path: '/stories/two-umbrellas/4' },
  { name: 'locked-signed-in', path: '/stories/two-umbrellas/4', as: 'reader', whole: false },
  ...(['short', 'owing'] as const).map((name) => ({
    ...{ name: `locked-${name}`, path: '/stories/two-umbrellas/4', as: 'reader' as const, whole: false },
    prepare: (page: Page) =>
      holding(page, name === 'short' ? { balance: 12, debt: 0 } : { balance: 0, debt: 70 }),
  })),
  { name: 'wallet', path: '/wallet', as: 'reader' },
  { name: 'attention', path: '/attention', as: 'reader' },
  { name: 'attention-before', path: '/attention?month=2026-10', as: 'reader' },
  { name: 'offline', path: '/offline', as: 'reader' },
];

async function scrollToShare(page: Page, share: number): Promise<void> {
  await islandsAwake(page);
  // In two steps: scrolling hides the bars.
  for (const part of [share / 2, share]) {
    await page.evaluate(
      (to) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * to),
      part,
    );
    await page.waitForTimeout(150);
  }
}

export function readOn(page: Page): Promise<void> {
  return scrollToShare(page, 0.4);
}

/** Prefers an ad about a story. Opens its explanation. */
async function showAd(page: Page): Promise<void> {
  await islandsAwake(page);
  const slots = page.locator('[data-slot]');
  const about = page.locator('[data-slot]:has(> [data-box] > [href*="/stories/the-"])');
  const slot = (await about.count()) > 0 ? about.first() : slots.first();
  await slot.locator('summary').click();
  await slot.evaluate((each) => each.scrollIntoView({ block: 'start' }));
  await page.waitForTimeout(500);
}

/** In paged mode, the stage scrolls instead of the document. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.locator('[data-staged]').waitFor();
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.toEnd());
  await page.waitForTimeout(1000);
}

async function readToMore(page: Page): Promise<void> {
  await readToTheEnd(page);
  const more = page.locator('#end [data-more]');
  await more.waitFor();
  await more.evaluate((each) => each.scrollIntoView({ block: 'end' }));
  await page.waitForTimeout(500);
}

async function showBars(page: Page): Promise<void> {
  await scrollToShare(page, 0.5);
  const { width, height } = page.viewportSize() ?? { width: 360, height: 640 };
  if (await page.locator('#bars').isChecked()) await page.mouse.click(width / 2, height / 2);
}

async function chooseWay(page: Page, direction: Direction): Promise<void> {
  await page.locator('[data-staged]').waitFor();
  await page.evaluate((way) => {
    document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: way });
  }, direction);
  await openTool(page, 'reading');
}

async function losePage(page: Page): Promise<void> {
  await page.context().route(/\/media\//, (route) => route.abort('connectionreset'));
  await page.reload();
  await page.locator('#p1 [data-gap]').waitFor();
}

/** Fakes the wallet for the owner's return from the app. */
async function holding(page: Page, wallet: { balance: number; debt: number }): Promise<void> {
  await page.locator('dialog:modal').waitFor();
  await page.route('**/api/wallet', (route) => route.fulfill({ json: wallet }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.locator('dialog:modal form').waitFor({ state: 'detached' });
}

/** Help has a tool only with a pointer. Its key works everywhere. */
async function openTool(page: Page, tool: string): Promise<void> {
  await page.locator('[data-staged]').waitFor();
  if (tool === 'help') await page.keyboard.press('?');
  else await page.locator(`[data-tool=${tool}]:visible`).first().click();
  await page.locator(':is(dialog, details[data-panel])[open] h2:visible').first().waitFor();
}
