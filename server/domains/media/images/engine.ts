import sharp, { type Sharp } from 'sharp';
import type { Size } from './plan.ts';
import type { ImageInput } from './png-colour.ts';
import { readPngColour, toSrgb } from './png-colour.ts';
import { ImageRefused, isImageRefused } from './refused.ts';

// The only importer of sharp.

// A server sees each picture once, so a cache only wastes memory. Two jobs with one thread each use two cores better
// than one job with two threads.
sharp.cache(false);
sharp.concurrency(1);
// Second lock behind the check of the first bytes: libvips cannot open other formats here. WebP and GIF are only for
// books (`convert.ts`).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

/** 8-bit sRGB, three bytes per pixel, no alpha. */
export type Pixels = Size & { data: Buffer };

export type Encoding = 'webp' | 'avif' | 'jpeg';

export const contentTypes: Record<Encoding, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpeg: 'image/jpeg',
};
export const extensions: Record<Encoding, string> = { webp: 'webp', avif: 'avif', jpeg: 'jpg' };

export const maxPixels = 50_000_000;
const timeoutSeconds = 20;

export function openImage(input: ImageInput): Sharp {
  return sharp(input, { failOn: 'warning', limitInputPixels: maxPixels }).timeout({
    seconds: timeoutSeconds,
  });
}

/** On white: transparent pages are drawn for paper and would be black on black in the dark theme. */
export async function decode(input: ImageInput, shape: (image: Sharp) => Sharp): Promise<Pixels> {
  const image = shape(openImage(input).autoOrient()).flatten({ background: '#ffffff' });
  const colour = await readPngColour(input);
  // Eight bits would lose the dark steps of linear light.
  const raw =
    colour?.bits === 16
      ? image.toColourspace('rgb16').raw({ depth: 'ushort' })
      : image.toColourspace('srgb').raw({ depth: 'uchar' });
  const { data, info } = await judged(raw.toBuffer({ resolveWithObject: true }));
  return { data: colour ? toSrgb(data, colour) : data, width: info.width, height: info.height };
}

/** Decoder errors are about the file, so we show them to its owner. */
export async function judged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isImageRefused(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/exceeds pixel limit/i.test(message)) throw new ImageRefused('too_many_pixels', { cause: error });
    // Lossless, 12-bit and other JPEGs that browsers cannot show either.
    if (/unsupported (?:jpeg|color)/i.test(message))
      throw new ImageRefused('unsupported_type', { cause: error });
    throw new ImageRefused('damaged', { cause: error });
  }
}

// WebP effort 2 is the sweet spot for uploads. AVIF effort 1 is within a few percent of effort 2 at two thirds of its
// CPU. It runs only in the background. Effort 4 costs many times as much.
export function encode(pixels: Pixels, size: Size, encoding: Encoding): Promise<Buffer> {
  const image = resized(pixels, size);
  if (encoding === 'webp') return image.webp({ quality: 80, effort: 2 }).toBuffer();
  if (encoding === 'avif')
    return image.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer();
  return image.jpeg({ quality: 80 }).toBuffer();
}

export type Layer = { data: Buffer; size: Size; channels: 3 | 4; left: number; top: number };

export function lay({ data, width, height }: Pixels, layers: readonly Layer[]): Promise<Buffer> {
  const over = layers.map(({ data: input, size, channels, left, top }) => ({
    input,
    left,
    top,
    raw: { width: size.width, height: size.height, channels },
  }));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .composite(over)
    .removeAlpha()
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** Longest data URI of a placeholder. The HTML contains one per picture. */
const placeholderLength = 180;
const placeholderPrefix = 'data:image/webp;base64,';

export async function encodePlaceholder(pixels: Pixels): Promise<string> {
  const small = await scale(pixels, within(pixels, 32), 'linear');
  for (const [side, quality] of placeholderTries) {
    const size = within(small, side);
    const data = await resized(small, size).webp({ quality, effort: 6 }).toBuffer();
    const uri = placeholderPrefix + data.toString('base64');
    if (uri.length <= placeholderLength) return uri;
  }
  throw new Error('A single pixel does not fit into a placeholder');
}

const placeholderTries = [
  [16, 30],
  [12, 20],
  [10, 10],
  [8, 5],
  [6, 1],
  [4, 1],
  [1, 1],
] as const;

function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export async function scale(pixels: Pixels, size: Size, kernel: Kernel = 'lanczos3'): Promise<Pixels> {
  if (isOfSize(pixels, size)) return pixels;
  return { ...size, data: await resized(pixels, size, kernel).raw().toBuffer() };
}

type Kernel = 'lanczos3' | 'linear';

function resized(pixels: Pixels, size: Size, kernel: Kernel = 'lanczos3'): Sharp {
  const { data, width, height } = pixels;
  const image = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: maxPixels });
  return isOfSize(pixels, size) ? image : image.resize({ ...size, fit: 'fill', kernel });
}

const isOfSize = ({ width, height }: Pixels, size: Size): boolean =>
  width === size.width && height === size.height;
