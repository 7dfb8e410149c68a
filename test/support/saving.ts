import type { Page } from 'playwright';
import { openPanel, panel } from './panels.ts';

export const saveTool = (page: Page) => panel(page, 'episodes').locator('[data-save]');

export async function saveHere(page: Page): Promise<void> {
  await openPanel(page, 'episodes');
  await saveTool(page).getByRole('button').click();
  await saveTool(page).getByText('Kept until').waitFor();
}
