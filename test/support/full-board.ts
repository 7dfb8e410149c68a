/** A board of queues with data in every row: waiting jobs, failed jobs, an hour of history, runs of sweeps. */

import { desc, isNotNull } from 'drizzle-orm';
import { episodePages, mails } from '../../db/schema/index.ts';
import { houseParts } from '../../server/domains/define.ts';
import { addRounds, addRuns, type JobRun } from '../../server/domains/platform/tables/history.ts';
import { newId } from '../../server/lib/ids.ts';
import { keepFailedJob } from '../../server/ops/failed-jobs.ts';
import type { JobQueue } from '../../server/ports.ts';
import { openPostgresBackend } from '../../server/queue/backends.ts';
import { createQueue } from '../../server/queue/queue.ts';
import type { TestApp } from './app.ts';
import { runOf } from './queue-house.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TRACE = `Error: not a JPEG or PNG
    at readHead (/app/server/domains/media/head.ts:41:11)
    at async processMedia (/app/server/domains/media/process.ts:88:16)`;

type Deps = TestApp['deps'];
type Failing = {
  id: string;
  payload: Record<string, unknown>;
  error: string;
  name?: string;
  attempts?: number;
};

export function openQueueOf({ config, log }: Deps): Promise<JobQueue> {
  return createQueue({ config, databaseUrl: config.DATABASE_URL ?? '', log });
}

/** `images` is behind. `ob-81442` is a picture that failed three times. Two more failed like it. */
export async function fillBoard({ deps }: Pick<TestApp, 'deps'>, queue: JobQueue): Promise<void> {
  await addWaiting(deps, queue);
  await addFailed(deps);
  await addHistory(deps);
  await addSweeps(deps);
}

async function addWaiting({ config }: Deps, queue: JobQueue): Promise<void> {
  const long = Date.now() - 4 * MINUTE_MS - 12_000;
  // Written to the backend, since the product cannot backdate a job.
  const backend = await openPostgresBackend(config.DATABASE_URL ?? '', () => {});
  const images = await backend.openQueue('tsuzuki-images');
  await images.addBulk(
    Array.from({ length: 24 }, (_, place) => ({
      name: 'media.process',
      data: { mediaId: newId() },
      opts: { jobId: `ob-${82_000 + place}`, timestamp: long + place * 1000 },
    })),
  );
  await images.close();
  await backend.close();
  await queue.addBulk([
    { id: 'ob-82100', name: 'mail.send', payload: { mailId: newId() }, delayMs: 0 },
    {
      id: 'ob-82101',
      name: 'episode.publish_due',
      payload: { episodeId: newId(), publishAt: new Date(Date.now() + HOUR_MS).toISOString() },
      delayMs: HOUR_MS,
    },
  ]);
}

async function addFailed(deps: Deps): Promise<void> {
  const pages = await deps.db
    .select({ id: episodePages.mediaId })
    .from(episodePages)
    .orderBy(desc(episodePages.mediaId))
    .limit(4);
  const [mail] = await deps.db.select({ id: mails.id }).from(mails).where(isNotNull(mails.userId)).limit(1);
  const media = (place: number) => ({ mediaId: pages[place]?.id ?? newId() });
  const kinds: Failing[] = [
    { id: 'ob-81397', payload: media(0), error: 'Error: 51.2 megapixels, limit is 50', attempts: 1 },
    { id: 'ob-81438', payload: media(1), error: TRACE },
    { id: 'ob-81440', payload: media(2), error: TRACE },
    { id: 'ob-81442', payload: media(3), error: TRACE },
    {
      id: 'ob-81500-notifications.hear_of_factor_reset',
      name: 'notifications.hear_of_factor_reset',
      payload: { userId: newId() },
      error:
        'TypeError: https://mail.example.com/a/rather/long/address/without/any/space?in=it did not answer',
    },
    {
      id: 'ob-81501',
      name: 'mail.send',
      payload: { mailId: mail?.id ?? newId() },
      error: 'Error: connect ECONNREFUSED 127.0.0.1:2525',
      attempts: 12,
    },
  ];
  for (const kind of kinds)
    await keepFailedJob(deps, {
      name: 'media.process',
      attempts: 3,
      ...kind,
      addedAt: new Date(Date.now() - 5 * MINUTE_MS),
    });
  await addRuns(
    deps,
    [1, 2, 3].map((attempt) =>
      runOf({
        jobId: 'ob-81442',
        attempt,
        payload: media(3),
        durationMs: 37 + attempt,
        outcome: attempt === 3 ? 'gave_up' : 'failed',
        worker: `app-7c1e:${attempt}`,
        startedAt: new Date(Date.now() - (5 - attempt) * MINUTE_MS),
      }),
    ),
  );
}

async function addHistory(deps: Deps): Promise<void> {
  const now = Date.now();
  const runs: JobRun[] = [];
  const names = ['media.process', 'novels.read_epub', 'episode.publish_due', 'mail.send', 'revenue.check'];
  for (const [row, name] of names.entries())
    for (let turn = 1; turn < 30; turn += 1) {
      const count = Math.round((6 - row) * (1 + Math.sin(turn / 4 + row))) + 1;
      for (let each = 0; each < count; each += 1) {
        const startedAt = new Date(now - turn * 2 * MINUTE_MS);
        const isBad = row === 0 && turn < 6 && each > 1;
        runs.push(
          runOf({
            ...{ jobId: `ob-${10_000 * row + turn * 100 + each}`, name, startedAt },
            outcome: isBad ? 'failed' : 'done',
            reason: isBad ? 'not a JPEG or PNG' : null,
            queuedAt: new Date(startedAt.getTime() - 1200 * (row + 1)),
            durationMs: 180 * (row + 1) + each,
          }),
        );
      }
    }
  await addRuns(deps, runs);
}

async function addSweeps(deps: Deps): Promise<void> {
  const startedAt = new Date(Date.now() - 3 * MINUTE_MS);
  const round = { worker: 'app-7c1e:1', startedAt, durationMs: 12, error: null, failedAt: null };
  await addRounds(
    deps,
    houseParts
      .of(deps)
      .sweeps.slice(3)
      .map(({ name, everyMs }, place) => ({
        ...{ ...round, name, nextAt: new Date(startedAt.getTime() + everyMs) },
        ...(place % 9 === 0 && { durationMs: null }),
        ...(name === 'ledger.prove' && { error: 'the sum of a balance is wrong by 1', failedAt: startedAt }),
        ...(place % 9 === 4 && { failedAt: new Date(startedAt.getTime() - 30 * HOUR_MS) }),
      })),
  );
}
