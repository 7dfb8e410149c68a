/** Shared by commands that need no running server: read the configuration, exit with a code and one line. */
import { type Config, loadConfig } from '../server/config/config.ts';
import { ConfigError } from '../server/config/environment.ts';
import { isStartError, StartError } from '../server/embedded/start-error.ts';

export type Tool = {
  usage: string;
  /** Null for invalid arguments. The action returns the exit code. */
  read(words: readonly string[]): ((config: Config) => Promise<number>) | null;
  exitOf?(error: unknown): number;
};

export async function runTool({ usage, read, exitOf = () => 1 }: Tool): Promise<void> {
  try {
    const deed = read(process.argv.slice(2));
    if (deed === null) throw new StartError(usage);
    process.exitCode = await deed(loadConfig(process.env));
  } catch (error) {
    const isPlain = error instanceof ConfigError || isStartError(error);
    process.stderr.write(`${isPlain ? error.message : ((error as Error)?.stack ?? error)}\n`);
    process.exitCode = exitOf(error);
  }
}
