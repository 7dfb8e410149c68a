/** Programs that end with whoever started them, even when that one is killed. */
import { existsSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';

/** The command that runs `program` so; prctl(2), PR_SET_PDEATHSIG. Elsewhere than on Linux it is the program itself. */
export function boundToUs(program: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return [program, args];
  return [SETPRIV, ['--pdeathsig', 'KILL', '--', program, ...args]];
}
