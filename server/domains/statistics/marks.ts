/**
 * By what a reader is known again within a day: their account, or a random mark in a cookie of the device. Only keyed
 * digests are stored, so that nobody can be read out of the table. A mark is signed: made-up ones count as none.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 12;
const PROOF_BYTES = 9;

const digest = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const proofOf = (key: string, mark: string): string =>
  digest(key, `view-mark:${mark}`).subarray(0, PROOF_BYTES).toString('base64url');

export function newMark(key: string): string {
  const mark = randomBytes(RANDOM_BYTES).toString('base64url');
  return `${mark}.${proofOf(key, mark)}`;
}

export function isOwnMark(key: string, value: string | undefined): value is string {
  const [, mark, proof] = /^([\w-]{16})\.([\w-]{12})$/.exec(value ?? '') ?? [];
  if (mark === undefined || proof === undefined) return false;
  return timingSafeEqual(Buffer.from(proofOf(key, mark)), Buffer.from(proof));
}

/** `slot`: of an advertisement, which is known apart from the episode that it stands in. */
export const readerOf = (key: string, who: { userId: string } | { mark: string }, slot?: number): string =>
  digest(
    key,
    `${slot === undefined ? '' : `slot ${slot}:`}${'userId' in who ? `reader:${who.userId}` : `device:${who.mark}`}`,
  )
    .subarray(0, 16)
    .toString('base64url');
