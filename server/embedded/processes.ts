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

/** Also true for a zombie. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Identifies one run of a process, even if its number is reused. Null when the process is gone. */
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
  // /proc may hide other users' processes: this one lives, but nothing more is known.
  if (stat === null) return answersSignals(pid) ? 'hidden' : null;
  // The command in parentheses may contain spaces. The state follows it, the start time 19 fields later.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie counts as dead.
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  const boot = tryOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), '');
  return `${boot}:${fields[19]}`;
}

/** All PostgreSQL processes of this folder, which is their working directory. */
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

/** Sends a signal. A process that is already gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
