/** Runs the product like `npm start`: kept running, in a shell of its own. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import {
  type Environment,
  ensureBuilt,
  type Program,
  quiet,
  ROOT,
  runProgram,
} from '../support/processes.ts';
import { quickStart } from '../support/quick-start.ts';

/** Throws an uncaught error in the program on SIGUSR2, without changing the product. */
const BREAKABLE = `--import=data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => { throw new Error('broken on purpose', { cause: new Error('the reason') }); });`,
)}`;

export type Kept = Program & {
  url: string;
  starts(): number;
  /** Process id of the kept program, null while none runs. */
  child(): number | null;
};

export function startKept(script: 'start' | 'workers', environment: Environment): Program {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return runProgram('/bin/sh', ['-c', scripts[script]], {
    ...quiet,
    ...environment,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_OPTIONS: `${quickStart.NODE_OPTIONS} ${BREAKABLE}`,
  });
}

export async function startKeptServer(environment: Environment): Promise<Kept> {
  await ensureBuilt();
  const port = await freePort();
  const program = startKept('start', { ...environment, PORT: `${port}` });
  const starts = (): number => program.out().match(/ is at http/g)?.length ?? 0;
  await eventually('it is up', () => starts() === 1);
  return { ...program, url: `http://127.0.0.1:${port}`, starts, child: () => childOf(program.pid) };
}

/** First child that a process has started and not yet reaped. */
function childOf(pid: number): number | null {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? null : Number(children.split(' ')[0]);
}
