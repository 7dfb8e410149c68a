import { MINUTE_MS } from '../../lib/durations.ts';
import { GIB, MIB, type Places, perDay } from '../../limits/attempts.ts';

export const mediaLimits = {
  /** Twenty episodes of a hundred pages a day are 2,000 files, or 6 GiB at the maximum size. */
  uploadBytes: perDay('upload-bytes', [8 * GIB, 24 * GIB]),
  uploadFiles: perDay('upload-files', [4000, 12_000]),
  /** Before the e-mail address is confirmed. */
  newUploadBytes: perDay('new-upload-bytes', [200 * MIB, GIB]),
  newUploadFiles: perDay('new-upload-files', [200, 1000]),
};

export const mediaPlaces = {
  archives: { name: 'archives', most: 2, mostPerAddress: 6, leaseMs: MINUTE_MS, retryMs: 10_000 },
} as const satisfies Record<string, Places>;
