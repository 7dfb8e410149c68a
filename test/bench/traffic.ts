/**
 * Readers, creators and jobs at once on a real installation: `MINUTES=30 npm run bench -- traffic`, by default two.
 * First readers alone, then readers during an upload of 200 pages, then everything.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGES_MAX_COUNT } from '../../server/domains/publishing/releases/rules.ts';
import { pageParts, type Work } from '../support/creator.ts';
import { multipart } from '../support/multipart.ts';
import { endConnections, run, type Stream, send, Times, type Told } from './arrivals.ts';
import { watchMemory } from './memory-watch.ts';
import { atMost, figure, type Row } from './row.ts';
import { openTrafficSite, type TrafficSite } from './traffic-site.ts';
import { CHANGED, creatorsOf, KEPT, type Made, readersOf, UNCACHED } from './traffic-streams.ts';

const MINUTES = Math.min(120, Math.max(1, Number(process.env.MINUTES ?? 2)));
const CACHED_P99_MS = 50;
const UNCACHED_P99_MS = 500;
const UPLOADS = 200;
const UPLOADS_AT_ONCE = 3;
/** Shares of the run. Memory is watched in the last one, whose load is constant. */
const SHARES = { warmUp: 0.05, alone: 0.12, uploads: 0.2, mix: 0.63 };

async function upload(
  site: TrafficSite,
  { draft, portOf, count, until }: { draft: Work; portOf: Made['portOf']; count: number; until: number },
): Promise<Told> {
  const told: Told = { times: new Times(), errors: new Map(), left: 0 };
  let at = 0;
  const work = async (): Promise<void> => {
    while (at < count && performance.now() < until) {
      at += 1;
      const { payload, headers } = multipart(pageParts(draft, [`${Date.now()}-${at}.jpg`], site.page));
      const sentAt = performance.now();
      const why = await send({
        port: portOf(at),
        method: 'POST',
        path: '/api/creator/pages',
        body: payload,
        headers: { ...headers, authorization: site.creator.authorization },
      }).then(
        ({ status }) => (status === 202 ? null : `${status}`),
        (error: Error) => error.message,
      );
      if (why === null) told.times.add(performance.now() - sentAt);
      else told.errors.set(why, (told.errors.get(why) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
  return told;
}

async function waiting(site: TrafficSite): Promise<number> {
  const [row] = await site.query<{ n: number }>(
    `select count(*)::int as n from media where processed_at is null and purpose = 'page'`,
  );
  return row?.n ?? 0;
}

export async function benchTraffic(): Promise<Row[]> {
  const site = await openTrafficSite();
  const rows: Row[] = [];
  try {
    const { streams, portOf } = readersOf(site);
    const totalMs = MINUTES * 60_000;
    const phase = async (share: number, more: readonly Stream[] = []) => {
      const until = performance.now() + totalMs * share;
      return {
        until,
        all: Promise.all(
          [...streams, ...more].map(async (one) => [one.name, await run(one, until)] as const),
        ),
      };
    };
    process.stderr.write('  warming up\n');
    await (await phase(SHARES.warmUp)).all;

    process.stderr.write('  readers alone\n');
    rows.push(...rowsOf('alone', await (await phase(SHARES.alone)).all));

    process.stderr.write(`  readers beside ${UPLOADS} uploads\n`);
    const draft = await site.addDraft();
    const beside = await phase(SHARES.uploads);
    const sent = await upload(site, { draft, portOf, count: UPLOADS, until: beside.until });
    const leftAtEnd = beside.all.then(() => waiting(site));
    rows.push(...rowsOf(`beside ${UPLOADS} uploads`, await beside.all));
    rows.push(
      ...rowsOf('of them', [['uploads', sent]]),
      figure('pages still to be made ready at the end of it', await leftAtEnd, ''),
    );

    process.stderr.write('  everything\n');
    const mixed = await phase(SHARES.mix, creatorsOf(site, portOf));
    const watched = watchMemory([...site.servers, ...site.workers], mixed.until);
    const [told, uploads] = await Promise.all([mixed.all, trickle(site, portOf, mixed.until)]);
    rows.push(
      ...rowsOf('mix', [...told, ['uploads', uploads]], { ...P99_MS, [CHANGED]: UNCACHED_P99_MS }),
      ...(await watched),
    );
  } finally {
    endConnections();
    await site.close();
  }
  return rows;
}

/** Uploads a page every few seconds all the time. Starts a new episode when the current one is full. */
async function trickle(site: TrafficSite, portOf: Made['portOf'], until: number): Promise<Told> {
  const told: Told = { times: new Times(), errors: new Map(), left: 0 };
  let draft = await site.addDraft();
  for (let turn = 1; performance.now() < until; turn += 1) {
    if (turn % PAGES_MAX_COUNT === 0) draft = await site.addDraft();
    const one = await upload(site, { draft, portOf, count: 1, until });
    if (one.times.count > 0) told.times.add(one.times.worst);
    for (const [why, count] of one.errors) told.errors.set(why, (told.errors.get(why) ?? 0) + count);
    await sleep(4_000);
  }
  return told;
}

/** While no creator works, all pages but the uncached ones come from the cache. */
const P99_MS: Record<string, number> = {
  [KEPT]: CACHED_P99_MS,
  [CHANGED]: CACHED_P99_MS,
  [UNCACHED]: UNCACHED_P99_MS,
};

function rowsOf(phase: string, told: readonly (readonly [string, Told])[], p99Ms = P99_MS): Row[] {
  return told.flatMap(([name, { times, errors, left }]) => {
    const label = `${phase}: ${name}`;
    const p99 = times.quantile(0.99);
    const wanted = p99Ms[name];
    const failed = [...errors.values()].reduce((sum, count) => sum + count, left);
    for (const [why, count] of errors) process.stderr.write(`  ${label}: ${count} × ${why}\n`);
    return [
      figure(`${label}: p50 of ${times.count}`, times.quantile(0.5), 'ms'),
      wanted === undefined ? figure(`${label}: p99`, p99, 'ms') : atMost(`${label}: p99`, p99, wanted, 'ms'),
      ...(failed > 0 ? [atMost(`${label}: errors`, failed, 0)] : []),
    ];
  });
}
