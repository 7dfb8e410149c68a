import type { FileChooser, Page } from 'playwright';

export async function chooserAfter(page: Page, deed: () => Promise<void>): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser');
  // The action could overtake the listener's registration. Evaluating in the page waits for that.
  await page.evaluate(() => document.hasFocus());
  await deed();
  return await opened;
}
