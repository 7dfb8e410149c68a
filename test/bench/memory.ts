/** Memory of a separate server process, idle and after some requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALLOCATOR, FLAGS } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { figure, type Row } from './row.ts';

const REST_MS = 15_000;
const REQUESTS = 500;

export async function benchMemory({ root }: { root: string }): Promise<Row[]> {
  const folder = await temporaryFolder();
  const env = {
    PATH: process.env.PATH,
    ...ALLOCATOR,
    NODE_ENV: 'production',
    DATA_DIR: `${folder}/data`,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...FLAGS, 'server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const origin = await addressOf(child);
    const readyMs = performance.now() - startedAt;
    await sleep(REST_MS);
    const idle = await residentMib(child.pid);
    for (let count = 0; count < REQUESTS; count += 1) await (await fetch(origin)).arrayBuffer();
    await sleep(REST_MS);
    return [
      figure('first start of a server until it answers', readyMs, 'ms'),
      figure('memory of an idle server with workers (RSS)', idle, 'MiB'),
      figure(`the same after ${REQUESTS} requests`, await residentMib(child.pid), 'MiB'),
    ];
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const found = /is at (http:\/\/\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
}

async function residentMib(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
