/**
 * Cost of a request with 1, 2, 4 and 8 web processes on one database: CPU of servers and database, without the clients.
 * Constant cost means linear scaling. Writes notify all processes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { confirmMail, signUp, startStory, whenReady } from '../support/creator.ts';
import { type ServerMember, startInstallation } from '../support/installation.ts';
import { addManyStories } from '../support/many-stories.ts';
import { samplePage } from '../support/sample-page.ts';
import { type Ask, BROWSER, endConnections, send, Times } from './arrivals.ts';
import { databaseMs, parentOf, processMs } from './cpu.ts';
import { atMost, figure, type Row } from './row.ts';

const COUNTS = [1, 2, 4, 8];
/** Each process must reach 0.8 of a single one's throughput, so a request may cost 1.25 times as much. */
const FACTOR_MAX = 1.25;
const STORIES = 1_000;
/** Per process. Fewer would mostly measure compiling and compressing, which each process does once. */
const CACHED = 6_000;
const UNCACHED = 100;
const SETTLE_MS = 3_000;
const WRITES = 100;
const AT_ONCE = 8;
const IDLE_MS = 5_000;

type Cost = { servers: number; database: number; times: Times };

export async function benchWebProcesses(): Promise<Row[]> {
  const installation = await startInstallation({
    ...{ queue: 'postgres', storage: 'files', servers: 1, workers: 0 },
    environment: { LOG_LEVEL: 'warn' },
  });
  const rows: Row[] = [];
  try {
    const databaseUrl = installation.postgres.url;
    await addManyStories(databaseUrl, { to: STORIES });
    const [place] = installation.servers;
    if (place === undefined) throw new Error('there is no server');
    await installation.addWorker('worker', { environment: { LOG_LEVEL: 'info' } });
    const creator = await signUp(place);
    await confirmMail(databaseUrl);
    const work = await startStory(creator, place, await samplePage());
    await whenReady(creator, place, work);
    await Promise.all(installation.workers.map((worker) => worker.stop()));
    const postmaster = await postmasterOf(databaseUrl);

    let page = 0;
    const kinds: { name: string; count: number; ask(turn: number, port: number): Ask }[] = [
      {
        ...{ name: 'a cached page', count: CACHED },
        ask: (turn, port) => ({ port, path: `/stories/many-${1 + (turn % 5)}`, headers: BROWSER }),
      },
      {
        ...{ name: 'an uncached page', count: UNCACHED },
        ask: (_turn, port) => {
          page += 1;
          // A different story and page number each time, so that the page is uncached in every process.
          const [story, number] = [
            1 + (page % 19) + 20 * (Math.floor(page / 19) % 50),
            Math.floor(page / 950),
          ];
          return { port, path: `/stories/many-${story}${number > 0 ? `/${number}` : ''}`, headers: BROWSER };
        },
      },
      {
        ...{ name: 'a change of a story', count: WRITES },
        ask: (turn, port) => ({
          ...{ port, method: 'PATCH', path: `/api/creator/stories/${work.storyId}` },
          headers: { authorization: creator.authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ description: `Told anew, for the ${turn}th time.` }),
        }),
      },
    ];
    const first = new Map<string, number>();
    for (const count of COUNTS) {
      while (installation.servers.length < count)
        await installation.addServer(`server-${installation.servers.length + 1}`);
      process.stderr.write(`  ${count} web processes\n`);
      const { servers } = installation;
      const measure = (work: () => Promise<Times>) => costOf({ servers, postmaster }, work);
      for (const { name, count: each, ask } of kinds) {
        // Warm-up: each process compiles its hot code and caches its pages.
        const isCached = name === 'a cached page';
        for (const { port } of servers) await askAll(isCached ? 4_000 : 40, (turn) => ask(turn, port), 4);
        await sleep(SETTLE_MS);
        const requests = name === 'a change of a story' ? each : each * count;
        const cost = await measure(() =>
          askAll(requests, (turn) => ask(turn, servers[turn % count]?.port ?? 0), AT_ONCE),
        );
        const label = `${count} web processes: ${name}`;
        const perRequest = (cost.servers + cost.database) / requests;
        const alone = first.get(name) ?? perRequest;
        first.set(name, alone);
        rows.push(
          figure(`${label}: CPU of the servers`, cost.servers / requests, 'ms'),
          figure(`${label}: CPU of the database`, cost.database / requests, 'ms'),
          figure(`${label}: p50`, cost.times.quantile(0.5), 'ms'),
        );
        if (count > 1) {
          const factor = perRequest / alone;
          rows.push(
            name === 'a change of a story'
              ? figure(`${label}: beside one process`, factor, 'times')
              : atMost(`${label}: beside one process`, factor, FACTOR_MAX, 'times'),
          );
        }
      }
      const idle = await measure(async () => {
        await sleep(IDLE_MS);
        return new Times();
      });
      const percent = ((idle.servers + idle.database) / count / IDLE_MS) * 100;
      rows.push(
        figure(`${count} web processes: one of them idle, with its part of the database`, percent, '% CPU'),
      );
    }
  } finally {
    endConnections();
    await installation.close();
  }
  return rows;
}

async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = await parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return postmaster;
}

async function costOf(
  { servers, postmaster }: { servers: readonly ServerMember[]; postmaster: number },
  work: () => Promise<Times>,
): Promise<Cost> {
  const now = async () => {
    const each = await Promise.all(servers.map((server) => processMs(server.pid())));
    return { servers: each.reduce((sum, ms) => sum + ms, 0), database: await databaseMs(postmaster) };
  };
  const before = await now();
  const times = await work();
  const after = await now();
  return { times, servers: after.servers - before.servers, database: after.database - before.database };
}

async function askAll(count: number, ask: (turn: number) => Ask, atOnce: number): Promise<Times> {
  const times = new Times();
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < count) {
      const turn = next;
      next += 1;
      const begun = performance.now();
      const { status } = await send(ask(turn));
      if (status !== 200 && status !== 402) throw new Error(`${ask(turn).path} answered ${status}`);
      times.add(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  return times;
}
