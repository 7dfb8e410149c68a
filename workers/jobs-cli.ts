/** `npm run jobs -- list` and `npm run jobs -- retry <id>`: the jobs that failed for good, for whoever runs the house. */
import { type Config, ConfigError, loadConfig } from '../server/config/config.ts';
import type { Deps } from '../server/deps.ts';
import { findRunningPostgres } from '../server/embedded/running.ts';
import { isStartError, StartError } from '../server/embedded/start-error.ts';
import { isAppError } from '../server/lib/errors.ts';
import { type FailedJobRow, listFailedJobs, retryFailedJob } from '../server/ops/failed-jobs.ts';
import { createDeps } from '../server/process/create-deps.ts';
import { createLog } from '../server/process/log.ts';

const USAGE = 'Usage: npm run jobs -- list [page] | npm run jobs -- retry <id>';

const REFUSALS: Readonly<Record<string, string>> = {
  not_found: 'There is no failed job with this id',
  failed_job_already_retried: 'This job was queued again already',
  failed_job_not_retryable: 'This program knows no such job and cannot run it',
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

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

/** A running server's own database is asked directly, so that it need not stop for this. */
async function configOf(environment: NodeJS.ProcessEnv): Promise<Config> {
  const config = loadConfig(environment);
  if (!config.embeddedDatabase) return config;
  const url = await findRunningPostgres(config.DATA_DIR);
  if (url === null) {
    throw new StartError(
      `No server runs on the data folder ${config.DATA_DIR}: start it, or name a database with DATABASE_URL`,
    );
  }
  return loadConfig({ ...environment, DATABASE_URL: url });
}

async function main([command, argument = '1', ...rest]: readonly string[]): Promise<void> {
  const isList = command === 'list' && /^[1-9]\d{0,5}$/.test(argument);
  if (rest.length > 0 || !(isList || (command === 'retry' && argument !== '1'))) throw new StartError(USAGE);
  const config = await configOf({ ...process.env, LOG_LEVEL: 'fatal' });
  const { deps, close } = await createDeps(config, {
    log: createLog(config, 'jobs'),
    name: 'tsuzuki-jobs',
  });
  try {
    await (isList ? list(deps, Number(argument)) : retry(deps, argument));
  } finally {
    await close();
  }
}

/** What a person can mend in one line. */
function told(error: unknown): string {
  if (isAppError(error)) return REFUSALS[error.code] ?? error.code;
  if (error instanceof ConfigError || isStartError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${told(error)}\n`);
  process.exitCode = 1;
}
