import type { Page } from 'playwright';
import type { Screen } from './screens.ts';

export const leavingScreens: readonly Screen[] = [
  { name: 'settings-leaving', path: '/settings', as: 'creator', prepare: openLast },
  { name: 'settings-leaving-open', path: '/settings', as: 'colleague', prepare: openLast },
  { name: 'settings-leaving-coins', path: '/settings', as: 'reader', prepare: openLast },
  { name: 'settings-leaving-wrong', path: '/settings', as: 'creator', prepare: leaveWrongly },
  { name: 'settings-providers', path: '/connected_apps', as: 'provided' },
  { name: 'settings-connect', path: '/settings', as: 'provided', prepare: askConnect },
];

async function openLast(page: Page): Promise<void> {
  await page.locator('#delete details > summary').click();
}

async function leaveWrongly(page: Page): Promise<void> {
  await openLast(page);
  await page.locator('#delete [name=password]').fill('not the right one');
  await page.locator('#delete [type=submit]').click();
  await page.locator('main [aria-invalid=true], main [role=alert], main .refused').first().waitFor();
}

/** Leads to the fresh sign-in first. */
async function askConnect(page: Page): Promise<void> {
  await page.locator('#apps a[href*="/api/auth/twitter"]').click();
  await page.waitForURL(/fresh_sign_in/);
}
