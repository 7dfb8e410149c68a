/** Secrets of second factors: encrypted with the signing key if we must read them again, else hashed. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import { LETTERS, RECOVERY_CODES, RECOVERY_LENGTH } from './rules.ts';

type Signing = Pick<Deps, 'signingKey'>;

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = ({ signingKey }: Signing, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', signingKey, '', `second-factor\n${use}`, 32));

/** Readable only with the signing key and the same `whose`. */
export function seal(deps: Signing, whose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(deps, 'seal'), iv).setAAD(Buffer.from(whose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function unseal(deps: Signing, whose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(deps, 'seal'), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(whose))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  );

/** 60 random bits, hashed with a key that is not in the database: brute force is hopeless. */
export const recoveryHash = (deps: Signing, userId: string, code: string): Buffer =>
  createHmac('sha256', keyFor(deps, 'recovery')).update(`${userId}\n${code}`).digest();
