import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const isSecret = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{43}$/.test(text);

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the place of the browser's hash for apps, which prove themselves by the secret. */
export const appHash = (secret: string): Buffer => hashOf(`app\n${secret}`);

/** At most one pending person per browser, found by the cookie alone. */
export const pendingHash = (browser: string): Buffer => hashOf(`pending\n${browser}`);

export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
