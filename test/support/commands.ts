/** The commands of the house as somebody calls them, without a process for each call. */
import { type Command, perform } from '../../workers/command.ts';

/** Of this process's environment it sees nothing. */
export async function call(
  command: Command,
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await perform(command, {
    words,
    environment: { NODE_ENV: 'test', ...environment },
    say: (line) => {
      said.out += `${line}\n`;
    },
    complain: (line) => {
      said.err += `${line}\n`;
    },
  });
  return { code, ...said };
}
