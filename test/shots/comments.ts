/** Where readers speak, and where a team keeps order. */
import type { Page } from 'playwright';
import type { Screen } from './screens.ts';
import { islandsAwake } from './screens-pages.ts';

const THREAD = '/stories/ash-street/1/comments';

export const commentScreens: readonly Screen[] = [
  { name: 'comments', path: THREAD },
  { name: 'comments-signed-in', path: THREAD, as: 'reader' },
  { name: 'comments-menu', path: THREAD, as: 'reader', whole: false, prepare: openMenu },
  { name: 'comments-reply', path: THREAD, as: 'reader', whole: false, prepare: openReply },
  { name: 'comments-team', path: THREAD, as: 'creator', whole: false, prepare: openMenu },
  { name: 'comments-unconfirmed', path: THREAD, as: 'newcomer', whole: false },
  { name: 'comments-plain', path: THREAD, as: 'reader', plain: true },
  { name: 'comments-empty', path: '/stories/bruno-is-awake/2/comments', as: 'reader' },
  { name: 'comments-console', path: '/creator/comments', as: 'creator' },
  { name: 'comments-of-story', path: '/stories/ash-street/comments', as: 'reader' },
];

async function openMenu(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('article summary[aria-haspopup], article [class*=more] summary').first().click();
}

async function openReply(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('article details[name=comment-reply] > summary').first().click();
}
