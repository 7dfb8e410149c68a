import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { type Allowance, GIB, MIB, type Places } from '../../limits/attempts.ts';

export const mediaLimits = {
  /** Twenty episodes of a hundred pages a day are 2,000 files, 6 GiB if each is as large as it may be. */
  uploadBytes: { name: 'upload-bytes', most: 8 * GIB, mostPerAddress: 24 * GIB, windowMs: DAY_MS },
  uploadFiles: { name: 'upload-files', most: 4000, mostPerAddress: 12_000, windowMs: DAY_MS },
  /** Before the e-mail address is confirmed. */
  newUploadBytes: { name: 'new-upload-bytes', most: 200 * MIB, mostPerAddress: GIB, windowMs: DAY_MS },
  newUploadFiles: { name: 'new-upload-files', most: 200, mostPerAddress: 1000, windowMs: DAY_MS },
} as const satisfies Record<string, Allowance>;

export const mediaPlaces = {
  /** While an archive is received and read. */
  archives: { name: 'archives', most: 2, mostPerAddress: 6, leaseMs: MINUTE_MS, retryMs: 10_000 },
} as const satisfies Record<string, Places>;
