/** Sweeps run by the clock and are safe to repeat. Only one worker runs a sweep, unless it is punctual. */

import { type Deps, inTransaction } from '../server/deps.ts';
import type { Sweep } from '../server/domains/define.ts';
import { allParts } from '../server/domains/index.ts';
import { createAlarm } from '../server/lib/alarm.ts';
import { MINUTE_MS } from '../server/lib/durations.ts';
import { tryLockByName } from '../server/lib/locks.ts';
import { createFinder } from '../server/outbox/lost.ts';
import type { JobQueue } from '../server/ports.ts';
import { giveUpLeftovers } from './give-up.ts';
import { toJobs } from './reactions.ts';
import type { LastRites } from './run-job.ts';

const TICK_MS = 15_000;
/** Shortest interval of punctual sweeps, which people wait for by the second. */
export const PUNCTUAL_TICK_MS = 500;
/** Parallel runs of one punctual sweep per process, so that a silent database gets no more. */
const ROUNDS_AT_ONCE = 5;

const sweeps = allParts.flatMap((domain) => domain.sweeps);

export const makeSchedules = (rites: LastRites): Sweep[] => [
  {
    name: 'jobs.give_up_leftovers',
    everyMs: TICK_MS,
    run: (deps, queue) => giveUpLeftovers(deps, queue, rites),
  },
  {
    name: 'jobs.hand_over_lost',
    everyMs: MINUTE_MS,
    run: createFinder({ toJobs }),
  },
  ...sweeps.filter(({ isPunctual }) => isPunctual !== true),
];

/** Separate from the others: a long sweep must not delay a release. */
export const punctualSchedules: Sweep[] = sweeps.filter(({ isPunctual }) => isPunctual === true);

/** Runs the sweep unless another worker has its lock. Returns whether it ran. */
export async function runSchedule(
  deps: Deps,
  queue: JobQueue,
  { name, isPunctual, run }: Sweep,
): Promise<boolean> {
  const work = () => measured(deps, name, () => run(deps, queue));
  if (isPunctual) {
    await work();
    return true;
  }
  // The transaction only holds the lock. The sweep commits its own steps, so a lost lock undoes nothing.
  return inTransaction(deps, async (tx) => {
    if (!(await tryLockByName(tx, `sweeps:${name}`))) return false;
    await work();
    return true;
  });
}

async function measured(deps: Deps, sweep: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const tell = (outcome: 'done' | 'failed'): void =>
    deps.metrics.swept({ name: sweep, outcome, seconds: (performance.now() - startedAt) / 1000 });
  try {
    await work();
    tell('done');
  } catch (error) {
    tell('failed');
    throw error;
  }
}

/** Starts with an immediate run, so that a restart continues the interrupted work. */
export function startSchedules(
  deps: Deps,
  queue: JobQueue,
  schedules: Sweep[],
  { tickMs = TICK_MS }: { tickMs?: number } = {},
): { close(): Promise<void> } {
  const alarm = createAlarm();
  const lastRunMs = new Map<string, number>();
  const underWay = new Map<string, Set<Promise<void>>>();
  let closed = false;

  const run = (schedule: Sweep): Promise<void> =>
    runSchedule(deps, queue, schedule).then(
      () => {},
      (error) => {
        deps.log.warn({ err: error, schedule: schedule.name }, 'a sweep failed and will be retried');
      },
    );
  /** Does not wait for the run: the next one may find newly due work. */
  const begin = (schedule: Sweep): void => {
    const rounds = underWay.get(schedule.name) ?? new Set();
    underWay.set(schedule.name, rounds);
    if (rounds.size >= ROUNDS_AT_ONCE) return;
    const round = run(schedule).finally(() => rounds.delete(round));
    rounds.add(round);
  };

  const runDue = async (): Promise<void> => {
    for (const schedule of schedules) {
      const now = performance.now();
      const last = lastRunMs.get(schedule.name) ?? Number.NEGATIVE_INFINITY;
      // Half a tick of tolerance: a timer that fires early must not delay a sweep by a whole tick.
      if (closed || now - last < schedule.everyMs - tickMs / 2) continue;
      lastRunMs.set(schedule.name, now);
      if (schedule.isPunctual) begin(schedule);
      else await run(schedule);
    }
  };
  const runAll = async (): Promise<void> => {
    while (!closed) {
      await runDue();
      if (!closed) await alarm.sleep(tickMs);
    }
  };
  const running = runAll();

  return {
    async close() {
      closed = true;
      alarm.ring();
      await running;
      await Promise.all([...underWay.values()].flatMap((rounds) => [...rounds]));
    },
  };
}
