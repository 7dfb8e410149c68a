/**
 * Sends pages over 400 kbit/s in Chromium and drops the connection midway. Measures the time until all are stored, and
 * the bytes sent twice. Compares single files, as the console sends them, with one archive, as a resumable protocol
 * would.
 */
import { launchBrowser } from '../support/browser.ts';
import { createEpisode, createStory } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { makeZip } from '../support/make-zip.ts';
import { draw } from '../support/pictures.ts';
import { figure, type Row } from './row.ts';
import type { BenchSite } from './site.ts';
import { openSlowLine } from './slow-line.ts';

const PAGES = 6;
const BYTES_PER_SECOND = 400_000 / 8;
const LATENCY_MS = 400;
const CUT_MS = 5_000;
const STORED_MAX_MS = 10 * 60_000;

type File = { name: string; mimeType: string; buffer: Buffer };
type Way = { name: string; files: File[]; isCut: boolean; opensArchives?: boolean };

export async function benchLine(site: BenchSite): Promise<Row[]> {
  const files = await Promise.all(Array.from({ length: PAGES }, (_, at) => drawFile(at)));
  const bytes = files.reduce((sum, { buffer }) => sum + buffer.length, 0);
  const archive = makeZip(files.map(({ name, buffer }) => ({ name, data: buffer })));
  const zip = { name: 'pages.cbz', mimeType: 'application/vnd.comicbook+zip', buffer: archive };
  const rows: Row[] = [
    figure(`${PAGES} pages`, bytes / 1e6, 'MB'),
    figure('at 400 kbit/s at best', bytes / BYTES_PER_SECOND, 's'),
  ];
  for (const way of [
    { name: 'pages, line whole', files, isCut: false },
    { name: 'pages, line lost for 5 s', files, isCut: true },
    { name: 'archive opened by the browser, line lost for 5 s', files: [zip], isCut: true },
    { name: 'archive sent whole, line lost for 5 s', files: [zip], isCut: true, opensArchives: false },
  ]) {
    const { firstMs, allMs, received } = await sendBy(site, way, bytes);
    rows.push(
      figure(`${way.name}: first page stored after`, firstMs / 1000, 's'),
      figure(`${way.name}: all stored after`, allMs / 1000, 's'),
      figure(`${way.name}: sent beyond the pages`, (received - bytes) / 1e6, 'MB'),
    );
  }
  return rows;
}

async function sendBy(site: BenchSite, { files, isCut, opensArchives = true }: Way, bytes: number) {
  const creator = await site.signUp('Far Away');
  const story = await createStory(site, creator);
  const episode = await createEpisode(site, creator, story.id);
  const line = await openSlowLine(site.port, { bytesPerSecond: BYTES_PER_SECOND, latencyMs: LATENCY_MS });
  const origin = `http://127.0.0.1:${line.port}`;
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
  try {
    const context = await browser.newContext({ baseURL: origin });
    await context.addCookies([
      { url: origin, sameSite: 'Lax', name: 'auth_token', value: creator.token, httpOnly: true },
      { url: origin, sameSite: 'Lax', name: 'signed_in', value: '1' },
    ]);
    const page = await context.newPage();
    // The console does not open archives in browsers that cannot inflate.
    if (!opensArchives)
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'DecompressionStream'));
    await page.goto(`/creator/stories/${story.id}/episodes/${episode.id}`);
    await page.waitForSelector('tsuzuki-island[name=EpisodeEditor][awake]', { state: 'attached' });
    const stored = async (least: number) => {
      const reply = await site.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator });
      return reply.json<{ pages: unknown[] }>().pages.length >= least;
    };
    const before = line.carried();
    const startedAt = performance.now();
    await page.locator('input[type=file][multiple]').setInputFiles(files);
    const first = eventually('a page is stored', () => stored(1), STORED_MAX_MS).then(
      () => performance.now() - startedAt,
    );
    const received = () => line.carried() - before;
    if (isCut) {
      await eventually('half is on its way', () => received() > bytes / 2, STORED_MAX_MS);
      await line.lose(CUT_MS);
    }
    await eventually('all pages are stored', () => stored(PAGES), STORED_MAX_MS);
    return { firstMs: await first, allMs: performance.now() - startedAt, received: received() };
  } finally {
    await browser.close();
    await line.close();
  }
}

async function drawFile(at: number): Promise<File> {
  let noise = at + 1;
  const buffer = await draw({ width: 900, height: 1272, format: 'jpeg' }, () => {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    const grain = (noise >> 8) % 80;
    return [120 + grain, 90 + grain, 60 + grain];
  });
  return { name: `${at + 1}.jpg`, mimeType: 'image/jpeg', buffer };
}
