/** A real Redis for a test, on a free port, without a file. It can be stopped and restarted on that port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { findProgram } from './path.ts';

export type TestRedis = {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Keeps its connections but answers nobody until it thaws or stops. */
  freeze(): void;
  thaw(): void;
  port: number;
};

export const findRedis = (): string => findProgram(['redis-server'], 'redis-server');

async function answers(url: string, tls: boolean): Promise<boolean> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    enableReadyCheck: false,
    ...(tls ? { tls: { ca: readFileSync(LOOPBACK_PEM) } } : {}),
  });
  let isAsked = false;
  // A server that demands a password has answered, too.
  client.on('error', ({ message }) => {
    isAsked ||= message.startsWith('NOAUTH');
  });
  try {
    await client.connect();
    return true;
  } catch {
    return isAsked;
  } finally {
    client.disconnect();
  }
}

export type TestRedisOptions = {
  args?: readonly string[];
  /** Answers only over TLS, with the certificate in `loopback.pem`. */
  tls?: boolean;
  cluster?: boolean;
};

/** A self-signed certificate for 127.0.0.1 with its key, valid for a century. */
export const LOOPBACK_PEM = join(import.meta.dirname, 'loopback.pem');

export async function startTestRedis({
  args = [],
  tls = false,
  cluster = false,
}: TestRedisOptions = {}): Promise<TestRedis> {
  const port = await freePort();
  const url = `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}/0`;
  // A cluster node stores its identity in a file.
  const folder = cluster ? await mkdtemp(join(tmpdir(), 'tsuzuki-redis-')) : tmpdir();
  const busPort = cluster ? await freePort() : 0;
  let child: ChildProcess | null = null;
  const kill = () => void child?.kill('SIGKILL');
  process.on('exit', () => {
    kill();
    if (cluster) rmSync(folder, { recursive: true, force: true });
  });
  const redis: TestRedis = {
    url,
    async start() {
      const options = [
        ...['--port', tls ? '0' : `${port}`],
        ...(tls ? ['--tls-port', `${port}`, '--tls-auth-clients', 'no'] : []),
        ...(tls ? ['--tls-cert-file', LOOPBACK_PEM, '--tls-key-file', LOOPBACK_PEM] : []),
        ...(tls ? ['--tls-ca-cert-file', LOOPBACK_PEM] : []),
        ...(cluster ? ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`] : []),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
        ...args,
      ];
      child = spawn(findRedis(), options, { stdio: 'ignore' });
      await once(child, 'spawn');
      await eventually('Redis answers', () => answers(url, tls));
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

export async function joinCluster(nodes: readonly TestRedis[]): Promise<void> {
  const clients = nodes.map(({ url }) => new Redis(url, { enableReadyCheck: false }));
  const [first] = clients;
  try {
    await Promise.all(
      clients.map(async (client, at) => {
        const [from, to] = [at, at + 1].map((part) => Math.floor((16384 * part) / clients.length));
        await client.call('cluster', 'addslotsrange', `${from}`, `${(to ?? 0) - 1}`);
        const { port, 'cluster-port': bus } = Object.fromEntries(
          await Promise.all(
            ['port', 'cluster-port'].map(async (name) => [
              name,
              ((await client.config('GET', name)) as string[])[1],
            ]),
          ),
        );
        if (client !== first) await first?.call('cluster', 'meet', '127.0.0.1', port, bus);
      }),
    );
    await eventually('the nodes know each other', async () => {
      const told = await Promise.all(clients.map((client) => client.cluster('INFO')));
      return told.every(
        (info) => info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes.length}`),
      );
    });
  } finally {
    for (const client of clients) client.disconnect();
  }
}
