import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const hasProc = process.platform === 'linux';

function tryOr<T>(attempt: () => T, otherwise: T): T {
  try {
    return attempt();
  } catch {
    return otherwise;
  }
}

/** Also true of a process that is dead and not yet collected by its parent. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Names one run of one process, so that a number that was given out again is told apart; null when it is gone. */
export function processMark(pid: number): string | null {
  if (!answersSignals(pid)) return null;
  if (!hasProc) {
    const line = tryOr(
      () => execFileSync('ps', ['-o', 'stat=,lstart=', '-p', `${pid}`], { encoding: 'utf8' }),
      '',
    );
    const [state = '', ...start] = line.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? null : start.join(' ');
  }
  const stat = tryOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), null);
  // A /proc that hides other users' processes: the process lives, but more cannot be known.
  if (stat === null) return answersSignals(pid) ? 'hidden' : null;
  // The command in parentheses may hold spaces; the state follows it, the start time is 19 fields further.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A process that was killed and not yet collected by its parent is dead to us.
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  const boot = tryOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), '');
  return `${boot}:${fields[19]}`;
}

/** Every PostgreSQL process that works on this folder: each of them has it as its working directory. */
export function clusterProcesses(clusterDir: string): number[] {
  if (!hasProc) {
    const lines = tryOr(() => execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }), '').split(
      '\n',
    );
    return lines
      .filter((line) => line.includes(` -D ${clusterDir} `))
      .map((line) => Number.parseInt(line, 10));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => tryOr(() => readlinkSync(`/proc/${pid}/cwd`), '') === clusterDir)
    .filter((pid) => tryOr(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), '') === 'postgres')
    .map(Number)
    .filter((pid) => processMark(pid) !== null);
}

/** Sends a signal; a process that is already gone is as good as reached. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
