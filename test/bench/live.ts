/** Cost of idle event streams, and the time until all of them receive an event. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openShelf } from '../support/shelf.ts';
import { atLeast, atMost, figure, type Row } from './row.ts';

const STREAMS = 2_000;
const STREAMS_MAX_MIB = 100;
const IDLE_MS = 30_000;
const IDLE_MAX_PERCENT = 2;

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

async function restingMib(): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    collectGarbage();
    await sleep(200);
  }
  return process.memoryUsage().rss / 2 ** 20;
}

async function benchStreams(app: TestApp, episodeId: string): Promise<Row[]> {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const topic = `episode_comments:${episodeId}` as const;
  const start = (count: number) => {
    const file = join(import.meta.dirname, 'stream-clients.ts');
    return fork(file, [String(port), `/api/events?topics=${topic}`, String(count)]);
  };
  // Warms up, so that code loaded by the first stream is not counted.
  const first = start(10);
  await once(first, 'message');
  first.disconnect();
  await once(first, 'exit');
  const before = await restingMib();
  const clients = start(STREAMS);
  await once(clients, 'message');
  const mib = (await restingMib()) - before;
  const used = process.cpuUsage();
  await sleep(IDLE_MS);
  const { user, system } = process.cpuUsage(used);
  const begun = performance.now();
  app.deps.live.hear(topic);
  await once(clients, 'message');
  const heardMs = performance.now() - begun;
  const { count } = app.deps.live;
  clients.disconnect();
  await once(clients, 'exit');
  while (app.deps.live.count > 0) await sleep(10);
  return [
    atLeast('event streams open', count, STREAMS),
    atMost('their memory', mib, STREAMS_MAX_MIB, 'MiB'),
    atMost('their CPU while nothing happens', (user + system) / 10 / IDLE_MS, IDLE_MAX_PERCENT, '%'),
    figure('until all have heard', heardMs, 'ms'),
  ];
}

export async function benchLive(): Promise<Row[]> {
  const app = await startTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
  try {
    const shelf = openShelf(app.deps);
    const story = await shelf.addStory(await shelf.addAuthor());
    const { id } = await shelf.addEpisode(story, 1, {}, { pages: 0 });
    return await benchStreams(app, id);
  } finally {
    await app.close();
  }
}
