import { setTimeout as sleep } from 'node:timers/promises';
import Value from 'typebox/value';
import { type Deps, inTransaction } from '../server/deps.ts';
import { houseParts } from '../server/domains/define.ts';
import { conflict, notFound } from '../server/lib/errors.ts';

import { recordJobs } from '../server/outbox/record.ts';
import { createQueue } from '../server/queue/queue.ts';
import { lastRites } from './handlers.ts';
import { startHistory } from './history.ts';
import { makeSchedules, punctualSchedules, runSchedule } from './schedules.ts';

const POLL_MS = 500;

const schedules = [...makeSchedules(lastRites), ...punctualSchedules];

export const isSchedule = (name: string): boolean => schedules.some((one) => one.name === name);

/** Queues the job for the workers. Returns its id in the queue. */
export async function runNow(deps: Deps, name: string, text: string): Promise<string> {
  const part = houseParts.of(deps).jobs.get(name);
  if (part === undefined) throw notFound('job_unknown');
  const payload = parsed(text);
  if (!Value.Check(part.payload, payload)) throw conflict('job_unfit');
  const [jobId] = await inTransaction(deps, (tx) =>
    recordJobs(tx, [{ name, payload: payload as Record<string, unknown> }]),
  );
  return jobId ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw conflict('job_unfit');
  }
}

/** Runs the sweep here, under the workers' lock. `busy`: a worker had the lock all the time. */
export async function runScheduleNow(
  deps: Deps,
  name: string,
  { waitMs }: { waitMs: number },
): Promise<'done' | 'busy' | 'failed'> {
  const schedule = schedules.find((one) => one.name === name);
  if (schedule === undefined) throw notFound('job_unknown');
  const { config, log } = deps;
  const queue = await createQueue({ config, databaseUrl: config.DATABASE_URL ?? '', log });
  const history = startHistory(deps);
  const until = Date.now() + waitMs;
  try {
    while (!(await runSchedule(deps, queue, history.watched(schedule)))) {
      if (Date.now() >= until) return 'busy';
      await sleep(POLL_MS);
    }
    return 'done';
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 'failed';
  } finally {
    await history.close();
    await queue.close();
  }
}
