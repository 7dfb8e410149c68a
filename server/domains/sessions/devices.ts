/**
 * Devices: which ones somebody has signed in on before, told by a signed cookie, and what they call themselves. A known
 * device has attempts of its own, so that a stranger's wrong passwords do not shut the owner out (decisions.md §4).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';

const sign = (deps: Pick<Deps, 'signingKey'>, userId: string, device: string): string =>
  createHmac('sha256', deps.signingKey).update(`device\n${userId}\n${device}`).digest('base64url');

/** The cookie of a device on which this user has proven to be themselves. */
export function markDevice(deps: Pick<Deps, 'signingKey'>, userId: string): string {
  const device = randomBytes(16).toString('base64url');
  return `${device}.${sign(deps, userId, device)}`;
}

/** The device's name if the cookie is ours and this user's, else null. */
export function knownDevice(
  deps: Pick<Deps, 'signingKey'>,
  userId: string,
  cookie: string | undefined,
): string | null {
  const [, device = '', signature = ''] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  const right = Buffer.from(sign(deps, userId, device));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? device : null;
}

/** Families in the order in which they are told apart: most browsers name others as well. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (families: [RegExp, string][], text: string): string | null =>
  families.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** `User-Agent` in two words that people know; null for what we do not. */
export const describeDevice = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: firstOf(BROWSERS, userAgent),
  system: firstOf(SYSTEMS, userAgent),
});
