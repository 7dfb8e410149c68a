import type { Page } from 'playwright';
import type { Screen } from './screens.ts';

const COLLECTIONS = '/library?shelf=collections';
const STORY = '/stories/ash-street';

export const shelfScreens: readonly Screen[] = [
  { name: 'library', path: '/library', as: 'reader' },
  { name: 'library-plain', path: '/library', as: 'reader', plain: true },
  { name: 'library-none', path: '/library', as: 'newcomer' },
  { name: 'library-reading', path: '/library?shelf=reading', as: 'reader' },
  { name: 'library-away', path: '/library?shelf=reading', as: 'reader', prepare: putAway },
  { name: 'library-finished', path: '/library?shelf=finished', as: 'reader' },
  { name: 'library-subscriptions', path: '/library?shelf=subscriptions', as: 'reader', prepare: openNews },
  {
    name: 'library-sorting',
    path: '/library?shelf=subscriptions',
    as: 'reader',
    whole: false,
    prepare: openSorting,
  },
  { name: 'library-collections', path: COLLECTIONS, as: 'reader' },
  { name: 'library-nothing-followed', path: '/library?shelf=subscriptions', as: 'newcomer' },
  { name: 'collection-own', path: COLLECTIONS, as: 'reader', prepare: openOwn },
  { name: 'collection-edit', path: COLLECTIONS, as: 'reader', prepare: openEditor },
  { name: 'collection-edit-plain', path: COLLECTIONS, as: 'reader', plain: true, prepare: openEditor },
  { name: 'collection-followed', path: COLLECTIONS, as: 'reader', prepare: openFollowed },
  { name: 'collection-shared', path: '/profile/demo-reader', prepare: openShared },
  { name: 'collection-plain', path: COLLECTIONS, as: 'reader', plain: true, prepare: openFollowed },
  { name: 'notifications', path: '/notifications', as: 'reader' },
  { name: 'notifications-creator', path: '/notifications', as: 'creator' },
  { name: 'notifications-none', path: '/notifications', as: 'newcomer' },
  { name: 'notifications-plain', path: '/notifications', as: 'reader', plain: true },
  { name: 'story-rating', path: STORY, as: 'reader', whole: false, prepare: showRating },
  { name: 'story-notify', path: STORY, as: 'reader', whole: false, prepare: openNotify },
  { name: 'story-rating-plain', path: STORY, plain: true, whole: false, prepare: showRating },
];

const rows = (page: Page) => page.locator('main li', { has: page.locator('a[href*="/collections/"]') });

async function openOwn(page: Page): Promise<void> {
  await rows(page).first().locator('a').first().click();
  await page.waitForURL(/collections\//);
}

async function openEditor(page: Page): Promise<void> {
  await openOwn(page);
  await page.locator('a[href*="edit=1"]').click();
  await page.waitForURL(/edit=1/);
}

async function openFollowed(page: Page): Promise<void> {
  await rows(page)
    .filter({ hasText: /you follow it|du folgst ihr/ })
    .first()
    .locator('a')
    .first()
    .click();
  await page.waitForURL(/collections\//);
}

async function openShared(page: Page): Promise<void> {
  await page.locator('main a[href*="/collections/"]').first().click();
  await page.waitForURL(/collections\//);
}

/** Restores the row for the next picture. */
async function putAway(page: Page): Promise<void> {
  const [row] = await page.locator('main form[action*="/library/reading/"]').all();
  const address = (await row?.getAttribute('action')) ?? '';
  await row?.locator('button').click();
  await page.waitForURL(/away=/);
  await page.request.put(new URL(address, page.url()).href.replace(/\?.*/, ''), {
    headers: { origin: new URL(page.url()).origin },
  });
}

async function openNews(page: Page): Promise<void> {
  await page.locator('main ul details > summary').first().click();
}

async function openSorting(page: Page): Promise<void> {
  await page.locator('main details[data-menu] > summary').click();
}

async function showRating(page: Page): Promise<void> {
  await page.locator('main form[action*="/rating"]').first().scrollIntoViewIfNeeded();
}

async function openNotify(page: Page): Promise<void> {
  const button = page.locator('button[aria-haspopup=dialog]:visible', { hasText: /Subscribed|Abonniert/ });
  await button.first().click();
  await page.locator('dialog[open]').waitFor();
}
