import type { FileChooser, Page } from 'playwright';

/** The browser's file chooser that a deed opens. */
export async function chooserAfter(page: Page, deed: () => Promise<void>): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser');
  // A key or click can overtake the word that choosers are watched for; an answer from the page comes after it.
  await page.evaluate(() => document.hasFocus());
  await deed();
  return await opened;
}
