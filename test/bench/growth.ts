/** CPU of server and database per page, beside 1,000, 10,000 and 100,000 stories of ten episodes. */
import { sql } from 'drizzle-orm';
import { createSession } from '../../server/domains/accounts/sessions/service.ts';
import { type House, startHouses } from '../support/house.ts';
import {
  addManyStories,
  creatorSlug,
  numberedId,
  STORIES_A_CREATOR,
  storySlug,
} from '../support/many-stories.ts';
import { readCost } from '../support/plans.ts';
import { BROWSER } from './arrivals.ts';
import { cpuMeter } from './cpu.ts';
import { publishRows } from './growth-writes.ts';
import { atMost, figure, median, type Row } from './row.ts';

/** `LARGEST=10000` skips the largest size, which takes minutes to create. */
const SIZES = [1_000, 10_000, 100_000].filter((size) => size <= Number(process.env.LARGEST ?? 100_000));
const FACTOR_MAX = 1.2;
const ROUNDS = 9;
const REQUESTS = 40;

type Request = { url: string; headers: Record<string, string> };
export type Site = House & { size: number; requests: Map<string, Request[]> };

export async function benchGrowth(): Promise<Row[]> {
  const rows: Row[] = [];
  // The country header makes the server check country restrictions as well.
  const environment = { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' };
  await startHouses({ environment }, async (open) => {
    const sites: Site[] = [];
    try {
      for (const size of SIZES) {
        const house = await open();
        const start = performance.now();
        await addManyStories(house.databaseUrl, { to: size });
        const seconds = (performance.now() - start) / 1000;
        rows.push(figure(`${size.toLocaleString('en-US')} stories: generated in`, seconds, 's'));
        await restFromVacuum(house);
        house.caches.disable();
        sites.push({ ...house, size, requests: await requestsOf(house, size) });
      }
      rows.push(...(await measure(sites)), ...(await publishRows(sites, FACTOR_MAX)));
    } finally {
      for (const site of sites) await site.close();
    }
  });
  return rows;
}

/** The same share of each size's stories, spread evenly. Unpublished stories are skipped: they have no page. */
async function requestsOf(house: House, size: number): Promise<Map<string, Request[]>> {
  const numbers = Array.from({ length: REQUESTS }, (_, turn) => Math.floor((turn * size) / REQUESTS))
    .map((n) => n - (n % STORIES_A_CREATOR) + 1 + (n % (STORIES_A_CREATOR - 1)))
    .map((n) => Math.min(n, size - 1));
  const headers = { ...BROWSER, 'x-country': 'DE' };
  const all = (urlOf: (n: number) => string) => numbers.map((n) => ({ url: urlOf(n), headers }));
  // Each word occurs in every title or in none. Limits count by address, so each visitor has one.
  const searches = (url: string): Request[] =>
    numbers.map((_, turn) => ({
      url: url + ['lamp', 'l', 'la', 'the', 'qqqqq'][turn % 5],
      headers: { ...headers, 'x-forwarded-for': `10.0.0.${turn + 1}` },
    }));
  const creatorOf = (n: number) => Math.floor((n - 1) / STORIES_A_CREATOR) + 1;
  const consoles: Request[] = [];
  for (const n of numbers) {
    const token = await createSession(house.deps, numberedId('user', creatorOf(n)), 'bench');
    consoles.push({ url: '/creator/stories', headers: { ...headers, cookie: `auth_token=${token}` } });
  }
  return new Map([
    ['story page', all((n) => `/stories/${storySlug(n)}`)],
    ['landing', all(() => '/')],
    ['genre', all(() => '/genres/drama')],
    ['tag', all(() => '/tags/lamp')],
    ['reader', all((n) => `/stories/${storySlug(n)}/1`)],
    ['profile', all((n) => `/profile/${creatorSlug(creatorOf(n))}`)],
    ['console list', consoles],
    ['live search', searches('/api/stories/search?publication_type=comics&per_page=3&q=')],
    ['search results', searches('/search/')],
  ]);
}

/** Autovacuum would distort the measurement of the site that runs at that moment. */
async function restFromVacuum({ deps }: House): Promise<void> {
  const { rows } = await deps.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) {
    await deps.db.execute(sql.raw(`alter table ${name} set (autovacuum_enabled = false)`));
  }
}

/** The sizes take turns, so that other load on the machine affects all of them. */
async function measure(sites: readonly Site[]): Promise<Row[]> {
  const rows: Row[] = [];
  const [first] = sites;
  if (first === undefined) return rows;
  const cpuOf = await cpuMeter(first);
  for (const name of first.requests.keys()) {
    const costs = new Map<number, number[]>(sites.map(({ size }) => [size, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const turn of sites.keys()) {
        const site = sites[(turn + round) % sites.length] as Site;
        const cost = await cpuOf(() => askAll(site, name));
        // The first round is warm-up.
        if (round > 0) costs.get(site.size)?.push(cost / REQUESTS);
      }
    }
    let before: { size: number; cost: number } | null = null;
    for (const [size, measured] of costs) {
      const cost = median(measured);
      const label = `${name}, ${size.toLocaleString('en-US')} stories`;
      rows.push(figure(`${label}: CPU`, cost, 'ms/request'));
      if (before !== null) rows.push(atMost(`${label}: growth`, cost / before.cost, FACTOR_MAX, 'times'));
      before = { size, cost };
      const site = sites.find((one) => one.size === size) as Site;
      const { statements, rows: read, buffers } = await readCost(site.deps, () => askAll(site, name));
      const each = (count: number) => count / REQUESTS;
      rows.push(
        figure(`${label}: statements`, each(statements), '/request'),
        figure(`${label}: rows read`, each(read), '/request'),
        figure(`${label}: pages of 8 kB touched`, each(buffers), '/request'),
      );
    }
  }
  return rows;
}

async function askAll(site: Site, name: string): Promise<void> {
  for (const request of site.requests.get(name) ?? []) {
    const { statusCode } = await site.app.inject(request);
    if (statusCode !== 200) throw new Error(`${request.url} answered ${statusCode}`);
  }
}
