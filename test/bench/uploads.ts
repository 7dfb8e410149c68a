/**
 * Uploads and processes a hundred pages of 2 MB, by separate server and worker processes. Measures CPU beside bare
 * sharp with the same outputs, peak memory, and time to the first thumbnail.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Creator,
  confirmMail,
  listPages,
  pageParts,
  signUp,
  startStory,
  type Work,
  whenReady,
} from '../support/creator.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { draw } from '../support/pictures.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownFolder, type Program, type Server, startServer, startWorker } from '../support/processes.ts';
import { barePage, cpuOf } from './bare.ts';
import { atMost, figure, type Row, round } from './row.ts';

const PAGES = 100;
const AT_ONCE = 3;
const TURN = 10;
const READY_MAX_MS = 15 * 60_000;

export async function benchUploads(): Promise<Row[]> {
  const page = await drawPage();
  const database = await createTestDatabase();
  const folder = await ownFolder();
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder.path, 'data'),
    WORKERS: 'off',
    LOG_LEVEL: 'warn',
  };
  const running: Program[] = [];
  try {
    const server = await startServer(environment);
    running.push(server);
    const worker = await startWorker({ ...environment, LOG_LEVEL: 'info', BASE_URL: server.url });
    running.push(worker);
    return await measure({ server, worker, databaseUrl: database.url, page });
  } finally {
    await Promise.all(running.map((program) => program.stop()));
    await database.drop();
    await folder.end();
  }
}

type Scene = { server: Server; worker: Program; databaseUrl: string; page: Buffer };

async function measure({ server, worker, databaseUrl, page }: Scene): Promise<Row[]> {
  const creator = await signUp(server);
  await confirmMail(databaseUrl);
  const work = await startStory(creator, server, page);
  await whenReady(creator, server, work);
  const startedAt = performance.now();
  await send(creator, server, work, 'first.jpg', page);
  await eventually(
    'the first thumbnail',
    async () => (await listPages(creator, server, work))[0]?.state === 'ready',
  );
  const firstMs = performance.now() - startedAt;
  await eventually('nothing is left to do', () => isMade(databaseUrl, 'image/avif', 1));

  // Stops the worker meanwhile, so that late AVIF encoding does not count.
  worker.send('SIGSTOP');
  const serverMs = await cpuDuring(server, async () => {
    const names = Array.from({ length: PAGES }, (_, at) => `${at + 1}.jpg`);
    const sendSome = async () => {
      for (let name = names.shift(); name !== undefined; name = names.shift())
        await send(creator, server, work, name, page);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  });
  let workerMs = 0;
  const bare: number[] = [];
  for (let ready = TURN; ready <= PAGES; ready += TURN) {
    workerMs += await cpuDuring(worker, async () => {
      worker.send('SIGCONT');
      await eventually(
        'some more are ready',
        () => isMade(databaseUrl, 'image/webp', ready + 1),
        READY_MAX_MS,
      );
      worker.send('SIGSTOP');
    });
    bare.push(await cpuOf(() => barePage(page)), await cpuOf(() => barePage(page)));
  }
  worker.send('SIGCONT');
  const bareMs = (PAGES * bare.reduce((sum, each) => sum + each, 0)) / bare.length;
  const [serverMib, workerMib] = [await peakOf(server), await peakOf(worker)];
  return [
    figure('page of the upload', page.length / 1e6, 'MB'),
    { name: `${PAGES} pages received and judged by the server`, value: round(serverMs), unit: 'ms CPU' },
    { name: `${PAGES} pages made ready by the worker`, value: round(workerMs), unit: 'ms CPU' },
    { name: 'bare sharp, same outputs', value: round(bareMs), unit: 'ms CPU' },
    atMost('worker / bare sharp', workerMs / bareMs, 1.1),
    atMost('server and worker / bare sharp', (serverMs + workerMs) / bareMs, 1.1),
    figure('memory of the server at its peak', serverMib, 'MiB'),
    figure('memory of the worker at its peak', workerMib, 'MiB'),
    atMost('memory of both at their peaks', serverMib + workerMib, 700, 'MiB'),
    atMost('first file sent until its thumbnail is there', firstMs / 1000, 2, 's'),
  ];
}

const send = (creator: Creator, server: Server, work: Work, name: string, page: Buffer): Promise<unknown> =>
  creator.upload(server, 'POST /creator/pages', pageParts(work, [name], page));

async function isMade(databaseUrl: string, type: string, least: number): Promise<boolean> {
  const [row] = await query<{ made: number }>(
    databaseUrl,
    `select count(*)::int as made from media where purpose = 'page' and processed_at is not null
       and variants @> '[{"type":"${type}"}]'`,
  );
  return (row?.made ?? 0) >= least;
}

/** Panels with the grain of a scan: at the maximum page size it weighs as much as a heavy page. */
function drawPage(): Promise<Buffer> {
  let noise = 1;
  return draw({ width: 1440, height: 2036, format: 'jpeg', quality: 96 }, (x, y) => {
    if (x % 720 < 24 || y % 509 < 24) return [255, 255, 255];
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    const grain = (noise >> 8) % 100;
    return [100 + grain, 80 + grain, 60 + grain + ((x + y) % 32)];
  });
}

const TICK_MS = 10;

async function cpuDuring({ pid }: Program, work: () => Promise<void>): Promise<number> {
  const before = await cpuMs(pid);
  await work();
  return (await cpuMs(pid)) - before;
}

async function cpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function peakOf({ pid }: Program): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
