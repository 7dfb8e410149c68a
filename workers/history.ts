/** Job history, written in batches so that no job waits. A killed process loses its last entries. */

import { hostname } from 'node:os';
import type { Deps } from '../server/deps.ts';
import type { Sweep } from '../server/domains/define.ts';
import { addRounds, addRuns, type JobRun, type Round } from '../server/domains/platform/tables/history.ts';
import { reasonOf } from '../server/domains/platform/tables/rules.ts';
import { createAlarm } from '../server/lib/alarm.ts';
import { pauseAfter } from '../server/lib/retry.ts';
import type { RunningJob } from '../server/ports.ts';

const RUNS_AFTER_MS = 1_000;
const ROUNDS_AFTER_MS = 5_000;
const AGAIN = { firstMs: 2_000, maxMs: 10_000 };
const BATCH_SIZE = 500;
/** While the database is offline, only the latest entries are kept. */
const WAITING_MAX_COUNT = 5_000;
const PAYLOAD_MAX_LENGTH = 1_000;

export type History = {
  job(job: RunningJob, work: () => Promise<void>): Promise<void>;
  watched(sweep: Sweep): Sweep;
  close(): Promise<void>;
};

export const workerName = `${hostname().slice(0, 40)}:${process.pid}`;

export function startHistory(deps: Deps, { worker = workerName }: { worker?: string } = {}): History {
  const alarm = createAlarm();
  let runs: JobRun[] = [];
  const rounds = new Map<string, Round>();
  let roundsDueMs = performance.now() + ROUNDS_AFTER_MS;
  let failures = 0;
  let isClosed = false;

  const flush = async ({ all }: { all: boolean }): Promise<void> => {
    while (runs.length > 0) {
      const batch = runs.slice(0, BATCH_SIZE);
      runs = runs.slice(BATCH_SIZE);
      try {
        await addRuns(deps, batch);
      } catch (error) {
        runs = [...batch, ...runs].slice(-WAITING_MAX_COUNT);
        throw error;
      }
    }
    if (!all && performance.now() < roundsDueMs) return;
    roundsDueMs = performance.now() + ROUNDS_AFTER_MS;
    const written = [...rounds.values()];
    await addRounds(deps, written);
    // A run that ended meanwhile is a new object and still has to be written.
    for (const round of written) if (rounds.get(round.name) === round) rounds.delete(round.name);
  };
  const tryFlush = ({ all }: { all: boolean }) =>
    flush({ all }).then(
      () => {
        failures = 0;
      },
      (error) => {
        failures += 1;
        deps.log.warn({ err: error }, 'could not write the job history yet');
      },
    );
  const run = async (): Promise<void> => {
    while (!isClosed) {
      await alarm.sleep(failures === 0 ? RUNS_AFTER_MS : pauseAfter(failures, AGAIN));
      if (!isClosed) await tryFlush({ all: false });
    }
    await tryFlush({ all: true });
  };
  const running = run();

  const remember = (run: JobRun): void => {
    runs.push(run);
    if (runs.length > WAITING_MAX_COUNT) runs = runs.slice(-WAITING_MAX_COUNT);
  };

  return {
    async job(job, work) {
      const startedAt = deps.clock.now();
      const fromMs = performance.now();
      const ran = () => ({ worker, startedAt, durationMs: Math.round(performance.now() - fromMs) });
      try {
        await work();
      } catch (error) {
        remember(runOf(job, ran(), { error }));
        throw error;
      }
      remember(runOf(job, ran(), null));
    },
    watched: (sweep) => ({
      ...sweep,
      run: (own, queue) =>
        watch(
          sweep,
          { worker, now: deps.clock.now(), keep: (round) => void rounds.set(round.name, round) },
          () => sweep.run(own, queue),
        ),
    }),
    async close() {
      isClosed = true;
      alarm.ring();
      await running;
    },
  };
}

/** Also recorded at the start, so that a long run is visible. */
async function watch(
  { name, everyMs }: Sweep,
  { worker, now: startedAt, keep }: { worker: string; now: Date; keep(round: Round): void },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const fromMs = performance.now();
  const nextAt = new Date(startedAt.getTime() + everyMs);
  const ended = () => ({
    name,
    worker,
    startedAt,
    nextAt,
    durationMs: Math.round(performance.now() - fromMs),
  });
  keep({ name, worker, startedAt, nextAt, durationMs: null });
  try {
    const done = await run();
    keep({ ...ended(), error: null });
    return done;
  } catch (error) {
    keep({ ...ended(), error: wordsOf(error), failedAt: startedAt });
    throw error;
  }
}

function runOf(
  job: RunningJob,
  ran: Pick<JobRun, 'worker' | 'startedAt' | 'durationMs'>,
  failure: { error: unknown } | null,
): JobRun {
  const isHopeless = failure?.error instanceof Error && failure.error.name === 'UnrecoverableError';
  const isLast = isHopeless || job.attempt >= job.attempts;
  return {
    ...ran,
    jobId: job.id,
    name: job.name,
    payload: shortened(job.payload),
    attempt: Math.min(job.attempt, 32_767),
    outcome: failure === null ? 'done' : isLast ? 'gave_up' : 'failed',
    reason: failure === null ? null : wordsOf(failure.error),
    queuedAt: job.dueAt ?? ran.startedAt,
  };
}

const wordsOf = (error: unknown): string =>
  storable(reasonOf(error instanceof Error ? error.message : String(error)));

const storable = (text: string): string => text.replaceAll('\0', '');

function shortened(payload: unknown): Record<string, unknown> {
  const isRecord = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (!isRecord || JSON.stringify(payload).includes('\\u0000')) return {};
  if (JSON.stringify(payload).length <= PAYLOAD_MAX_LENGTH) return payload as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.slice(0, 5) : String(value).slice(0, 100),
    ]),
  );
}
