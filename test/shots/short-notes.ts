import type { Page } from 'playwright';
import type { Screen } from './screens.ts';

const PAGED = '/stories/ash-street/1';
const NOVEL = '/stories/the-year-the-sea-froze/1';

export const noteScreens: readonly Screen[] = [
  { name: 'notes-pages', path: `${PAGED}#p2`, whole: false, prepare: showNotes },
  { name: 'notes-strip', path: '/stories/bruno-is-awake/1', whole: false, prepare: showNotes },
  { name: 'notes-panel', path: `${PAGED}#p2`, as: 'reader', whole: false, prepare: openNotes },
  { name: 'notes-writing', path: `${PAGED}#p2`, as: 'reader', whole: false, prepare: writeNote },
  { name: 'notes-plain', path: `${PAGED}/notes`, as: 'reader', plain: true },
  { name: 'notes-novel', path: NOVEL, whole: false, prepare: waitForMargin },
  { name: 'notes-novel-panel', path: NOVEL, as: 'reader', whole: false, prepare: openNotes },
];

async function showNotes(page: Page): Promise<void> {
  await page.locator('[data-staged]').waitFor();
  await page.locator('[data-notes-layer] :is([data-note], [data-notes-many])').first().waitFor();
}

async function openNotes(page: Page): Promise<void> {
  await page.locator('[data-staged], [data-prose]').first().waitFor();
  const tool = page.locator('[data-tool=notes]:visible').first();
  // On phones, a novel's contents panel contains the tool. Its key works everywhere.
  if ((await tool.count()) > 0) await tool.click();
  else await page.keyboard.press('n');
  await page.locator('[data-panel=notes][open] [data-note-form] input').waitFor();
  await page.waitForTimeout(800);
}

async function writeNote(page: Page): Promise<void> {
  await openNotes(page);
  await page.locator('[data-note-form] input').fill('count the stairs in panel 4');
  await page.locator('[data-note-draft]').waitFor();
}

async function waitForMargin(page: Page): Promise<void> {
  await page.locator('[data-staged], [data-prose]').first().waitFor();
  await page.waitForTimeout(2500);
}
