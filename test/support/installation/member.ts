import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { type End, type Environment, FLAGS, type Program, ROOT, runProgram } from '../processes.ts';
import { boundToUs } from './bound.ts';

export type MemberOptions = {
  name: string;
  script: 'server/main.ts' | 'workers/main.ts';
  environment: Environment;
  /** Command prefix, such as `ip netns exec one`. */
  wrapper?: readonly string[];
};

export type Member = {
  name: string;
  pid(): number;
  isUp(): boolean;
  /** Resolves when the process reports ready. `extra` extends the environment of this run only. */
  start(extra?: Environment): Promise<void>;
  /** Stops in order. `kill` sends SIGKILL. */
  stop(): Promise<End>;
  kill(): Promise<End>;
  freeze(): void;
  thaw(): void;
  /** Lines of all runs so far, including standard error. */
  lines(): string[];
  memoryMib(): number;
};

const NEVER: End = { code: 0, signal: null };
const READY = { 'server/main.ts': / is at http:\S+/, 'workers/main.ts': /workers: ready/ };

export function makeMember({ name, script, environment, wrapper = [] }: MemberOptions): Member {
  let program: Program | null = null;
  const earlier: string[] = [];
  const [command = process.execPath, ...before] = [...wrapper, process.execPath];

  async function end(signal: NodeJS.Signals): Promise<End> {
    if (program === null) return NEVER;
    const last = program;
    // A frozen process reacts only to SIGKILL.
    if (signal !== 'SIGKILL') last.send('SIGCONT');
    const how = await last.stop(signal);
    earlier.push(...linesOf(last));
    if (program === last) program = null;
    return how;
  }

  return {
    name,
    pid: () => program?.pid ?? 0,
    isUp: () => program !== null,
    async start(extra = {}) {
      if (program !== null) throw new Error(`${name} runs already`);
      const args = [...before, ...FLAGS, join(ROOT, script)];
      const started = runProgram(...boundToUs(command, args), { ...environment, ...extra });
      program = started;
      let ended: End | null = null;
      void started.ended.then((how) => {
        ended = how;
      });
      await eventually(`${name} is ready`, () => {
        if (READY[script].test(started.out())) return true;
        if (ended !== null) throw new Error(`${name} ended: ${started.err()}${started.out()}`);
        return false;
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    freeze: () => program?.send('SIGSTOP'),
    thaw: () => program?.send('SIGCONT'),
    lines: () => [...earlier, ...(program === null ? [] : linesOf(program))],
    memoryMib: () => (program === null ? 0 : residentMib(program.pid)),
  };
}

const linesOf = (program: Program): string[] =>
  (program.out() + program.err()).split('\n').filter((line) => line !== '');

function residentMib(pid: number): number {
  try {
    // A process that is just ending has none.
    const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return 0;
  }
}
