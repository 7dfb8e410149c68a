/** A short word for what somebody has seen, so that a change made on something else since is noticed. */
import { createHash } from 'node:crypto';

export const fingerprint = (seen: unknown): string =>
  createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 16);
