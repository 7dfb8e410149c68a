import { open } from 'node:fs/promises';
import { type ImageInput, judged, openImage } from './engine.ts';
import { ImageRefused } from './refused.ts';

// Judges an uploaded picture by its content alone (PAG-08, PAG-09, PAG-12): name and declared type are never asked.

/** "3MB" of the specification, settled as MiB (EPI-18, PAG-11, STO-27). */
export const IMAGE_MAX_BYTES = 3 * 1024 * 1024;
/** Longer strips exist on no platform; a side near 65,535 is the mark of a forged header. */
const maxSide = 30_000;

export type ImageFacts = {
  format: 'jpeg' | 'png';
  bytes: number;
  /** Pixels as seen, that is with the orientation applied. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8; 1 where there is none. */
  orientation: number;
};

/** Decodes the whole file, in a few rows of memory, so that damage is found now and not by the worker. */
export async function inspectImage(input: ImageInput): Promise<ImageFacts> {
  const facts = await readHeader(input);
  const stored = facts.orientation >= 5 ? { width: facts.height, height: facts.width } : facts;
  // The explicit extract keeps the decoder from skipping data by shrinking while loading, and a box filter asks for
  // every row, as the last ones are where a cut-off file is damaged.
  await judged(
    openImage(input)
      .extract({ left: 0, top: 0, width: stored.width, height: stored.height })
      .resize({ width: eighth(stored.width), height: eighth(stored.height), fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer(),
  );
  return facts;
}

/** Type, size and dimensions, without decoding a pixel. */
export async function readHeader(input: ImageInput): Promise<ImageFacts> {
  const { head, bytes } = await readHead(input);
  if (bytes > IMAGE_MAX_BYTES) throw new ImageRefused('too_large');
  const format = judgeHead(head);
  const { autoOrient, orientation = 1 } = await judged(openImage(input).metadata());
  const { width, height } = autoOrient;
  if (Math.max(width, height) > maxSide) throw new ImageRefused('side_too_long');
  return { format, bytes, width, height, orientation };
}

/** The first bytes alone: what is no JPEG or PNG is refused before the rest is looked at. */
export function judgeHead(head: Buffer): ImageFacts['format'] {
  if (head.length === 0) throw new ImageRefused('empty');
  const format = sniff(head);
  if (format === 'jpeg' || format === 'png') return format;
  throw format ? new ImageRefused('unsupported_type', { found: format }) : new ImageRefused('not_an_image');
}

function eighth(pixels: number): number {
  return Math.max(1, Math.round(pixels / 8));
}

const headBytes = 512;

async function readHead(input: ImageInput): Promise<{ head: Buffer; bytes: number }> {
  if (typeof input !== 'string') return { head: input.subarray(0, headBytes), bytes: input.length };
  const file = await open(input, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return { head: buffer.subarray(0, bytesRead), bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

const signatures: readonly [type: string, offset: number, hex: string][] = [
  ['png', 0, '89504e470d0a1a0a'],
  ['jpeg', 0, 'ffd8ff'],
  ['gif', 0, '47494638'],
  ['webp', 8, '57454250'],
  ['pdf', 0, '255044462d'],
  ['bmp', 0, '424d'],
  ['tiff', 0, '49492a00'],
  ['tiff', 0, '4d4d002a'],
  ['heif', 4, '6674797068656963'],
  ['heif', 4, '6674797068656978'],
  ['heif', 4, '667479706d696631'],
  ['avif', 4, '6674797061766966'],
  ['jxl', 0, 'ff0a'],
  ['jxl', 0, '0000000c4a584c20'],
  ['jp2', 0, '0000000c6a502020'],
  ['jp2', 0, 'ff4fff51'],
  ['ico', 0, '00000100'],
  ['psd', 0, '38425053'],
  ['zip', 0, '504b0304'],
  ['gzip', 0, '1f8b'],
  ['postscript', 0, '252150'],
];

/** Names the type for the message to the owner; only `jpeg` and `png` go on to a decoder. */
function sniff(head: Buffer): string | undefined {
  for (const [type, offset, hex] of signatures) {
    if (head.subarray(offset, offset + hex.length / 2).toString('hex') === hex) return type;
  }
  return /<svg[\s>]/i.test(head.toString('latin1')) ? 'svg' : undefined;
}
