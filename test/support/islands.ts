/** Islands as a test needs them. */
import type { Page } from 'playwright';
import { eventually } from './eventually.ts';

/** Reaches for an island until it answers; forms that work by themselves wake no earlier. */
export async function wakeIsland(page: Page, name: string): Promise<void> {
  const island = page.locator(`tsuzuki-island[name=${name}]`);
  const awake = page.locator(`tsuzuki-island[name=${name}][awake]`);
  await eventually(`${name} awake`, async () => {
    // A pointer that rests there since the page before, or since before the script came, enters nothing anew.
    await page.mouse.move(0, 0);
    await island.locator('> *').first().hover();
    return awake.waitFor({ state: 'attached', timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Waits for what a toast says, which is a status and no dialog. */
export const toastSays = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** What `alert` has said, and nothing else that went wrong. */
export const alertsOf = (faults: readonly string[]): string[] =>
  faults.filter((fault) => fault.startsWith('dialog: ')).map((fault) => fault.slice('dialog: '.length));
