import { open } from 'node:fs/promises';
import { sniffPicture } from '../../../lib/sniff-picture.ts';
import { judged, openImage } from './engine.ts';
import type { ImageInput } from './png-colour.ts';
import { ImageRefused } from './refused.ts';

// Judges a picture by its content alone, never by name or declared type (PAG-08, PAG-09, PAG-12).

/** The specification's "3MB", read as MiB (EPI-18, PAG-11, STO-27). */
export const IMAGE_MAX_BYTES = 3 * 1024 * 1024;
/** No platform has longer strips, and a side near 65,535 means a forged header. */
const maxSide = 30_000;

export type ImageFacts = {
  format: 'jpeg' | 'png';
  bytes: number;
  /** Pixels as displayed, after orientation. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8. 1 when the file has none. */
  orientation: number;
};

/** Decodes the whole file, in a few rows of memory, to find damage now and not in the worker. */
export async function inspectImage(input: ImageInput): Promise<ImageFacts> {
  const facts = await readHeader(input);
  const stored = facts.orientation >= 5 ? { width: facts.height, height: facts.width } : facts;
  // The explicit extract prevents shrink-on-load, which skips data. A box filter needs every row: truncated files are
  // damaged in the last rows.
  await judged(
    openImage(input)
      .extract({ left: 0, top: 0, width: stored.width, height: stored.height })
      .resize({ width: eighth(stored.width), height: eighth(stored.height), fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer(),
  );
  return facts;
}

/** Does not decode pixels. */
export async function readHeader(input: ImageInput): Promise<ImageFacts> {
  const { head, bytes } = await readHead(input);
  if (bytes > IMAGE_MAX_BYTES) throw new ImageRefused('too_large');
  const format = judgeHead(head);
  const { autoOrient, orientation = 1 } = await judged(openImage(input).metadata());
  const { width, height } = autoOrient;
  if (Math.max(width, height) > maxSide) throw new ImageRefused('side_too_long');
  return { format, bytes, width, height, orientation };
}

/** Refuses other types before the rest is read. */
export function judgeHead(head: Buffer): ImageFacts['format'] {
  if (head.length === 0) throw new ImageRefused('empty');
  const format = sniffPicture(head);
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
