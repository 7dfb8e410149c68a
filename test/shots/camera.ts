/** Opens a screen as a given person at a given width, and photographs it in both themes. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Locale } from '../../server/lib/locale.ts';
import type { Screen } from './screens.ts';
import type { World } from './world.ts';

export const WIDTHS = [360, 768, 1280] as const;
const HEIGHTS: Record<number, number> = { 320: 640, 360: 740, 768: 1024, 1280: 800 };
const NARROWEST = 320;
const TALLEST = 12_000;
const PATIENCE_MS = 15_000;

export type Shot = { screen: Screen; locale: Locale; folder: string; tell(warning: string): void };

export async function takeScreen(browser: Browser, world: World, shot: Shot): Promise<number> {
  const { screen, locale, folder, tell } = shot;
  const path = typeof screen.path === 'string' ? screen.path : screen.path(world);
  if (path === null || (screen.broken && world.breakDatabase === null)) {
    tell('this server has nothing to show');
    return 0;
  }
  const address = world.origin + (locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`);
  let taken = 0;
  for (const width of [...WIDTHS, NARROWEST]) {
    const context = await openContext(browser, world, { screen, locale, width });
    const mend = screen.broken ? await world.breakDatabase?.() : undefined;
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('pageerror', (error) => tell(`at ${width} px: ${error.message}`));
      await page.goto(address, { waitUntil: 'load' });
      await screen.prepare?.(page, world);
      await settle(page, screen.whole ?? true);
      if (screen.whole ?? true) await unfold(page, width);
      if (width === NARROWEST) await tellOverflow(page, tell);
      else {
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme });
          const name = `${screen.name}-${width}-${theme}-${locale}.png`;
          await page.screenshot({ path: join(folder, name) });
          taken += 1;
        }
      }
    } catch (error) {
      const [first = '', ...rest] = (error as Error).message.split('\n');
      tell(`at ${width} px: ${first} ${rest.find((line) => line.includes('waiting for')) ?? ''}`);
    } finally {
      await mend?.();
      await context.close();
    }
  }
  return taken;
}

async function openContext(
  browser: Browser,
  world: World,
  { screen, locale, width }: { screen: Screen; locale: Locale; width: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] ?? 800 },
    locale,
    javaScriptEnabled: !screen.plain,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    hasTouch: width < 1000,
  });
  if (screen.as !== undefined) {
    const cookie = { url: world.origin, sameSite: 'Lax' as const };
    await context.addCookies([
      { ...cookie, name: 'auth_token', value: world.tokens[screen.as], httpOnly: true },
      { ...cookie, name: 'signed_in', value: '1' },
    ]);
  }
  return context;
}

/** Forces lazy pictures to load: in a photograph of the whole page they never come near. */
async function settle(page: Page, isWhole: boolean): Promise<void> {
  await page.evaluate(async (all) => {
    const isNear = (image: HTMLImageElement) => {
      const { top, bottom } = image.getBoundingClientRect();
      return all || (bottom > 0 && top < innerHeight);
    };
    const images = [...document.images].filter((image) => image.checkVisibility() && isNear(image));
    for (const image of images) image.loading = 'eager';
    const late = new Promise((resolve) => setTimeout(resolve, 5000));
    await Promise.race([late, Promise.all(images.map((image) => image.decode().catch(() => undefined)))]);
    await document.fonts.load('750 1em Piazzolla');
    await document.fonts.ready;
  }, isWhole);
  await page.waitForTimeout(200);
}

/** Makes the window as tall as the page, so that sticky elements are in their place. */
async function unfold(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, TALLEST) });
  await settle(page, true);
}

/** Reports horizontal scrolling on a small phone, and its cause (WCAG 1.4.10). */
async function tellOverflow(page: Page, tell: (warning: string) => void): Promise<void> {
  const found = await page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return null;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    const names = wide.slice(0, 3).map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
    return `${document.documentElement.scrollWidth} px wide: ${names.join(', ')}`;
  }, NARROWEST);
  if (found !== null) tell(`scrolls sideways at ${NARROWEST} px, ${found}`);
}
