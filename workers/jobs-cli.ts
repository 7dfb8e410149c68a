/**
 * `npm run jobs -- list | retry | run`: the jobs that failed for good, and work that is wanted now, for whoever runs the house
 * and for cron. Ends with 0 when nothing is left to do, 1 for a fault, 2 for a wrong call, 3 when something failed (again),
 * 4 when it was not done in time.
 */
import { parseArgs } from 'node:util';
import type { Deps } from '../server/deps.ts';
import { isJobArea } from '../server/domains/operations/rules.ts';
import { type ListedFailure, listFailed } from '../server/domains/queues/queries.ts';
import { findFailures, listRuns, waitForJobs } from '../server/domains/queues/queries-shell.ts';
import { retryAll } from '../server/domains/queues/service.ts';
import { runCommand, say } from './command.ts';
import { isSchedule, runNow, runScheduleNow } from './run-now.ts';

const FAILED_EXIT = 3;
const LATE_EXIT = 4;
const PER_PAGE = 50;
const WAIT_S = 300;

type Options = { page: number; quiet: boolean; runs: boolean; waitMs: number };

/** One line: when, which, name, what for, after how many attempts, why. */
function describe({ area, number, name, payload, reason, tries, failed_at }: ListedFailure): string {
  return `${failed_at}  ${area}:${number}  ${name} ${JSON.stringify(payload)}  ${tries} attempts: ${reason}`;
}

async function list(deps: Deps, what: string | undefined, { page, quiet, runs }: Options): Promise<void> {
  if (runs) {
    for (const line of await listRuns(deps, what)) say(line);
    return;
  }
  const which = what === undefined ? {} : isJobArea(what) ? { area: what } : { names: [what] };
  const { failed_jobs: jobs, total } = await listFailed(deps, { ...which, page, perPage: PER_PAGE });
  for (const job of jobs) say(describe(job));
  if (quiet) {
    if (total > 0) process.exitCode = FAILED_EXIT;
    return;
  }
  say(`${total} failed jobs, page ${page} of ${Math.max(1, Math.ceil(total / PER_PAGE))}`);
}

async function retry(deps: Deps, what: string, options: Options): Promise<void> {
  const failures = await findFailures(deps, what);
  if (failures.length === 0) {
    if (!options.quiet) say('Nothing that failed is left to retry');
    return;
  }
  const jobIds: string[] = [];
  for (const which of failures) jobIds.push(...(await retryAll(deps, which, { actorId: null })));
  if (!options.quiet) say(`${count(jobIds.length)} queued again`);
  await tell(deps, jobIds, options);
}

async function run(deps: Deps, name: string, payload: string | undefined, options: Options): Promise<void> {
  if (payload === undefined && isSchedule(name)) {
    const outcome = await runScheduleNow(deps, name, options);
    if (outcome === 'done' && options.quiet) return;
    say(`${name}: ${outcome}`);
    if (outcome !== 'done') process.exitCode = outcome === 'busy' ? LATE_EXIT : FAILED_EXIT;
    return;
  }
  await tell(deps, [await runNow(deps, name, payload ?? '{}')], options);
}

const count = (number: number): string => `${number} ${number === 1 ? 'job' : 'jobs'}`;

/** Waits for the workers, and says what became of it. */
async function tell(deps: Deps, jobIds: readonly string[], { waitMs, quiet }: Options): Promise<void> {
  if (waitMs === 0) return;
  const { done, failed, open } = await waitForJobs(deps, jobIds, waitMs);
  for (const line of failed) say(`failed again: ${line}`);
  if (open > 0) say(`${count(open)} not done after ${waitMs / 1000} s; do the workers run?`);
  if (done > 0 && !quiet) say(`${count(done)} done`);
  if (failed.length > 0) process.exitCode = FAILED_EXIT;
  else if (open > 0) process.exitCode = LATE_EXIT;
}

function readOptions(words: readonly string[]): { rest: string[]; options: Options } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        failed: { type: 'boolean' },
        runs: { type: 'boolean' },
        quiet: { type: 'boolean', short: 'q' },
        page: { type: 'string', default: '1' },
        wait: { type: 'string', default: String(WAIT_S) },
      },
    });
    if (!/^[1-9]\d{0,5}$/.test(values.page) || !/^\d{1,5}$/.test(values.wait)) return null;
    if (values.failed && values.runs) return null;
    const options = {
      page: Number(values.page),
      quiet: values.quiet === true,
      runs: values.runs === true,
      waitMs: Number(values.wait) * 1000,
    };
    return { rest: positionals, options };
  } catch {
    return null;
  }
}

await runCommand({
  name: 'jobs',
  usage:
    'Usage: npm run jobs -- list [name or area] [--failed | --runs] [--page 2] [--quiet] | ' +
    'retry <id, name or area> [--wait 300] [--quiet] | run <schedule, or job with its ids as JSON> [--wait 300] [--quiet]',
  refusals: {
    not_found: 'There is no failed job with this id',
    failed_job_already_retried: 'This job was queued again or dropped already',
    failed_job_not_retryable: 'This program knows no such job and cannot run it',
    job_unknown: 'This program knows neither a job nor a schedule of this name',
    job_unfit: 'These ids do not fit the job',
  },
  wrongCallExit: 2,
  read(words) {
    const read = readOptions(words);
    if (read === null) return null;
    const { rest, options } = read;
    const [command, what, more, ...others] = rest;
    if (others.length > 0 || (command !== 'run' && more !== undefined)) return null;
    if (command === 'list') return (deps) => list(deps, what, options);
    if (what === undefined) return null;
    if (command === 'retry') return (deps) => retry(deps, what, options);
    return command === 'run' ? (deps) => run(deps, what, more, options) : null;
  },
});
