import type { Page } from 'playwright';
import { click, expect, ready } from './hand.ts';
import type { Site, Tab } from './site.ts';

export const awake = (page: Page) =>
  page.waitForSelector('tsuzuki-island[name=stage][awake]', { state: 'attached' });

export const tool = (page: Page, name: string) => page.locator(`[data-tool=${name}]:visible`).first();
export const panel = (page: Page, name: string) => page.locator(`[data-panel=${name}]`);

export async function openPanel(page: Page, name: string) {
  await click(tool(page, name));
  const opened = panel(page, name);
  // Waits for the panel's own heading, since its content may have headings, too.
  await opened.locator(`#panel-${name}`).waitFor();
  return opened;
}

/** Shows the bars, which scrolling hides. */
export async function bringBars(page: Page): Promise<void> {
  await ready(page);
  await page.locator('#bars').evaluate((box: HTMLInputElement) => box.checked && box.click());
  await expect(page.locator('header[data-bar]')).toBeVisible();
}

export const rootData = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export async function openReader(
  site: Site,
  path: string,
  options: Parameters<Site['open']>[0],
): Promise<Tab> {
  const tab = await site.open(options);
  await tab.goto(path);
  await awake(tab.page);
  return tab;
}
