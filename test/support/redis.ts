/** A Redis of a test's own: real, on a free port, without a file. It may be stopped and started again on that port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { findProgram } from './path.ts';

export type TestRedis = {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Keeps its connections and answers nobody any more, until it thaws or is stopped. */
  freeze(): void;
  thaw(): void;
  port: number;
};

export const findRedis = (): string => findProgram(['redis-server'], 'redis-server');

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  let child: ChildProcess | null = null;
  const kill = () => void child?.kill('SIGKILL');
  process.on('exit', kill);
  const redis: TestRedis = {
    url,
    async start() {
      const options = [
        '--port',
        `${port}`,
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        tmpdir(),
      ];
      child = spawn(findRedis(), options, { stdio: 'ignore' });
      await once(child, 'spawn');
      await eventually('Redis answers', () => answers(url));
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    port,
    async stop() {
      if (child === null) return;
      const ended = once(child, 'exit');
      kill();
      await ended;
      child = null;
    },
  };
  await redis.start();
  return redis;
}
