/** What open event streams cost while nothing happens, how soon all of them hear, and how fast one story is liked and rated. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { like, rate } from '../../server/domains/reactions/service.ts';
import { findTotals } from '../../server/domains/statistics/slots.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openShelf } from '../support/shelf.ts';
import { atLeast, atMost, figure, type Row } from './row.ts';

const STREAMS = 2_000;
const STREAMS_MAX_MIB = 100;
const IDLE_MS = 30_000;
const IDLE_MAX_PERCENT = 2;
const READERS = 4_000;
const AT_ONCE = 32;
const DEEDS_PER_SECOND = 1_000;
/** Likes of as many episodes wait for no common row. */
const EPISODES = 40;
const BESIDE_MANY_MIN = 0.9;

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
  // So that what a first stream loads is not counted.
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

async function perSecond<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const left = [...items];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
  return items.length / ((performance.now() - begun) / 1000);
}

type Work = { storyId: string; episodeIds: readonly string[] };

async function benchReactions({ deps }: TestApp, { storyId, episodeIds }: Work): Promise<Row[]> {
  const [episodeId = '', ...others] = episodeIds;
  const { rows } = await deps.pool.query<{ id: string }>(
    `insert into users (id, email, slug, display_name, date_of_birth)
     select gen_random_uuid(), 'liker' || n || '@example.org', 'liker-' || n, 'Reader ' || n, '1990-01-01'
     from generate_series(1, $1) n returning id`,
    [READERS],
  );
  const readers = rows.map(({ id }) => ({ viewer: { id } as never, country: null }));
  const spread = await perSecond([...readers.entries()], ([at, reader]) =>
    like(deps, reader, others[at % others.length] ?? ''),
  );
  const liked = await perSecond(readers, (reader) => like(deps, reader, episodeId));
  const rated = await perSecond(readers, (reader) => rate(deps, reader, storyId, 4));
  const [ofEpisode, ofStory] = [
    await findTotals(deps, 'episode', episodeId),
    await findTotals(deps, 'story', storyId),
  ];
  if (ofEpisode?.likes_count !== READERS || ofStory?.ratings_count !== READERS)
    throw new Error(`counted ${ofEpisode?.likes_count} likes and ${ofStory?.ratings_count} ratings`);
  return [
    atLeast('likes of one episode', liked, DEEDS_PER_SECOND, '/s'),
    atLeast('the same, beside those of many episodes', liked / spread, BESIDE_MANY_MIN),
    atLeast('ratings of one story', rated, DEEDS_PER_SECOND, '/s'),
  ];
}

export async function benchLive(): Promise<Row[]> {
  const app = await startTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
  try {
    const shelf = openShelf(app.deps);
    const story = await shelf.addStory(await shelf.addAuthor());
    const episodeIds: string[] = [];
    for (let position = 1; position <= EPISODES; position += 1)
      episodeIds.push((await shelf.addEpisode(story, position, {}, { pages: 0 })).id);
    return [
      ...(await benchReactions(app, { storyId: story.id, episodeIds })),
      ...(await benchStreams(app, episodeIds[0] ?? '')),
    ];
  } finally {
    await app.close();
  }
}
