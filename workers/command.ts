/** Shared by our commands: uses a running server's database and prints errors in one line. */
import { type Config, loadConfig } from '../server/config/config.ts';
import { ConfigError } from '../server/config/environment.ts';
import type { Deps } from '../server/deps.ts';
import { findRunningPostgres } from '../server/embedded/running.ts';
import { isStartError, StartError } from '../server/embedded/start-error.ts';
import { isAppError } from '../server/lib/errors.ts';
import { createDeps } from '../server/process/create-deps.ts';
import { createLog } from '../server/process/log.ts';

export type Command = {
  name: string;
  usage: string;
  refusals: Readonly<Record<string, string>>;
  /** Exit code of a wrong call, where cron must tell it from a fault. */
  wrongCallExit?: number;
  /** Null for invalid arguments. */
  read(words: readonly string[]): Deed | null;
};

export type Say = (line: string) => void;
/** Returns the exit code, if not 0. */
export type Deed = (deps: Deps, say: Say) => Promise<number | undefined>;

export type Terminal = {
  words: readonly string[];
  environment: NodeJS.ProcessEnv;
  say: Say;
  complain: Say;
};

export const say: Say = (line) => void process.stdout.write(`${line}\n`);
const complain: Say = (line) => void process.stderr.write(`${line}\n`);

async function configOf(environment: NodeJS.ProcessEnv): Promise<Config> {
  const config = loadConfig(environment);
  if (!config.embeddedDatabase) return config;
  const url = await findRunningPostgres(config.DATA_DIR);
  if (url === null) {
    throw new StartError(
      `No server is running on the data folder ${config.DATA_DIR}: start it, or set DATABASE_URL`,
    );
  }
  return loadConfig({ ...environment, DATABASE_URL: url });
}

/** Runs the command. Wrong calls and refusals exit with 1, unless the command says otherwise. */
export async function perform(
  { name, usage, refusals, wrongCallExit = 1, read }: Command,
  { words, environment, ...terminal }: Terminal,
): Promise<number> {
  try {
    const deed = read(words);
    if (deed === null) {
      terminal.complain(usage);
      return wrongCallExit;
    }
    const config = await configOf({ ...environment, LOG_LEVEL: 'fatal' });
    const { deps, close } = await createDeps(config, {
      log: createLog(config, name),
      name: `tsuzuki-${name}`,
    });
    try {
      return (await deed(deps, terminal.say)) ?? 0;
    } finally {
      await close();
    }
  } catch (error) {
    terminal.complain(told(error, refusals));
    return 1;
  }
}

export async function runCommand(command: Command): Promise<void> {
  const words = process.argv.slice(2);
  process.exitCode = await perform(command, { words, environment: process.env, say, complain });
}

function told(error: unknown, refusals: Command['refusals']): string {
  if (isAppError(error)) return refusals[error.code] ?? error.code;
  if (error instanceof ConfigError || isStartError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
