/** An administrator sees how the queues stand, and does something about it: with scripts and without. */
import type { Page } from 'playwright';
import t from 'tap';
import type { Deps } from '#server/deps.ts';
import type { JobQueue } from '#server/queue/queue.ts';
import { inspectPages } from '../support/axe.ts';
import { fillBoard, openQueueOf } from '../support/full-board.ts';
import { ready } from '../support/hand.ts';
import { failMany } from '../support/queue-house.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';

const opened: JobQueue[] = [];
const site = await startSite({
  async prepare(deps: Deps) {
    deps.queue = await openQueueOf(deps);
    opened.push(deps.queue);
  },
});
const [queue] = opened as [JobQueue];
t.teardown(async () => {
  await queue.close();
  await site.close();
});
const mei = await site.signUp('Mei Tan');
await site.makeAdministrator(mei);
await fillBoard(site, queue);

const PATHS = ['/admin/queues', '/de/admin/queues', '/admin/queues/ob-81442', '/de/admin/queues/ob-81442'];
const faultsOf = ({ faults }: Tab) => faults.filter((fault) => !fault.startsWith('dialog: '));
const board = (page: Page) => page.getByRole('heading', { name: 'Queues', exact: true }).waitFor();
const summary = (page: Page, text: string) => page.locator('summary', { hasText: text });

for (const [way, javaScriptEnabled, screen, first] of [
  ['without a script', false, phone, 500],
  ['with scripts', true, wide, 600],
] as const) {
  t.test(`a failed job is retried, all alike are dropped, a queue is paused, ${way}`, async (t) => {
    await failMany(site, 3, { error: `Error: the file ends after ${first} bytes`, from: first });
    const tab = await site.open({ as: mei, ...screen, javaScriptEnabled });
    const { page } = tab;
    const job = (number: number) => page.getByRole('link', { name: `pictures:${number}`, exact: true });
    t.equal(await tab.goto('/admin'), 200);
    await page.getByRole('link', { name: 'Queues', exact: true }).first().click();
    await board(page);
    await page.getByText('images is behind: the oldest job waits').waitFor();

    await job(first).click();
    await page.getByRole('heading', { name: `pictures:${first}` }).waitFor();
    t.equal(await page.getByText('2 more like it').count(), 1);
    await page.getByRole('button', { name: `Retry pictures:${first}` }).click();
    await board(page);
    await ready(page);
    t.equal(await job(first).count(), 0, 'it is queued again');
    t.equal(await job(first + 1).count(), 1);

    const row = page.getByRole('row').filter({ hasText: `after ${first} bytes` });
    const drop = row.getByRole('button', { name: 'Drop all 2' });
    t.equal(await drop.isVisible(), false, 'it asks first');
    await row.locator('summary', { hasText: 'Drop all 2' }).click();
    await drop.click();
    await job(first + 1).waitFor({ state: 'detached' });
    await ready(page);
    t.equal(await job(first + 2).count(), 0);
    t.equal(await job(81_442).count(), 1, 'others stay');

    const images = page.getByRole('region', { name: 'images', exact: true });
    const pause = images.getByRole('button', { name: 'Pause images' });
    t.equal(await pause.isVisible(), false, 'it asks first');
    await images.locator('summary').click();
    await pause.click();
    await page.getByText('images is paused.').waitFor();
    await ready(page);
    t.equal((await queue.survey()).images.isPaused, true);
    await images.getByRole('button', { name: 'Let it go on images' }).click();
    await summary(page, 'Pause …').nth(1).waitFor();
    await ready(page);
    t.equal((await queue.survey()).images.isPaused, false);
    t.same(faultsOf(tab), []);
    await tab.context.close();
  });
}

t.test('the board and a job suit everybody, and fit the smallest screen with everything open', async (t) => {
  const tab = await site.open({ as: mei, ...phone });
  await inspectPages(t, tab, PATHS);
  await tab.page.setViewportSize({ width: 320, height: 640 });
  for (const path of PATHS) {
    await tab.goto(path);
    const overflow = await tab.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    t.equal(overflow, 0, `${path} fits 320 px`);
  }
  t.same(faultsOf(tab), []);
  await tab.context.close();
});

t.test('bull-board works under its policy, and shows the jobs of a queue', async (t) => {
  const tab = await site.open({ as: mei, ...wide });
  const { page } = tab;
  await tab.goto('/admin/queues');
  const asked = page.waitForResponse((response) => response.url().includes('/admin/queues/board/api/queues'));
  await page.getByRole('link', { name: 'Open bull-board' }).click();
  t.equal((await asked).status(), 200);
  await page.getByRole('link', { name: 'tsuzuki-quick' }).first().waitFor();
  await page.getByRole('link', { name: 'tsuzuki-images' }).first().click();
  await page.getByText('media.process').first().waitFor();
  t.match(new URL(page.url()).pathname, '/admin/queues/board/queue/tsuzuki-images');
  await page.reload();
  await page.getByText('media.process').first().waitFor();
  t.same(faultsOf(tab), []);
  await tab.context.close();
});
