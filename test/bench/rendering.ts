/** Cost of an uncached page: queries, and CPU beside React alone with the same tree. */
import pg from 'pg';
import { BROWSER } from './arrivals.ts';
import { measureAlone } from './load.ts';
import { atMost, figure, median, type Row } from './row.ts';
import type { BenchSite } from './site.ts';
import { trees } from './trees.ts';

const QUERIES_MAX_COUNT = 4;
const BARE_FACTOR_MAX = 1.5;
const ROUNDS = 5;
const RENDERINGS = 40;

export async function benchRendering(site: BenchSite): Promise<Row[]> {
  const { landing, story, reader } = site.paths;
  site.caches.disable();
  try {
    return [
      ...(await measurePage(site, 'landing page', landing)),
      ...(await measurePage(site, 'story of 40 episodes', story)),
      ...(await measurePage(site, 'reader of 20 pages', reader)),
    ];
  } finally {
    site.caches.enable();
  }
}

async function measurePage(site: BenchSite, name: string, path: string): Promise<Row[]> {
  const ask = () => site.app.inject({ url: path, headers: BROWSER });
  await ask();
  const queries = await countQueries(ask);
  const tree = await trees.during(ask);
  const render = () => site.pages.renderPublic({ url: path, country: null });
  const bare = () => trees.renderBare(tree);
  await Promise.all([render(), bare()]);
  const [whole, react]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    whole.push(await cpuOf(render));
    react.push(await cpuOf(bare));
  }
  const requestOf = async (encoding: string) => {
    const rate = await measureAlone({ port: site.port, path, headers: { 'accept-encoding': encoding } });
    return rate.cpuMicroseconds / 1000;
  };
  const plain = await requestOf('identity');
  const request = await requestOf(BROWSER['accept-encoding']);
  const alone = median(react);
  return [
    atMost(`${name}, not cached: queries`, queries, QUERIES_MAX_COUNT, 'per request'),
    figure(`${name}: bare renderToPipeableStream of the same tree`, alone, 'ms CPU'),
    figure(`${name}: queries and rendering`, median(whole), 'ms CPU'),
    figure(`${name}, not cached: whole request, plain`, plain, 'ms CPU'),
    figure(`${name}, not cached: whole request, compressed`, request, 'ms CPU'),
    figure(`${name}: queries and rendering / bare rendering`, median(whole) / alone, ''),
    atMost(`${name}: whole request, plain / bare rendering`, plain / alone, BARE_FACTOR_MAX),
    atMost(`${name}: whole request, compressed / bare rendering`, request / alone, BARE_FACTOR_MAX),
  ];
}

async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < RENDERINGS; turn += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / RENDERINGS;
}
