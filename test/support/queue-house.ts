import { eq } from 'drizzle-orm';
import type { Test } from 'tap';
import { failedJobs } from '../../db/schema/index.ts';
import { jobQueue } from '../../server/domains/administration/jobs/job-queue.ts';
import type { JobRun } from '../../server/domains/platform/tables/history.ts';
import { newId } from '../../server/lib/ids.ts';
import { keepFailedJob } from '../../server/ops/failed-jobs.ts';
import type { JobQueue } from '../../server/ports.ts';
import { createQueue } from '../../server/queue/queue.ts';
import { type Account, startTestApp, type TestApp } from './app.ts';

const MINUTE_MS = 60_000;

export type QueueHouse = TestApp & { queue: JobQueue; mei: Account };

export async function openQueueHouse(
  t: Test,
  { redisUrl }: { redisUrl?: string | undefined } = {},
): Promise<QueueHouse> {
  const environment: Record<string, string> = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
  const opened: JobQueue[] = [];
  const house = await startTestApp({
    environment,
    async app(deps) {
      const { config, log } = deps;
      const queue = await createQueue({ config, databaseUrl: config.DATABASE_URL ?? '', log });
      jobQueue.provide(deps, queue);
      opened.push(queue);
      return {};
    },
  });
  const [queue] = opened as [JobQueue];
  t.teardown(async () => {
    await queue.close();
    await house.close();
  });
  const mei = await house.signUp('Mei');
  await house.makeAdministrator(mei);
  return { ...house, queue, mei };
}

export async function failMany(
  { deps }: Pick<TestApp, 'deps'>,
  count: number,
  { name = 'media.process', error = 'Error: not a JPEG or PNG', from = 100 } = {},
): Promise<string[]> {
  const mediaIds = Array.from({ length: count }, newId);
  for (const [place, mediaId] of mediaIds.entries())
    await keepFailedJob(deps, {
      id: `ob-${from + place}`,
      name,
      payload: name === 'media.process' ? { mediaId } : { mailId: mediaId },
      error,
      attempts: 3,
      addedAt: new Date(Date.now() - MINUTE_MS),
    });
  return mediaIds;
}

export const runOf = (more: Partial<JobRun>): JobRun => ({
  jobId: 'ob-100',
  name: 'media.process',
  payload: {},
  attempt: 1,
  outcome: 'failed',
  reason: 'not a JPEG or PNG',
  worker: 'here:1',
  queuedAt: new Date(Date.now() - 3000),
  startedAt: new Date(Date.now() - 2000),
  durationMs: 41,
  ...more,
});

export async function failOne({ deps }: Pick<TestApp, 'deps'>): Promise<string> {
  const job = { id: `ob-${newId()}`, name: 'mail.send', payload: { mailId: newId() } };
  await keepFailedJob(deps, { ...job, error: 'Error: no room', attempts: 1, addedAt: new Date() });
  const [row] = await deps.db.select().from(failedJobs).where(eq(failedJobs.jobId, job.id));
  return row?.id ?? '';
}
