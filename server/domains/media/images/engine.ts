import sharp, { type Sharp } from 'sharp';
import type { Size } from './plan.ts';
import { readPngColour, toSrgb } from './png-colour.ts';
import { ImageRefused, isImageRefused } from './refused.ts';

// The one importer of sharp: its process-wide settings, how untrusted files are opened, and how pixels are encoded.

// A server sees a picture once, so a cache only holds memory. One thread for each picture: two jobs side by side use
// two cores better than two threads in one job do.
sharp.cache(false);
sharp.concurrency(1);
// Second lock behind the check of the first bytes: libvips itself can open nothing else in this process. WebP and GIF are
// for pictures of books alone (`convert.ts`).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

export type ImageInput = string | Buffer;

/** 8-bit sRGB, three bytes a pixel, no alpha: what every derivative is made from. */
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

/**
 * Decodes once, upright, in sRGB, on white: transparent pages are drawn for paper, and would be black on black in the
 * dark theme. `shape` adds the crop and the size.
 */
export async function decode(input: ImageInput, shape: (image: Sharp) => Sharp): Promise<Pixels> {
  const image = shape(openImage(input).autoOrient()).flatten({ background: '#ffffff' });
  const colour = await readPngColour(input);
  // Dark steps of linear light are lost in eight bits.
  const raw =
    colour?.bits === 16
      ? image.toColourspace('rgb16').raw({ depth: 'ushort' })
      : image.toColourspace('srgb').raw({ depth: 'uchar' });
  const { data, info } = await judged(raw.toBuffer({ resolveWithObject: true }));
  return { data: colour ? toSrgb(data, colour) : data, width: info.width, height: info.height };
}

/** An error of the decoder speaks of the file, not of us: it becomes the reason that its owner is told. */
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

// WebP effort 2 is the knee of its curve for uploads. AVIF effort 1 makes files within a few percent of effort 2 at two
// thirds of its CPU, and even so runs in the background only; effort 4 costs many times as much.
export function encode(pixels: Pixels, size: Size, encoding: Encoding): Promise<Buffer> {
  const image = resized(pixels, size);
  if (encoding === 'webp') return image.webp({ quality: 80, effort: 2 }).toBuffer();
  if (encoding === 'avif')
    return image.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer();
  return image.jpeg({ quality: 80 }).toBuffer();
}

export type Layer = { data: Buffer; size: Size; channels: 3 | 4; left: number; top: number };

/** Pictures one over the other, as a JPEG. */
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

/** Longest data URI that a placeholder may be: it stands in the HTML once for every picture. */
const placeholderLength = 180;
const placeholderPrefix = 'data:image/webp;base64,';

/** The picture as a data URI of a few blurred pixels, of at most 180 characters. */
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

/** The same picture in another size, or itself where the size is its own. */
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
