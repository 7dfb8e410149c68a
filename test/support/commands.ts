import { type Command, perform } from '../../workers/command.ts';

/** Ignores this process's environment. */
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
