/** Programs that end with their parent, even when it is killed. */
import { existsSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';

/** Command that runs `program` this way by prctl(2), PR_SET_PDEATHSIG. Outside Linux, the plain program. */
export function boundToUs(program: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return [program, args];
  return [SETPRIV, ['--pdeathsig', 'KILL', '--', program, ...args]];
}
