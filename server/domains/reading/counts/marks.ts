/**
 * Identifies a reader within a day by account, or by a random mark in a cookie of the device. Stores only keyed
 * digests, so that the table reveals nobody. Marks are signed, so invented ones do not count.
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

/** A network represents all its devices without a mark. */
export type Holder = { userId: string } | { mark: string } | { network: string };

/** `slot` of an advertisement, which is counted separately from its episode. */
export const readerOf = (key: string, who: Holder, slot?: number): string =>
  digest(key, `${slot === undefined ? '' : `slot ${slot}:`}${nameOf(who)}`)
    .subarray(0, 16)
    .toString('base64url');

function nameOf(who: Holder): string {
  if ('userId' in who) return `reader:${who.userId}`;
  return 'mark' in who ? `device:${who.mark}` : `network:${who.network}`;
}
