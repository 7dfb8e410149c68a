/** `npm run jobs -- list` and `npm run jobs -- retry <id>`: the jobs that failed for good, for whoever runs the house. */
import type { Deps } from '../server/deps.ts';
import { type FailedJobRow, listFailedJobs, retryFailedJob } from '../server/ops/failed-jobs.ts';
import { runCommand, say } from './command.ts';

/** One line: when, id, name, what for, after how many attempts, why. */
function describe({ id, name, payload, error, attempts, failedAt, retriedAt }: FailedJobRow): string {
  const reason = error.split('\n', 1)[0] ?? '';
  const state = retriedAt === null ? '' : `  (queued again ${retriedAt.toISOString()})`;
  return `${failedAt.toISOString()}  ${id}  ${name} ${JSON.stringify(payload)}  ${attempts} attempts: ${reason}${state}`;
}

async function list(deps: Deps, page: number): Promise<void> {
  const { items, total, per_page } = await listFailedJobs(deps, { page });
  for (const row of items) say(describe(row));
  const pages = Math.max(1, Math.ceil(total / per_page));
  say(`${total} failed jobs, page ${page} of ${pages}`);
}

async function retry(deps: Deps, id: string): Promise<void> {
  await retryFailedJob(deps, id);
  say(`${id} is queued again`);
}

await runCommand({
  name: 'jobs',
  usage: 'Usage: npm run jobs -- list [page] | npm run jobs -- retry <id>',
  refusals: {
    not_found: 'There is no failed job with this id',
    failed_job_already_retried: 'This job was queued again already',
    failed_job_not_retryable: 'This program knows no such job and cannot run it',
  },
  read([command, argument = '1', ...rest]) {
    if (rest.length > 0) return null;
    if (command === 'list' && /^[1-9]\d{0,5}$/.test(argument)) return (deps) => list(deps, Number(argument));
    return command === 'retry' && argument !== '1' ? (deps) => retry(deps, argument) : null;
  },
});
