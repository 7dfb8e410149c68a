/** Pixels of a strip: no background shows between pages and their pieces. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import sharp from 'sharp';
import t from 'tap';
import { stories } from '../../db/schema/index.ts';
import { createEpisode, createStory, upload, uploadCover } from '../support/console.ts';
import { expect, settled } from '../support/hand.ts';
import { startSite } from '../support/site.ts';

const WIDTHS = [320, 411, 1001];
const RATIOS = [1, 1.5, 2.625];
const HEIGHT = 700;
/** The first page is cut into pieces. The others have odd sizes. */
const PAGES = [
  [800, 4999],
  [733, 901],
  [801, 1403],
  [800, 1280],
] as const;
/** The pages contain no green, the background contains much. */
const GREEN_MAX = 12;

async function groundRows(page: Page, at: number): Promise<number> {
  const joint = page.locator('[data-item] img').nth(at);
  // Scrolling loads pages near the joint and unloads others.
  await joint.evaluate((each) =>
    each.closest('[data-item]')?.scrollIntoView({ block: 'start', behavior: 'instant' }),
  );
  const areThere = () =>
    page.evaluate(
      (near) =>
        near.every((index) => {
          const image = document.querySelectorAll<HTMLImageElement>('[data-item] img')[index];
          return image?.complete && image.naturalWidth > 0;
        }),
      [at - 1, at],
    );
  await expect.poll(areThere).toBe(true);
  const clip = await settled(page, () =>
    page.evaluate(async (index) => {
      const images = document.querySelectorAll<HTMLImageElement>('[data-item] img');
      const boxOf = () => images[index]?.getBoundingClientRect();
      scrollBy({ top: (boxOf()?.top ?? 0) - innerHeight / 2, behavior: 'instant' });
      for (const image of [images[index], images[index - 1]]) await image?.decode();
      const { left = 0, width = 0, top = 0 } = boxOf() ?? {};
      return { x: Math.round(left + width / 4), y: Math.round(top) - 20, width: 2, height: 40 };
    }, at),
  );
  const picture = await page.screenshot({ clip });
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from(
    { length: info.height - 2 },
    (_, row) => data[(row + 1) * info.width * 3 + 1] ?? 255,
  );
  return rows.filter((green) => green > GREEN_MAX).length;
}

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const story = await createStory(site, creator, { cover_media_id: await uploadCover(site, creator) });
// Set before the upload, since the server cuts pages when they arrive.
await site.deps.db.update(stories).set({ format: 'strip' }).where(eq(stories.id, story.id));
const episode = await createEpisode(site, creator, story.id, 'The tower');
const pages = PAGES.map(async ([width, height], at) => ({
  name: 'files[]',
  filename: `${at + 1}.png`,
  type: 'image/png',
  data: await sharp({ create: { width, height, channels: 3, background: '#c000c0' } })
    .png()
    .toBuffer(),
}));
const value = { name: 'episode_id', value: episode.id };
const reply = await upload(site, creator, 'POST /creator/pages', [value, ...(await Promise.all(pages))]);
if (reply.statusCode !== 202) throw new Error(reply.body);
await site.runJobs();
await site.call(`POST /creator/episodes/${episode.id}/publish`, { as: creator, body: {} });

for (const ratio of RATIOS)
  await t.test(`RDR-15 a strip shows no seams at ${ratio} pixels a pixel`, async (t) => {
    const { page, context, goto } = await site.open({
      viewport: { width: 411, height: HEIGHT },
      deviceScaleFactor: ratio,
    });
    await goto(`/stories/${story.slug}/1`);
    const count = await page.evaluate(() => {
      const images = [...document.querySelectorAll<HTMLImageElement>('[data-item] img')];
      // Otherwise their own colour would hide gaps.
      for (const image of images) image.style.background = 'none';
      document.querySelector<HTMLInputElement>('#bars')?.click();
      return images.length;
    });
    t.ok(count > PAGES.length, `a long page is cut into pieces: ${count}`);
    const seams: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (let at = 1; at < count; at += 1) {
        const rows = await groundRows(page, at);
        if (rows > 0) seams.push(`${width} wide, picture ${at + 1}: ${rows} rows`);
      }
    }
    t.same(seams, []);
    await context.close();
  });
