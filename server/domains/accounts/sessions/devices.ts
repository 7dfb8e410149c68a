/** Recognizes devices by a signed cookie. Strangers cannot use up a known device's attempts (decisions.md §4). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { DEVICE_MS } from './rules.ts';

/** A mark depends on the password, so that changing the password forgets every device. */
export type DeviceOwner = { id: string; passwordHash: string | null };

type Signing = Pick<Deps, 'signingKey' | 'clock'>;
type Mark = { until: string; signature: string };

/** Families share devices. The longest unused mark is dropped. */
const MARKS_MAX_COUNT = 5;

/** `<name of the device>.<mark>.<mark>…`, each mark its last day and a signature for one user. */
const COOKIE = new RegExp(`^([\\w-]{22})((?:\\.\\d{5}[\\w-]{43}){1,${MARKS_MAX_COUNT}})$`);

function readCookie(cookie: string | undefined): { device: string; marks: Mark[] } | null {
  const [, device, marks] = COOKIE.exec(cookie ?? '') ?? [];
  if (device === undefined || marks === undefined) return null;
  const each = marks.slice(1).split('.');
  return { device, marks: each.map((mark) => ({ until: mark.slice(0, 5), signature: mark.slice(5) })) };
}

const dayOf = (deps: Signing, inMs = 0): number => Math.floor((deps.clock.now().getTime() + inMs) / DAY_MS);

function sign({ signingKey }: Signing, owner: DeviceOwner, device: string, until: string): string {
  const name = ['device', owner.id, owner.passwordHash ?? '', device, until].join('\n');
  return createHmac('sha256', signingKey).update(name).digest('base64url');
}

function isOf(deps: Signing, owner: DeviceOwner, device: string, { until, signature }: Mark): boolean {
  const [right, given] = [sign(deps, owner, device, until), signature].map((text) => Buffer.from(text));
  return right !== undefined && given?.length === right.length && timingSafeEqual(given, right);
}

function findMark(deps: Signing, owner: DeviceOwner, cookie: string | undefined) {
  const known = readCookie(cookie);
  const mark = known?.marks.find((each) => isOf(deps, owner, known.device, each));
  return known && mark && Number(mark.until) >= dayOf(deps) ? { ...known, mark } : null;
}

export const knownDevice = (deps: Signing, owner: DeviceOwner, cookie: string | undefined): string | null =>
  findMark(deps, owner, cookie)?.device ?? null;

/** Adds or renews this user's mark after a sign-in. Null when the present mark lasts long enough. */
export async function markDevice(
  deps: Deps,
  userId: string,
  cookie: string | undefined,
): Promise<string | null> {
  const [owner] = await deps.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) return null;
  const found = findMark(deps, owner, cookie);
  if (found !== null && Number(found.mark.until) >= dayOf(deps, DEVICE_MS / 2)) return null;
  const { device, marks } = readCookie(cookie) ?? {
    device: randomBytes(16).toString('base64url'),
    marks: [],
  };
  const until = String(dayOf(deps, DEVICE_MS));
  const own = { until, signature: sign(deps, owner, device, until) };
  const others = marks.filter((mark) => mark !== found?.mark).slice(0, MARKS_MAX_COUNT - 1);
  return [device, ...[own, ...others].map((mark) => mark.until + mark.signature)].join('.');
}

/** Order matters: most browsers also name other browsers. */
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

export const describeDevice = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: firstOf(BROWSERS, userAgent),
  system: firstOf(SYSTEMS, userAgent),
});
