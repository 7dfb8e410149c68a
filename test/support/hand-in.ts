/** A file of revenue as an administrator chooses it, on any page with the form. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { temporaryFolder } from './temporary.ts';

export async function handIn(page: Page, name: string, content: string | Buffer): Promise<void> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('button', { name: 'Check the file' }).click();
}
