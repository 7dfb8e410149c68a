/**
 * Restarts two servers behind a production proxy one after the other, twice. Meanwhile readers read, a creator writes
 * and uploads, and streams are open. Every request must be answered.
 */
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { confirmMail, coverParts, pageParts, signUp, startStory, whenReady } from '../support/creator.ts';
import { eventually } from '../support/eventually.ts';
import { type Installation, type ServerMember, startInstallation } from '../support/installation.ts';
import { multipart } from '../support/multipart.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { samplePage } from '../support/sample-page.ts';
import { atMost, figure, type Row } from './row.ts';

const ROUNDS = 2;
const READERS = 8;

type Asked = { method?: string; path: string; headers?: Record<string, string>; pieces?: Buffer[] };
type Kind = { asked: number; failed: string[]; slowestMs: number };
type Load = { kinds: Map<string, Kind>; isOver: boolean };

export async function benchRolling(): Promise<Row[]> {
  const installation = await startInstallation({
    servers: 2,
    workers: 2,
    storage: 'files',
    queue: 'postgres',
    environment: { DRAIN_SECONDS: '3' },
  });
  const [one, two] = installation.servers as [ServerMember, ServerMember];
  const proxy = await startProxy([one.port, two.port]);
  try {
    return await roll(installation, proxy);
  } finally {
    await proxy.close();
    await installation.close();
  }
}

async function roll({ servers, postgres }: Installation, proxy: TestProxy): Promise<Row[]> {
  const first = servers[0] as ServerMember;
  const picture = await samplePage(400, 400);
  const creator = await signUp(first);
  await confirmMail(postgres.url);
  const work = await startStory(creator, first, picture);
  await creator.upload(first, 'POST /creator/pages', pageParts(work, ['1.jpg'], picture));
  await whenReady(creator, first, work);
  await creator.call(first, `POST /creator/episodes/${work.episodeId}/publish`, {});
  const { authorization } = creator;
  const agent = new Agent({ keepAlive: true });
  const load: Load = { kinds: new Map(), isOver: false };
  const ask = (asked: Asked): Promise<number> => answerOf(proxy, agent, asked);
  await eventually('the proxy serves', async () => (await ask({ path: '/' })) === 200);

  let number = 0;
  const next = (): number => {
    number += 1;
    return number;
  };
  const upload = multipart(coverParts(picture));
  const thirds = [0, 1, 2].map((at) =>
    upload.payload.subarray((at * upload.payload.length) / 3, ((at + 1) * upload.payload.length) / 3),
  );
  const clients = [
    ...Array.from({ length: READERS }, () =>
      repeat(load, 'a page that is kept', 20, () => ask({ path: '/' })),
    ),
    repeat(load, 'a page that is made', 50, () => ask({ path: `/search/rolling${next()}` })),
    repeat(load, 'a page of one person', 100, () =>
      ask({ path: '/api/auth/my_profile', headers: { authorization } }),
    ),
    repeat(load, 'a write', 400, () =>
      ask({
        method: 'PATCH',
        path: `/api/creator/stories/${work.storyId}`,
        headers: { authorization, 'content-type': 'application/json' },
        pieces: [Buffer.from(JSON.stringify({ title: `Night Train ${next()}` }))],
      }),
    ),
    repeat(load, 'an upload over a slow line', 1_500, () =>
      ask({
        method: 'POST',
        path: '/api/media',
        headers: { authorization, ...upload.headers },
        pieces: thirds,
      }),
    ),
    repeat(load, 'an event stream that is opened again', 200, () =>
      stream(proxy, `/api/events?topics=episode_comments:${work.episodeId}`, load),
    ),
    repeat(load, 'HTTP/2', 50, () => overHttp2(proxy, '/')),
  ];
  const endsMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of servers) {
      await sleep(2_000);
      const since = performance.now();
      await server.stop();
      endsMs.push(performance.now() - since);
      await server.start();
      // Time of two health checks of the proxy.
      await sleep(3_000);
    }
  }
  load.isOver = true;
  await Promise.all(clients);
  agent.destroy();
  return tell(load, endsMs);
}

function tell({ kinds }: Load, endsMs: number[]): Row[] {
  const rows: Row[] = [];
  for (const [name, { asked, failed, slowestMs }] of kinds) {
    for (const what of failed.slice(0, 5)) process.stderr.write(`${name}: ${what}\n`);
    rows.push(
      figure(`rolling, ${name}: asked`, asked, ''),
      atMost(`rolling, ${name}: not answered`, failed.length, 0),
      figure(`rolling, ${name}: slowest`, slowestMs, 'ms'),
    );
  }
  return [...rows, atMost('rolling: longest end of a server', Math.max(...endsMs) / 1000, 10, 's')];
}

async function repeat(load: Load, name: string, pauseMs: number, ask: () => Promise<number>): Promise<void> {
  const kind: Kind = load.kinds.get(name) ?? { asked: 0, failed: [], slowestMs: 0 };
  load.kinds.set(name, kind);
  while (!load.isOver) {
    const since = performance.now();
    kind.asked += 1;
    try {
      const status = await ask();
      if (status >= 300) kind.failed.push(`status ${status}`);
    } catch (error) {
      kind.failed.push(String((error as Error).message));
    }
    if (name !== 'an event stream that is opened again')
      kind.slowestMs = Math.max(kind.slowestMs, performance.now() - since);
    await sleep(pauseMs);
  }
}

async function answerOf(
  { tls }: TestProxy,
  agent: Agent,
  { method = 'GET', path, headers = {}, pieces = [] }: Asked,
): Promise<number> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const sent = { host: tls.servername, ...headers, ...(length > 0 && { 'content-length': length }) };
  const outgoing = httpsRequest({ ...tls, agent, method, path, headers: sent });
  const answered = once(outgoing, 'response');
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await sleep(400);
    outgoing.write(piece);
  }
  outgoing.end();
  const [reply] = await answered;
  reply.resume();
  await once(reply, 'end');
  return reply.statusCode ?? 0;
}

/** Stays open until the server ends it. Clients must be able to reopen it at once. */
async function stream({ tls }: TestProxy, path: string, load: Load): Promise<number> {
  const outgoing = httpsRequest({
    ...tls,
    path,
    headers: { host: tls.servername, accept: 'text/event-stream' },
    agent: false,
  });
  outgoing.end();
  const [reply] = await once(outgoing, 'response');
  reply.resume();
  const ended = once(reply, 'end');
  while (!load.isOver && !(await Promise.race([ended.then(() => true), sleep(200, false)])));
  if (load.isOver) outgoing.destroy();
  return reply.statusCode ?? 0;
}

async function overHttp2({ tls }: TestProxy, path: string): Promise<number> {
  const session = connectHttp2(`https://127.0.0.1:${tls.port}`, { ca: tls.ca, servername: tls.servername });
  try {
    const asked = session.request({ ':path': path, ':authority': tls.servername });
    const [headers] = await once(asked, 'response');
    asked.resume();
    await once(asked, 'end');
    return Number(headers[':status']);
  } finally {
    session.destroy();
  }
}
