import sharp from 'sharp';
import { type Derivative, type ImageRefusal, isImageRefused } from '../../server/domains/media/images.ts';

// Creates pictures for uploads and decodes results. Only here may a test process open WebP and AVIF. The product blocks
// those loaders, so they are unblocked at the first look, not on import.

export type Look = {
  format: string;
  width: number;
  height: number;
  frames: number;
  /** Kinds of metadata in the file. */
  metadata: string[];
  /** 8-bit sRGB, three bytes per pixel. */
  pixels: Buffer;
  at(x: number, y: number): [number, number, number];
};

export async function look(data: Buffer): Promise<Look> {
  sharp.unblock({ operation: ['VipsForeignLoadWebp', 'VipsForeignLoadHeif'] });
  const found = await sharp(data).metadata();
  const { data: pixels, info } = await sharp(data)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels in a derivative`);
  const kinds = ['exif', 'icc', 'xmp', 'iptc', 'comments', 'orientation'] as const;
  return {
    format: found.format === 'heif' ? 'avif' : found.format,
    width: info.width,
    height: info.height,
    frames: found.pages ?? 1,
    metadata: kinds.filter((kind) => found[kind] !== undefined),
    pixels,
    at(x, y) {
      const [red = -1, green = -1, blue = -1] = pixels.subarray((y * info.width + x) * 3);
      return [red, green, blue];
    },
  };
}

export async function draw(
  {
    width,
    height,
    format,
    quality = 90,
  }: { width: number; height: number; format: 'png' | 'jpeg'; quality?: number },
  paint: (x: number, y: number) => readonly [number, number, number],
): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) data.set(paint(x, y), at);
  }
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return format === 'png'
    ? image.png({ compressionLevel: 3 }).toBuffer()
    : image.jpeg({ quality }).toBuffer();
}

export async function collectDerivatives(made: AsyncIterable<Derivative>): Promise<Derivative[]> {
  const all: Derivative[] = [];
  for await (const derivative of made) all.push(derivative);
  return all;
}

/** Mean difference of two pictures of the same size, from 0 (equal) to 255. */
export function difference(one: Look, other: Look): number {
  let sum = 0;
  for (let at = 0; at < one.pixels.length; at += 1) {
    sum += Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0));
  }
  return sum / one.pixels.length;
}

/** 'accepted', or the reason of the refusal. Any other error is ours and fails the test. */
export async function verdict(work: () => Promise<unknown>): Promise<ImageRefusal | 'accepted'> {
  try {
    await work();
    return 'accepted';
  } catch (error) {
    if (isImageRefused(error)) return error.reason;
    throw error;
  }
}
