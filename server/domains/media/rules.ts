/** Owns which part of a picture may be shown by itself, and how much may be on its way into storage past the server. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';

type Size = { width: number; height: number };

/** A square of whole pixels that lies in the picture. */
export function isCrop(crop: { x: number; y: number } & Size, { width, height }: Size): boolean {
  const whole = [crop.x, crop.y, crop.width, crop.height].every(Number.isInteger);
  const inside = crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= width && crop.y + crop.height <= height;
  return whole && inside && crop.width === crop.height && crop.width >= 1;
}

/** As large as a hundred pages may be, and no more (decisions.md §5). */
export const ARCHIVE_MAX_BYTES = 150 * 1024 * 1024;

/** The largest file on the slowest line that is worth waiting for takes so long. */
export const DIRECT_KEPT_MS = 3 * HOUR_MS;
/** A request that takes one in is done by then, or was killed. */
export const CLAIM_MS = 15 * MINUTE_MS;
/** Files without a row. */
export const ORPHAN_KEPT_MS = DAY_MS;

const OUTSTANDING_MAX_COUNT = 5;
const OUTSTANDING_MAX_BYTES = 3 * ARCHIVE_MAX_BYTES;

/** `bytes`: with those of the one that is to come. */
export const isOutstandingFull = ({ files, bytes }: { files: number; bytes: number }): boolean =>
  files >= OUTSTANDING_MAX_COUNT || bytes > OUTSTANDING_MAX_BYTES;
