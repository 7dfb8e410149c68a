/** A hundred pages of 2 MB uploaded and ready: CPU beside bare sharp, memory at its peak, the wait for the first thumbnail. */
import { isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { media } from '../../db/schema/index.ts';
import { planFallback, planWidths } from '../../server/domains/media/images.ts';
import { handlers } from '../../workers/handlers.ts';
import { type Account, startTestApp, type TestApp } from '../support/app.ts';
import { createEpisode, createStory, upload } from '../support/console.ts';
import { draw } from '../support/pictures.ts';
import { atMost, figure, type Row, round } from './row.ts';

const PAGES = 100;
const PAGE_BYTES = 2_000_000;

/** In one process, server and worker together: what both hold in memory counts. */
export async function benchUploads(): Promise<Row[]> {
  const app = await startTestApp();
  try {
    const creator = await app.signUp();
    const story = await createStory(app, creator);
    const page = await drawPage();
    const { bare, ours, peakMib, firstMs } = await measure(app, creator, story.id, page);
    return [
      figure(`page of the upload`, page.length / 1e6, 'MB'),
      { name: `${PAGES} pages uploaded and ready`, value: round(ours), unit: 'ms CPU' },
      { name: 'bare sharp, same outputs', value: round(bare), unit: 'ms CPU' },
      atMost('upload and processing / bare sharp', ours / bare, 1.1),
      atMost('memory of server and worker at their peak', peakMib, 700, 'MiB'),
      atMost('first file sent until its thumbnail is there', firstMs / 1000, 2, 's'),
    ];
  } finally {
    await app.close();
  }
}

async function measure(app: TestApp, creator: Account, storyId: string, page: Buffer) {
  const episode = await createEpisode(app, creator, storyId);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  let ours = 0;
  let firstMs = 0;
  for (let number = 1; number <= PAGES; number += 1) {
    const startedAt = performance.now();
    ours += await cpuOf(async () => {
      const reply = await upload(app, creator, 'POST /creator/pages', [
        { name: 'episode_id', value: episode.id },
        { name: 'files[]', filename: `${number}.jpg`, data: page },
      ]);
      if (reply.statusCode !== 202) throw new Error(reply.body);
      // AVIF comes later, when the page can be read already.
      const waiting = await app.deps.db.select({ id: media.id }).from(media).where(isNull(media.processedAt));
      for (const { id } of waiting) await handlers['media.process'](app.deps, { mediaId: id });
    });
    if (number === 1) firstMs = performance.now() - startedAt;
  }
  clearInterval(watch);
  let bare = 0;
  for (let number = 0; number < PAGES / 10; number += 1) bare += 10 * (await cpuOf(() => barePage(page)));
  return { ours, bare, peakMib: peak / 1024 / 1024, firstMs };
}

/** Panels with the grain of a scan, padded to the size of a page as creators send it. */
async function drawPage(): Promise<Buffer> {
  const page = await draw({ width: 1440, height: 2036, format: 'jpeg' }, (x, y) => {
    if (x % 720 < 24 || y % 509 < 24) return [255, 255, 255];
    const grain = ((x * 7 + y * 13) % 97) + ((x * y) % 31);
    return [120 + grain, 90 + (grain >> 1), 60 + ((x + y) % 64)];
  });
  return Buffer.concat([page, Buffer.alloc(Math.max(0, PAGE_BYTES - page.length), 7)]);
}

async function barePage(input: Buffer): Promise<void> {
  const { data, info } = await sharp(input).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  for (const size of planWidths(info))
    await pixels()
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
  await pixels()
    .resize({ ...planFallback(info), fit: 'fill' })
    .jpeg({ quality: 80 })
    .toBuffer();
  await pixels().resize({ width: 16 }).webp({ quality: 30 }).toBuffer();
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
