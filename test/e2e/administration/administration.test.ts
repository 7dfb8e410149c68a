import t from 'tap';
import type { Deps } from '#server/deps.ts';
import type { JobQueue } from '#server/ports.ts';
import { jobQueue } from '../../../server/domains/administration/jobs/job-queue.ts';
import { inspectPages, violations } from '../../support/axe.ts';
import { publishStory } from '../../support/console.ts';
import { fillBoard, openQueueOf } from '../../support/full-board.ts';
import { choose, click, expect, fill } from '../../support/hand.ts';
import { failMany } from '../../support/queue-house.ts';
import { phone, startSite, wide } from '../../support/site.ts';

const opened: JobQueue[] = [];
const site = await startSite({
  async prepare(deps: Deps) {
    const queue = await openQueueOf(deps);
    jobQueue.provide(deps, queue);
    opened.push(queue);
  },
});
const [queue] = opened as [JobQueue];
const owner = await site.signUp('Teo Sandoval');
const mei = await site.signUp('Mei Tan');
await site.makeAdministrator(mei);
const { story, episode } = await publishStory(site, owner, { title: 'Down Here' });
const FACTS = 'Pages 9 to 12 show open wounds in close-up.';
const isRead = async () => (await site.call(`GET /episodes/${episode.id}`)).statusCode === 200;
/** Some notices are dialogs. */
const wrong = (faults: readonly string[]) => faults.filter((fault) => !fault.startsWith('dialog: '));
const admin = await site.open({ as: mei, ...wide });
const { page } = admin;

await t.test(
  'REP-07, EPI-38, EPI-40 an episode is blocked, and its creator reads why and objects',
  async (t) => {
    await admin.goto(`/admin/episodes/${episode.id}`);
    await fill(page.getByLabel('What is wrong, and where'), FACTS);
    await click(page.getByRole('button', { name: 'Show the letter' }));
    await expect(page.getByText('Episode 1 of “Down Here” is blocked')).toBeVisible();
    await expect(page.getByLabel('What is wrong, and where')).toHaveValue(FACTS);
    t.ok(await isRead(), 'looking at the letter blocks nothing');
    await click(page.getByRole('button', { name: 'Block this episode' }));
    await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();
    t.notOk(await isRead());

    const creator = await site.open({ as: owner, ...phone });
    await creator.goto(`/creator/stories/${story.id}/episodes/${episode.id}`);
    await click(creator.page.getByRole('link', { name: 'Read why, and appeal' }));
    await expect(creator.page.getByText(FACTS)).toBeVisible();
    t.same(await violations(creator.page), []);
    await fill(
      creator.page.getByLabel('Why we should decide otherwise'),
      'The wound is paint, as page 13 tells.',
    );
    await click(creator.page.getByRole('button', { name: 'Send appeal' }));
    await expect(creator.page.getByRole('heading', { name: 'Your appeal' })).toBeVisible();
    t.same(wrong(creator.faults), []);
    await creator.context.close();

    await admin.goto('/admin/episodes');
    await expect(page.getByText('The wound is paint')).toBeVisible();
    t.same(await violations(page), []);
    await choose(page.getByLabel('Grant: unblock'));
    await fill(page.getByLabel('Reason, shown to the owner'), 'It is paint.');
    await click(page.getByRole('button', { name: 'Decide' }));
    await expect(page.getByText('The wound is paint')).toHaveCount(0);
    await expect.poll(isRead, 'readers have it again').toBe(true);
    await admin.goto('/admin/log');
    await expect(page.getByText('Granted an appeal').last()).toBeVisible();
    t.same(await violations(page), []);
    t.same(wrong(admin.faults), []);
  },
);

await t.test('ROL-11 an account is found and locked with a reason', async (t) => {
  const guest = await site.signUp('Guest Fox');
  await admin.goto('/admin/users?q=fox');
  t.same(await violations(page), []);
  await click(page.getByRole('link', { name: 'Guest Fox' }));
  const lock = page.locator('#change-lock');
  await fill(lock.getByLabel('Reason'), '60 mentions in 10 minutes');
  t.same(await violations(page), []);
  await click(lock.getByRole('button', { name: 'Lock account' }));
  await expect(page.getByRole('button', { name: 'Unlock account' })).toBeVisible();
  t.equal((await site.call('GET /user/account', { as: guest })).statusCode, 423);
  t.same(wrong(admin.faults), []);
});

await t.test('a failed job is retried, all alike are dropped, a queue is paused', async (t) => {
  await fillBoard(site, queue);
  await failMany(site, 3, { error: 'Error: the file ends after 600 bytes', from: 600 });
  const job = (number: number) => page.getByRole('link', { name: `pictures:${number}`, exact: true });
  await admin.goto('/admin/queues');
  await click(job(600));
  await expect(page.getByRole('heading', { name: 'pictures:600' })).toBeVisible();
  await click(page.getByRole('button', { name: 'Retry pictures:600' }));
  await expect(page.getByRole('heading', { name: 'Queues', exact: true })).toBeVisible();
  await expect(job(601)).toHaveCount(1);
  await expect(job(600), 'it is queued again').toHaveCount(0);

  const row = page.getByRole('row').filter({ hasText: 'after 600 bytes' });
  const drop = row.getByRole('button', { name: 'Drop all 2' });
  await expect(row.first()).toBeVisible();
  await expect(drop, 'it asks first').toBeHidden();
  await click(row.locator('summary', { hasText: 'Drop all 2' }));
  await click(drop);
  await expect(job(601)).toHaveCount(0);
  await expect(job(602)).toHaveCount(0);
  await expect(job(81_442), 'others stay').toHaveCount(1);

  const images = page.getByRole('region', { name: 'images', exact: true });
  const pause = images.getByRole('button', { name: 'Pause images' });
  await expect(pause, 'it asks first').toBeHidden();
  await click(images.locator('summary'));
  await click(pause);
  await expect(page.getByText('images is paused.')).toBeVisible();
  t.equal((await queue.survey()).images.isPaused, true);
  await click(images.getByRole('button', { name: 'Resume images' }));
  await expect(images.locator('summary')).toBeVisible();
  t.equal((await queue.survey()).images.isPaused, false);
  t.same(wrong(admin.faults), []);
});

await t.test(
  'the board and a job suit everybody, and fit the smallest screen with everything open',
  async (t) => {
    const paths = ['/admin/queues', '/admin/queues/ob-81442'];
    await inspectPages(t, admin, paths);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of [...paths, ...paths.map((path) => `/de${path}`)]) {
      await admin.goto(path);
      const overflow = () =>
        page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        });
      await expect.poll(overflow, `${path} fits 320 px`).toBe(0);
    }
    await page.setViewportSize(wide.viewport);
    t.same(wrong(admin.faults), []);
  },
);

await t.test('a delayed job is run now from its page', async (t) => {
  await admin.goto('/admin/queues');
  await click(page.getByRole('region', { name: 'quick', exact: true }).getByRole('link', { name: /^next / }));
  await expect(page.getByText('Delayed until')).toBeVisible();
  await click(page.getByRole('button', { name: 'Run now' }));
  await expect(page.getByRole('heading', { name: 'Queues', exact: true })).toBeVisible();
  await expect.poll(async () => (await queue.survey()).quick.delayed).toBe(0);
  t.same(wrong(admin.faults), []);
});

await queue.close();
await site.close();
