/** Bare sharp: makes the files of a page from one decode. The image pipeline is compared with it. */
import sharp from 'sharp';
import { planFallback, planWidths } from '../../server/domains/media/images.ts';

export async function barePage(input: string | Buffer): Promise<void> {
  const { data, info } = await sharp(input, { failOn: 'warning' })
    .autoOrient()
    .resize({ width: 1440, height: 2036, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  for (const size of planWidths(info)) {
    await pixels()
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
  }
  await pixels()
    .resize({ ...planFallback(info), fit: 'fill' })
    .jpeg({ quality: 80 })
    .toBuffer();
  await pixels().resize({ width: 16 }).webp({ quality: 30 }).toBuffer();
}

export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
