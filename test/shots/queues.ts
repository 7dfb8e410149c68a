import type { Page } from 'playwright';
import { jobQueue } from '../../server/domains/administration/jobs/job-queue.ts';
import { fillBoard, openQueueOf } from '../support/full-board.ts';
import type { House } from '../support/house.ts';
import type { Screen } from './screens.ts';

const JOB = '/admin/queues/ob-81442';

export const queueScreens: readonly Screen[] = [
  { name: 'queues', path: '/admin/queues', as: 'administrator' },
  { name: 'queues-asked', path: '/admin/queues', as: 'administrator', prepare: askAll },
  { name: 'queues-job', path: JOB, as: 'administrator' },
  { name: 'queues-delayed', path: '/admin/queues/ob-82101', as: 'administrator' },
  { name: 'queues-job-asked', path: JOB, as: 'administrator', prepare: askAll },
];

export async function makeQueues(house: House): Promise<void> {
  const queue = await openQueueOf(house.deps);
  jobQueue.provide(house.deps, queue);
  await fillBoard(house, queue);
  const { close } = house;
  house.close = async () => {
    await queue.close();
    await close();
  };
}

async function askAll(page: Page): Promise<void> {
  for (const summary of await page.locator('main details > summary').all()) await summary.click();
}
