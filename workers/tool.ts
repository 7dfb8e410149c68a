/** What commands share that need no running house: they read the configuration and end with a code and a line. */
import { type Config, loadConfig } from '../server/config/config.ts';
import { ConfigError } from '../server/config/environment.ts';
import { isStartError, StartError } from '../server/embedded/start-error.ts';

export type Tool = {
  usage: string;
  /** Null for words that make no sense. The deed answers with what the program ends with. */
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
