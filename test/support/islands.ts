import type { Page } from 'playwright';
import { eventually } from './eventually.ts';

/** Hovers over an island until it wakes. Forms that work without script wake only then. */
export async function wakeIsland(page: Page, name: string): Promise<void> {
  const island = page.locator(`tsuzuki-island[name=${name}]`);
  const awake = page.locator(`tsuzuki-island[name=${name}][awake]`);
  await eventually(`${name} awake`, async () => {
    // Moves the pointer away first: one that already rests on the island triggers no event.
    await page.mouse.move(0, 0);
    await island.locator('> *').first().hover();
    return awake.waitFor({ state: 'attached', timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Waits for a toast with this text. A toast is a status, not a dialog. */
export const toastSays = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();

export const alertsOf = (faults: readonly string[]): string[] =>
  faults.filter((fault) => fault.startsWith('dialog: ')).map((fault) => fault.slice('dialog: '.length));
