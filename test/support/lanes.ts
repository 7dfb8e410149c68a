/** Runs test files in a few processes. Each free process takes the next file. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from './eventually.ts';
import type { Counts, LaneReply } from './lane.ts';
import { makeQuickPackages } from './quick-packages.ts';
import { quickLane } from './quick-start.ts';

export type Outcome = { file: string; passed: boolean; counts: Counts; seconds: number; lines: string[] };

const ROOT = join(import.meta.dirname, '../..');
/** Longer than a file's own limit. After it, the process is killed. */
const PATIENCE_MS = 630_000;
const END_PATIENCE_MS = 20_000;
const ENDED: Counts = { passed: 0, failed: 1, left: 0 };

/** Vike stores its pages globally, so files with test pages run alone, like files that kill their application. */
const isAlone = (file: string): boolean =>
  /support\/(web|mortal)\.ts'|bin\/vite\.js'/.test(readFileSync(join(ROOT, file), 'utf8'));

/** `end` returns true when the process ended by itself. */
type Lane = { run(file: string): Promise<Outcome>; end(): Promise<boolean>; isDead(): boolean };

function startLane(environment: NodeJS.ProcessEnv): Lane {
  const child: ChildProcess = fork(join(import.meta.dirname, 'lane.ts'), {
    env: { ...process.env, ...quickLane, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let lines: string[] = [];
  let isDead = false;
  let onMessage: (message: Partial<LaneReply>) => void = () => {};
  child.on('message', (message: Partial<LaneReply>) => onMessage(message));
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isDead = true;
      resolve();
    }),
  );
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  return {
    isDead: () => isDead,
    async run(file) {
      lines = [];
      const startedAt = performance.now();
      const reply = new Promise<LaneReply>((resolve) => {
        // tap sends its own messages to the parent process.
        onMessage = (message) => {
          if (message.file === file) resolve(message as LaneReply);
        };
      });
      child.send({ file });
      const impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      const answer = await Promise.race([reply, ended]);
      clearTimeout(impatient);
      const seconds = (performance.now() - startedAt) / 1000;
      if (answer) {
        await eventually('its last line', () => lines.some((line) => /^ {4}(not )?ok /.test(line)));
        return { ...answer, seconds, lines };
      }
      lines.push(`The process ended in the middle of ${file} (${child.signalCode ?? child.exitCode})`);
      return { file, passed: false, counts: ENDED, seconds, lines };
    },
    async end() {
      if (isDead) return true;
      child.send({ file: null });
      const impatient = setTimeout(() => child.kill('SIGKILL'), END_PATIENCE_MS);
      await ended;
      clearTimeout(impatient);
      return child.signalCode === null;
    },
  };
}

export async function runInLanes(
  files: readonly string[],
  {
    lanes,
    environment,
    onOutcome,
  }: { lanes: number; environment: NodeJS.ProcessEnv; onOutcome(outcome: Outcome): void },
): Promise<void> {
  await makeQuickPackages();
  const waiting = [...files];
  async function run(lane: Lane, file: string): Promise<Outcome> {
    const outcome = await lane.run(file);
    onOutcome(outcome);
    return outcome;
  }
  /** After a failure, a process that hangs is no further fault. */
  async function close(lane: Lane, last: Outcome): Promise<void> {
    if ((await lane.end()) || !last.passed) return;
    const lines = [...last.lines, `Its process did not end after ${last.file}`];
    onOutcome({ ...last, passed: false, counts: ENDED, lines });
  }
  async function work(): Promise<void> {
    let open: { lane: Lane; last: Outcome } | null = null;
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (isAlone(file)) {
        const own = startLane(environment);
        await close(own, await run(own, file));
        continue;
      }
      const lane: Lane = open === null || open.lane.isDead() ? startLane(environment) : open.lane;
      open = { lane, last: await run(lane, file) };
      if (open.last.passed) continue;
      // Leftovers of a failure must not affect other files.
      await close(lane, open.last);
      open = null;
    }
    if (open !== null) await close(open.lane, open.last);
  }
  await Promise.all(Array.from({ length: lanes }, work));
}
