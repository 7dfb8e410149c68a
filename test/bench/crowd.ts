/**
 * A crowd asks one web process for uncached pages. It refuses the excess at once, and its memory stays bounded. Cached
 * pages and `/healthz` keep working.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstallation } from '../support/installation.ts';
import { addManyStories, publishedStory, storySlug } from '../support/many-stories.ts';
import { BROWSER, crowdOf, endConnections, send, Times } from './arrivals.ts';
import { atMost, figure, type Row } from './row.ts';

const STORIES = 20_000;
const CLIENTS = 2_000;
const SECONDS = 30;
const MEMORY_MAX_MIB = 700;
const BACK_MAX_S = 5;
/** A refused client retries after this time, which is sooner than the server allows. */
const AGAIN_MS = 500;

export async function benchCrowd(): Promise<Row[]> {
  const house = await startInstallation({ servers: 1, workers: 0, queue: 'postgres', storage: 'files' });
  const agent = crowdOf(CLIENTS);
  try {
    const [server] = house.servers;
    if (server === undefined) throw new Error('there is no server');
    await addManyStories(house.postgres.url, { to: STORIES });
    const { port } = server;
    const get = (path: string, from: string, own = agent) =>
      send({ port, path, agent: own, headers: { ...BROWSER, 'x-forwarded-for': from } });
    for (let n = 1; n <= 20; n += 1) await get(`/stories/${storySlug(n)}`, '10.9.0.1', undefined);

    const answers = new Map<number, Times>();
    const fails = new Map<string, number>();
    const keptPage = `/stories/${storySlug(1)}`;
    const kept = { [keptPage]: new Times(), '/healthz': new Times() };
    let asked = 0;
    let again = 0;
    let unkept = 0;
    let memoryMib = server.memoryMib();
    const before = memoryMib;
    const until = performance.now() + SECONDS * 1000;
    const client = async (own: number): Promise<void> => {
      while (performance.now() < until) {
        asked += 1;
        const n = publishedStory(asked, STORIES);
        const sentAt = performance.now();
        const language = ['', '/de'][asked % 2];
        const status = await get(
          `${language}/stories/${storySlug(n)}/${1 + (asked % 7)}`,
          `10.${own >> 8}.${own & 255}.1`,
        ).then(
          (answer) => {
            if (answer.again) again += 1;
            return answer.status;
          },
          (error: Error) => {
            fails.set(error.message, (fails.get(error.message) ?? 0) + 1);
            return 0;
          },
        );
        const times = answers.get(status) ?? new Times();
        answers.set(status, times);
        times.add(performance.now() - sentAt);
        if (status !== 200) await sleep(AGAIN_MS);
      }
    };
    const watch = async (): Promise<void> => {
      while (performance.now() < until) {
        memoryMib = Math.max(memoryMib, server.memoryMib());
        for (const [path, times] of Object.entries(kept)) {
          const sentAt = performance.now();
          const status = await get(path, '10.8.0.1', undefined).then(
            (answer) => answer.status,
            () => 0,
          );
          if (status === 200) times.add(performance.now() - sentAt);
          else unkept += 1;
        }
        await sleep(200);
      }
    };
    await Promise.all([...Array.from({ length: CLIENTS }, (_, own) => client(own)), watch()]);

    const over = performance.now();
    let after = 0;
    for (let n = 1; ; n += 1) {
      const { status } = await get(`/stories/${storySlug(20 + n)}/8`, '10.7.0.1', undefined);
      after = (performance.now() - over) / 1000;
      if (status === 200 || after > 60) break;
      await sleep(50);
    }
    const rows = [...answers].flatMap(([status, times]) => [
      figure(`crowd of ${CLIENTS}: answers ${status || 'none'}`, times.count / SECONDS, '/s'),
      figure(`crowd of ${CLIENTS}: answers ${status || 'none'}: p99`, times.quantile(0.99), 'ms'),
    ]);
    for (const [why, count] of fails) process.stderr.write(`  ${count} × ${why}\n`);
    return [
      ...rows,
      atMost(
        'crowd: neither served nor refused',
        [...fails.values()].reduce((a, b) => a + b, 0),
        0,
      ),
      figure('crowd: sent again, since a connection was closed', again, ''),
      atMost('crowd: kept page or /healthz not served', unkept, 0),
      figure('crowd: kept page beside it: p99', kept[keptPage]?.quantile(0.99) ?? 0, 'ms'),
      figure('crowd: /healthz beside it: p99', kept['/healthz']?.quantile(0.99) ?? 0, 'ms'),
      figure('crowd: memory before', before, 'MiB'),
      atMost('crowd: most memory', memoryMib, MEMORY_MAX_MIB, 'MiB'),
      atMost('crowd: served again after', after, BACK_MAX_S, 's'),
    ];
  } finally {
    agent.destroy();
    endConnections();
    await house.close();
  }
}
