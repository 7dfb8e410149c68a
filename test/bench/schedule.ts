/**
 * Two worker processes publish 500 scheduled episodes within a minute. A `kill -9` hits one of them every five seconds,
 * and it restarts at once. Each episode's receipt tells its delay.
 */

import { countScheduled, planReleases, type Release, releasesOf } from '../support/due-episodes.ts';
import { eventually } from '../support/eventually.ts';
import { makeDeps } from '../support/jobs.ts';
import { createTestDatabase } from '../support/postgres.ts';
import type { Program } from '../support/processes.ts';
import { ownFolder, startWorker } from '../support/processes.ts';
import { startTestRedis } from '../support/redis.ts';
import { atMost, figure, type Row } from './row.ts';

const COUNT = 500;
const WITHIN_MS = 60_000;
const KILLS = 10;
const KILL_EVERY_MS = 5_500;
const LEAD_MS = 4_000;
const LATE_MAX_MS = 5_000;

export async function benchSchedule(): Promise<Row[]> {
  return [...(await measure('postgres')), ...(await measure('redis'))];
}

async function measure(kind: 'postgres' | 'redis'): Promise<Row[]> {
  const redis = kind === 'redis' ? await startTestRedis() : undefined;
  const database = await createTestDatabase();
  const folder = await ownFolder();
  const { deps, close } = makeDeps(database.url);
  const start = () =>
    startWorker({
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'info',
      BASE_URL: 'http://tsuzuki.test',
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    });
  const workers: Program[] = [];
  try {
    workers.push(...(await Promise.all([start(), start()])));
    const from = Date.now() + LEAD_MS;
    const stepMs = WITHIN_MS / COUNT;
    const publishAt = (index: number) => new Date(from + Math.floor(index * stepMs));
    const { ids } = await planReleases(deps, { count: COUNT, publishAt });
    const killed = await killInTurns(workers, start, from);
    await eventually('nothing is due any more', async () => (await countScheduled(deps)) === 0);
    return report(`releases on ${kind}`, await releasesOf(deps, ids), killed);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await close();
    await database.drop();
    await folder.end();
    await redis?.stop();
  }
}

async function killInTurns(workers: Program[], start: () => Promise<Program>, from: number): Promise<number> {
  for (let killed = 0; killed < KILLS; killed++) {
    const at = from + (killed + 0.5) * KILL_EVERY_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
    const place = killed % workers.length;
    await workers[place]?.stop('SIGKILL');
    workers[place] = await start();
  }
  return KILLS;
}

function report(name: string, releases: readonly Release[], killed: number): Row[] {
  const published = releases.filter(({ event }) => event === 'due');
  const once = new Set(published.map(({ episodeId }) => episodeId)).size;
  const late = published.map(({ at, dueAt }) => at.getTime() - (dueAt?.getTime() ?? 0)).sort((a, b) => a - b);
  const at = (share: number) =>
    late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? Number.NaN;
  return [
    figure(`${name}: workers killed`, killed, ''),
    atMost(`${name}: lost`, COUNT - once, 0, 'episodes'),
    atMost(`${name}: published twice`, published.length - once, 0, 'episodes'),
    figure(`${name}: late, p50`, at(0.5), 'ms'),
    atMost(`${name}: late, p99`, at(0.99), LATE_MAX_MS, 'ms'),
    atMost(`${name}: late, most`, at(1), LATE_MAX_MS, 'ms'),
  ];
}
