/** A short hash of what a user has seen, to detect later changes. */
import { createHash } from 'node:crypto';

export const fingerprint = (seen: unknown): string =>
  createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 16);
