import { and, eq, isNull } from 'drizzle-orm';
import type { Page } from 'playwright';
import { comments } from '../../db/schema/index.ts';
import type { House } from '../support/house.ts';
import { runSweeps } from '../support/sweeps.ts';
import type { Screen } from './screens.ts';
import { islandsAwake } from './screens-pages.ts';

export type ReportPaths = Record<'reportComment' | 'noticeReceipt', string | null>;
export const NO_REPORTS: ReportPaths = { reportComment: null, noticeReceipt: null };

const STORY = '/stories/ash-street';
const QUEUE = '/admin/reports';
const DECIDED = 'article:not(:has(form)) button';

export const reportScreens: readonly Screen[] = [
  { name: 'reports-queue', path: QUEUE, as: 'administrator' },
  { name: 'reports-chosen', path: QUEUE, as: 'administrator', whole: false, prepare: chooseSecond },
  { name: 'reports-keys', path: QUEUE, as: 'administrator', whole: false, prepare: askKeys },
  { name: 'reports-done', path: QUEUE, as: 'administrator', whole: false, prepare: decideOne },
  { name: 'reports-undone', path: QUEUE, as: 'administrator', whole: false, prepare: undoOne },
  { name: 'reports-queue-plain', path: QUEUE, as: 'administrator', plain: true },
  { name: 'reports-decided', path: `${QUEUE}?state=rejected`, as: 'administrator' },
  { name: 'reports-none', path: `${QUEUE}?language=he`, as: 'administrator' },
  { name: 'reports-own', path: '/settings/reports', as: 'reader' },
  { name: 'reports-own-none', path: '/settings/reports', as: 'newcomer' },
  { name: 'reports-form', path: ({ paths }) => paths.reportComment, as: 'reader' },
  { name: 'reports-sent', path: ({ paths }) => paths.reportComment, as: 'reader', prepare: sendReport },
  { name: 'reports-visitor', path: ({ paths }) => paths.reportComment },
  { name: 'reports-panel', path: `${STORY}/1`, as: 'reader', whole: false, prepare: openPanel },
  { name: 'reports-unlawful', path: '/report_illegal_content' },
  { name: 'reports-unlawful-wrong', path: '/report_illegal_content', plain: true, prepare: sendNothing },
  { name: 'reports-receipt', path: ({ paths }) => paths.noticeReceipt },
];

export async function makeReports(house: House): Promise<ReportPaths> {
  const { db } = house.deps;
  await runSweeps(house.deps, 'moderation.tell_outcomes');
  const [said] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.state, 'shown'), isNull(comments.parentId)))
    .limit(1);
  const body = {
    addresses: `${STORY}\n${STORY}/1`,
    ground: 'copyright',
    text: 'The figure on the cover is my drawing of 2023.',
    name: 'Noa Berg',
    email: 'noa@example.org',
    good_faith: true,
  };
  const reply = await house.call('POST /illegal_content_notices', { body });
  const { receipt } = reply.json<{ receipt: { id: string } }>();
  return {
    reportComment: `/report?subject_type=comment&subject_id=${said?.id}`,
    noticeReceipt: `/report_illegal_content/receipt?id=${receipt.id}`,
  };
}

async function chooseSecond(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
}

async function askKeys(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.keyboard.press('?');
}

/** Fakes the answers, so that each picture begins with the same queue. */
async function decideOne(page: Page): Promise<void> {
  await page.route('**/api/admin/violation*/*', (route) => {
    const decision = { id: crypto.randomUUID(), reports_count: 2, undo_until: new Date().toISOString() };
    return route.fulfill({ json: { decision, message: '' } });
  });
  await islandsAwake(page);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.locator(DECIDED).waitFor();
}

async function undoOne(page: Page): Promise<void> {
  await decideOne(page);
  await page.keyboard.press('u');
  await page.locator(DECIDED).waitFor({ state: 'detached' });
}

async function sendReport(page: Page): Promise<void> {
  await page.locator('input[value=harassment]').check();
  await page.locator('main form button[type=submit]').first().click();
  await page.locator('dl').waitFor();
}

async function openPanel(page: Page): Promise<void> {
  await page.goto(`${page.url()}?panels=1#report`);
  await islandsAwake(page);
}

async function sendNothing(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const form of document.querySelectorAll('main form')) form.setAttribute('novalidate', '');
  });
  await page.locator('main form button[type=submit]').click();
}
