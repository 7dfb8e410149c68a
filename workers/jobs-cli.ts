/**
 * Lists and retries failed jobs, and runs jobs now, for operators and cron (`npm run jobs -- list | retry | run`).
 * Exit codes: 0 nothing left to do, 1 fault, 2 wrong call, 3 a job failed (again), 4 timed out.
 */
import { parseArgs } from 'node:util';
import type { Deps } from '../server/deps.ts';
import { type ListedFailure, listFailed } from '../server/domains/administration/jobs/queries.ts';
import { findFailures, listRuns, waitForJobs } from '../server/domains/administration/jobs/queries-shell.ts';
import { retryAll } from '../server/domains/administration/jobs/service.ts';
import { isJobArea } from '../server/domains/platform/tables/rules.ts';
import { type Command, runCommand, type Say } from './command.ts';
import { isSchedule, runNow, runScheduleNow } from './run-now.ts';

const FAILED_EXIT = 3;
const LATE_EXIT = 4;
const PER_PAGE = 50;
const WAIT_S = 300;

type Call = { deps: Deps; say: Say } & Options;
type Options = { page: number; quiet: boolean; runs: boolean; waitMs: number };

function describe({ area, number, name, payload, reason, tries, failed_at }: ListedFailure): string {
  return `${failed_at}  ${area}:${number}  ${name} ${JSON.stringify(payload)}  ${tries} attempts: ${reason}`;
}

async function list({ deps, say, page, quiet, runs }: Call, what: string | undefined): Promise<number> {
  if (runs) {
    for (const line of await listRuns(deps, what)) say(line);
    return 0;
  }
  const which = what === undefined ? {} : isJobArea(what) ? { area: what } : { names: [what] };
  const { failed_jobs: jobs, total } = await listFailed(deps, { ...which, page, perPage: PER_PAGE });
  for (const job of jobs) say(describe(job));
  if (quiet) return total > 0 ? FAILED_EXIT : 0;
  say(`${total} failed jobs, page ${page} of ${Math.max(1, Math.ceil(total / PER_PAGE))}`);
  return 0;
}

async function retry(call: Call, what: string): Promise<number> {
  const { deps, say, quiet } = call;
  const failures = await findFailures(deps, what);
  if (failures.length === 0) {
    if (!quiet) say('No failed jobs to retry');
    return 0;
  }
  const jobIds: string[] = [];
  for (const which of failures) jobIds.push(...(await retryAll(deps, which, { actorId: null })));
  if (!quiet) say(`${count(jobIds.length)} queued again`);
  return tell(call, jobIds);
}

async function run(call: Call, name: string, payload: string | undefined): Promise<number> {
  const { deps, say, quiet } = call;
  if (payload === undefined && isSchedule(name)) {
    const outcome = await runScheduleNow(deps, name, call);
    if (outcome !== 'done' || !quiet) say(`${name}: ${outcome}`);
    return outcome === 'done' ? 0 : outcome === 'busy' ? LATE_EXIT : FAILED_EXIT;
  }
  return tell(call, [await runNow(deps, name, payload ?? '{}')]);
}

const count = (number: number): string => `${number} ${number === 1 ? 'job' : 'jobs'}`;

async function tell({ deps, say, waitMs, quiet }: Call, jobIds: readonly string[]): Promise<number> {
  if (waitMs === 0) return 0;
  const { done, failed, open } = await waitForJobs(deps, jobIds, waitMs);
  for (const line of failed) say(`failed again: ${line}`);
  if (open > 0) say(`${count(open)} not done after ${waitMs / 1000} s; are the workers running?`);
  if (done > 0 && !quiet) say(`${count(done)} done`);
  if (failed.length > 0) return FAILED_EXIT;
  return open > 0 ? LATE_EXIT : 0;
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

export const jobsCommand: Command = {
  name: 'jobs',
  usage:
    'Usage: npm run jobs -- list [name or area] [--failed | --runs] [--page 2] [--quiet] | ' +
    'retry <id, name or area> [--wait 300] [--quiet] | run <schedule, or job with its ids as JSON> [--wait 300] [--quiet]',
  refusals: {
    not_found: 'No failed job has this id',
    failed_job_already_retried: 'This job was already queued again or dropped',
    failed_job_not_retryable: 'This release does not know this job and cannot run it',
    job_unknown: 'No job or schedule has this name',
    job_unfit: 'These ids do not fit the job',
  },
  wrongCallExit: 2,
  read(words) {
    const read = readOptions(words);
    if (read === null) return null;
    const { rest, options } = read;
    const [command, what, more, ...others] = rest;
    if (others.length > 0 || (command !== 'run' && more !== undefined)) return null;
    if (command === 'list') return (deps, say) => list({ deps, say, ...options }, what);
    if (what === undefined) return null;
    if (command === 'retry') return (deps, say) => retry({ deps, say, ...options }, what);
    return command === 'run' ? (deps, say) => run({ deps, say, ...options }, what, more) : null;
  },
};

if (import.meta.main) await runCommand(jobsCommand);
