/** The real product: servers and workers as processes, used over HTTP and stopped by signals. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';
import { quickStart } from './quick-start.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** Same as in `npm start` and the Dockerfile. */
export const FLAGS = ['--max-semi-space-size=4'];
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };

export type Environment = Record<string, string>;
export type End = { code: number | null; signal: NodeJS.Signals | null };

export type Program = {
  pid: number;
  out(): string;
  err(): string;
  send(signal: NodeJS.Signals): void;
  ended: Promise<End>;
  stop(signal?: NodeJS.Signals): Promise<End>;
};

export type Server = Program & { url: string };

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Starts a program of the product, or of another copy. From this process's environment it gets only PATH. */
export const startProgram = (
  script: string,
  environment: Environment,
  args: string[] = [],
  root = ROOT,
): Program => runProgram(process.execPath, [...FLAGS, join(root, script), ...args], environment, root);

export function runProgram(program: string, args: string[], environment: Environment, cwd = ROOT): Program {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...ALLOCATOR, ...quickStart, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]): End => {
    alive.delete(child);
    return { code, signal };
  });
  const send = (signal: NodeJS.Signals): void => void child.kill(signal);
  return {
    pid: child.pid ?? 0,
    out: () => written.stdout,
    err: () => written.stderr,
    send,
    ended,
    stop(signal = 'SIGTERM') {
      send(signal);
      return ended;
    },
  };
}

/** Waits for the line that reports ready. Throws with the whole output when the program ends first. */
async function upWith(program: Program, line: RegExp): Promise<RegExpExecArray> {
  let end: End | null = null;
  void program.ended.then((how) => {
    end = how;
  });
  return eventually(`a line like ${line}`, () => {
    const match = line.exec(program.out());
    if (match === null && end !== null) throw new Error(`It ended: ${program.err()}${program.out()}`);
    return match;
  });
}

export const quiet = { PORT: '0', HOST: '127.0.0.1', DEMO: 'off' };

export async function startServer(environment: Environment, root = ROOT): Promise<Server> {
  await ensureBuilt(root);
  const program = startProgram('server/main.ts', { ...quiet, ...environment }, [], root);
  const [, url = ''] = await upWith(program, / is at (http:\S+)/);
  return { ...program, url };
}

export async function startWorker(environment: Environment, root = ROOT): Promise<Program> {
  const program = startProgram('workers/main.ts', environment, [], root);
  await upWith(program, /workers: ready/);
  return program;
}

/** `npm test` builds first. A single test file may run without a build. */
export async function ensureBuilt(root = ROOT): Promise<void> {
  if (existsSync(join(root, 'dist/server/entry.mjs'))) return;
  // Runs Vite's own command, since Vike's parses the options and knows only some.
  const vite = join(root, 'node_modules/.bin/vite');
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root });
}

/** A temporary folder that tests can search for leftovers. */
export async function ownFolder(): Promise<{ path: string; end(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tsuzuki-processes-'));
  return { path, end: () => rm(path, { recursive: true, force: true }) };
}
