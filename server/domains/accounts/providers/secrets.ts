/** Random secrets of the social sign-in and the hashes by which they are kept. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const isSecret = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{43}$/.test(text);

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Kept in place of a browser's hash where an app speaks: it proves itself by the secret that it was given. */
export const appHash = (secret: string): Buffer => hashOf(`app\n${secret}`);

/** A browser has one person at most who waits for an account; the cookie alone finds it. */
export const pendingHash = (browser: string): Buffer => hashOf(`pending\n${browser}`);

export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
