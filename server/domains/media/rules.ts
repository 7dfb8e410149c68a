import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';

type Size = { width: number; height: number };

export function isCrop(crop: { x: number; y: number } & Size, { width, height }: Size): boolean {
  const whole = [crop.x, crop.y, crop.width, crop.height].every(Number.isInteger);
  const inside = crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= width && crop.y + crop.height <= height;
  return whole && inside && crop.width === crop.height && crop.width >= 1;
}

/** Enough for a hundred pages (decisions.md §5). */
export const ARCHIVE_MAX_BYTES = 150 * 1024 * 1024;

/** Time for the largest file on the slowest connection that we support. */
export const DIRECT_KEPT_MS = 3 * HOUR_MS;
/** By then the request that claimed an upload is done or was killed. */
export const CLAIM_MS = 15 * MINUTE_MS;
/** For files without a row. */
export const ORPHAN_KEPT_MS = DAY_MS;

const OUTSTANDING_MAX_COUNT = 5;
const OUTSTANDING_MAX_BYTES = 3 * ARCHIVE_MAX_BYTES;

/** `bytes` includes the new upload. */
export const isOutstandingFull = ({ files, bytes }: { files: number; bytes: number }): boolean =>
  files >= OUTSTANDING_MAX_COUNT || bytes > OUTSTANDING_MAX_BYTES;
