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
  { name: 'comments-panel', path: '/stories/ash-street/1', as: 'reader', whole: false, prepare: openPanel },
  { name: 'comments-states', path: '/stories/ash-street/1', as: 'reader', whole: false, prepare: openStates },
  { name: 'comments-address', path: THREAD, as: 'reader', prepare: followAddress },
  { name: 'comments-named', path: THREAD, as: 'reader', whole: false, prepare: typeName },
  { name: 'comments-unsent', path: THREAD, as: 'reader', whole: false, prepare: loseTheLine },
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

async function openPanel(page: Page): Promise<void> {
  await page.locator('[data-staged]').waitFor();
  await page.locator('[data-tool=comments]:visible').first().click();
  await page.locator('[data-panel=comments] article').first().waitFor();
}

type Listed = { comments: Record<string, unknown>[] };

/** Fakes all states: a deleted comment with replies, a hidden one, a waiting one, a closed thread. */
async function openStates(page: Page): Promise<void> {
  await page.route(/\/api\/comments\?/, async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as Listed;
    const [first = {}, second = {}, third = {}, ...others] = list.comments;
    const comments = [
      { ...second, id: first.id, gone: true, author: null, body: '', parts: [] },
      { ...second, hidden: true, own: true, edited_at: second.created_at },
      { ...third, held: true, own: true },
      ...others,
    ];
    await route.fulfill({ response: answer, json: { ...list, comments, closed: true, locked: true } });
  });
  await openPanel(page);
}

async function followAddress(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('article', { hasText: 'Thirty-one' }).locator('a:has(time)').first().click();
  await page.waitForURL(/\/comments\/[0-9a-f-]{36}/);
  await islandsAwake(page);
}

async function typeName(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('textarea[name=body]').first().pressSequentially('Counted by @');
  await page.getByRole('listbox').waitFor();
}

async function loseTheLine(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.route('**/api/comments', (route) => route.abort());
  await page
    .locator('textarea[name=body]')
    .first()
    .fill('I counted. Thirty-one to the landing, one more behind the door.');
  await page
    .locator('form', { has: page.locator('textarea[name=body]') })
    .first()
    .locator('button[type=submit]')
    .last()
    .click();
  await page
    .locator('[role=status]', { has: page.locator('button') })
    .first()
    .waitFor();
}
