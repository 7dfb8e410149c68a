/**
 * Memory kept after thousands of requests: the heap after garbage collection, before and after each kind. The server
 * runs in this process and gets real connections, so that per-socket memory counts too.
 */
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { episodes, outbox, stories } from '../../db/schema/index.ts';
import { createQueue } from '../../server/queue/queue.ts';
import { startWorkers } from '../../workers/start.ts';
import type { Account } from '../support/app.ts';
import { multipart } from '../support/multipart.ts';
import { BROWSER } from './arrivals.ts';
import { atMost, figure, type Row } from './row.ts';
import type { BenchSite } from './site.ts';

const KEPT_MAX_MIB = 5;
const AT_ONCE = 8;
const WARM_UP_SHARE = 0.2;
const MIB = 1024 * 1024;
/** The uploads exceed one creator's daily allowance. */
const CREATORS = 10;
const ABORT_AFTER_MS = 4;

type Ask = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  payload?: Buffer;
  /** Status that proves that the measured action happened. */
  status: number;
};

type Kind = { name: string; count: number; one(turn: number): Promise<void>; during?: 'uncached' };

const collect = globalThis.gc as (() => void) | undefined;

export async function benchSoak(site: BenchSite): Promise<Row[]> {
  if (collect === undefined) throw new Error('the heap is measured with --expose-gc');
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const creators: Account[] = [];
  for (let turn = 0; turn < CREATORS; turn += 1) creators.push(await site.signUp(`Creator ${turn}`));
  const rows: Row[] = [];
  try {
    for (const kind of await kindsOf(site, agent, creators)) {
      if (kind.during === 'uncached') site.caches.disable();
      rows.push(...(await soak(kind)));
      site.caches.enable();
    }
    rows.push(...(await soakWorker(site)));
  } finally {
    agent.destroy();
  }
  return rows;
}

async function kindsOf(site: BenchSite, agent: Agent, creators: readonly Account[]): Promise<Kind[]> {
  const { story, reader, landing, missing } = site.paths;
  const of = (turn: number) => creators[turn % creators.length] as Account;
  const ask = (how: Ask) => answer(site.port, agent, how);
  const page = (path: string, status = 200) => ask({ path, headers: BROWSER, status });
  const [good, bad] = await pictures();
  const upload = (turn: number, { payload, headers }: Upload, status: number) =>
    ask({
      method: 'POST',
      path: '/api/media',
      headers: { ...headers, ...of(turn).headers },
      payload,
      status,
    });
  const publicPaths = [story, reader, landing, `/de${story}`];
  const calls = ['/user/account', '/auth/my_profile', '/creator/stories', `${story}`];
  return [
    {
      name: 'public pages rendered, a tenth of them unknown',
      count: 5_000,
      during: 'uncached',
      one: (turn) =>
        turn % 10 === 0
          ? page(`${missing}/${turn}`, 404)
          : page(publicPaths[turn % publicPaths.length] as string),
    },
    {
      name: 'private pages rendered',
      count: 5_000,
      one: (turn) =>
        ask({
          path: turn % 2 === 0 ? '/creator/stories' : '/settings',
          headers: { ...BROWSER, cookie: `auth_token=${of(turn).token}` },
          status: 200,
        }),
    },
    {
      name: 'pages answered from the cache',
      count: 20_000,
      one: (turn) => page(publicPaths[turn % publicPaths.length] as string),
    },
    {
      name: 'API calls',
      count: 5_000,
      one: (turn) =>
        ask({ path: `/api${calls[turn % calls.length]}`, headers: { ...of(turn).headers }, status: 200 }),
    },
    { name: 'pictures uploaded', count: 1_000, one: (turn) => upload(turn, good, 201) },
    { name: 'uploads refused', count: 2_000, one: (turn) => upload(turn, bad, 415) },
    {
      name: 'requests aborted',
      count: 1_000,
      one: (turn) => abort(site, { turn, as: of(turn), upload: good }),
    },
  ];
}

async function soak({ name, count, one }: Kind): Promise<Row[]> {
  process.stderr.write(`  ${count} ${name}\n`);
  const run = (turns: number) => inTurns(turns, one);
  await run(Math.ceil(count * WARM_UP_SHARE));
  const before = await kept();
  await run(count);
  const after = await kept();
  return [
    atMost(`${count} ${name}: heap kept`, (after.heap - before.heap) / MIB, KEPT_MAX_MIB, 'MiB'),
    figure(`${count} ${name}: buffers kept`, (after.buffers - before.buffers) / MIB, 'MiB'),
  ];
}

async function inTurns(turns: number, one: (turn: number) => Promise<void>): Promise<void> {
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < turns) {
      const turn = next;
      next += 1;
      await one(turn);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

/** Finalizers need turns of the event loop between two collections. */
async function kept(): Promise<{ heap: number; buffers: number }> {
  for (let turn = 0; turn < 4; turn += 1) {
    await sleep(250);
    collect?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, buffers: external };
}

function answer(
  port: number,
  agent: Agent,
  { method = 'GET', path, headers, payload, status }: Ask,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = payload === undefined ? {} : { 'content-length': String(payload.length) };
    const request = httpRequest(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        response.on('error', reject).on('end', () => {
          if (response.statusCode === status) resolve();
          else reject(new Error(`${method} ${path} was answered with ${response.statusCode}, not ${status}`));
        });
        response.resume();
      },
    );
    request.on('error', reject).end(payload);
  });
}

type Upload = ReturnType<typeof multipart>;

async function pictures(): Promise<[Upload, Upload]> {
  const background = { r: 120, g: 160, b: 200 };
  const jpeg = await sharp({ create: { width: 320, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const upload = (data: Buffer) => multipart([{ name: 'file', filename: 'page.jpg', data }]);
  return [upload(jpeg), upload(Buffer.alloc(20_000, 'no picture '))];
}

/** Disconnects before, while and after the server works, during a page, a call and an upload. */
async function abort(
  site: BenchSite,
  { turn, as, upload }: { turn: number; as: Account; upload: Upload },
): Promise<void> {
  const socket = connect(site.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = (line: string, headers: Record<string, string> = {}) =>
    `${line} HTTP/1.1\r\nHost: tsuzuki.test\r\nCookie: auth_token=${as.token}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
  const { payload, headers } = upload;
  const whole = { ...headers, 'content-length': String(payload.length) };
  const parts = [
    head('GET /creator/stories'),
    head(`GET ${site.paths.story}`),
    head('POST /api/media', whole) + payload.subarray(0, 300).toString('latin1'),
    `${head('PUT /api/user/settings', { 'content-type': 'application/json', 'content-length': '200' })}{"not`,
  ];
  socket.write(parts[turn % parts.length] as string, 'latin1');
  if (turn % 3 > 0) await sleep((turn % 3) * ABORT_AFTER_MS);
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}

const JOBS = 5_000;

/** Processes the uploaded pictures, then releases that are not due, a worker's most frequent job. */
async function soakWorker(site: BenchSite): Promise<Row[]> {
  const { deps, databaseUrl } = site;
  const [episode] = await deps.db
    .select({ id: episodes.id })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .limit(1);
  if (episode === undefined) throw new Error('there is no episode');
  const queue = await createQueue({ config: deps.config, databaseUrl, log: deps.log });
  const workers = await startWorkers(deps, queue);
  try {
    await untilIdle(site);
    const add = async (count: number) => {
      const payload = { episodeId: episode.id, publishAt: deps.clock.now().toISOString() };
      await deps.db
        .insert(outbox)
        .values(Array.from({ length: count }, () => ({ name: 'episode.publish_due', payload })));
      await untilIdle(site);
    };
    await add(JOBS * WARM_UP_SHARE);
    const before = await kept();
    await add(JOBS);
    const after = await kept();
    return [
      atMost(`${JOBS} jobs run: heap kept`, (after.heap - before.heap) / MIB, KEPT_MAX_MIB, 'MiB'),
      figure(`${JOBS} jobs run: buffers kept`, (after.buffers - before.buffers) / MIB, 'MiB'),
    ];
  } finally {
    await workers.close();
    await queue.close();
  }

  async function untilIdle({ deps }: BenchSite): Promise<void> {
    for (;;) {
      const [row] = await deps.db.select().from(outbox).where(isNull(outbox.relayedAt)).limit(1);
      const counts = Object.values(await queue.counts());
      if (row === undefined && counts.every((of) => of.waiting + of.active === 0)) return;
      await sleep(100);
    }
  }
}
