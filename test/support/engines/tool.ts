/** A program and its children, in one process group that ends together. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ownFaces } from '../browser.ts';
import { eventually } from '../eventually.ts';

export type Tool = {
  out(): string;
  /** Waits for a matching line. Throws with the whole output when the program ends first. */
  says(line: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
};

const groups = new Set<number>();

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

process.on('exit', () => {
  for (const pid of groups) endGroup(pid);
});

/** Passes only PATH and our fonts from this environment. A fourth stream (fd 3) is read like its output. */
export function startTool(program: string, args: string[], environment: Record<string, string>): Tool {
  const child = spawn(program, args, {
    detached: true,
    env: { PATH: process.env.PATH ?? '', ...ownFaces, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  let said = '';
  for (const stream of child.stdio.slice(1) as Readable[]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  let hasEnded = false;
  const ended = once(child, 'exit').finally(() => {
    hasEnded = true;
  });
  return {
    out: () => said,
    says: (line) =>
      eventually(`${program} says ${line}`, () => {
        const match = line.exec(said);
        if (match === null && hasEnded) throw new Error(`${program} ended: ${said}`);
        return match;
      }),
    async end() {
      if (pid === undefined) return;
      endGroup(pid);
      await ended;
      groups.delete(pid);
    },
  };
}

/** A separate home, so that the real user's files are neither read nor written. */
export async function makeHome(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tsuzuki-engine-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
