/**
 * Attempts that are counted per account, address or device, in the database that all processes share. An attempt is
 * noted before it is made, so that many at once do not slip through together; one that was no offence is taken back.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, count, gt, inArray, sql } from 'drizzle-orm';
import { signInFailures as attempts } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { addAttempts, forgetAttempts } from '../domains/operations/attempts.ts';
import { tooMany } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';

export const MIB = 1024 * 1024;
export const GIB = 1024 * MIB;

/** How often something may happen. The rows are swept an hour after they were made, so no window is longer. */
export type Limit = { name: string; most: number; windowMs: number };

/** How much of something that costs may be used in a window that begins with the first use (`allowances.ts`). */
export type Allowance = {
  name: string;
  /** For an account, and for all accounts at one address together. */
  most: number;
  mostPerAddress: number;
  windowMs: number;
};

/** How many may do something at the same time (`places.ts`). */
export type Places = {
  name: string;
  /** For an account, and for all accounts at one address together. */
  most: number;
  mostPerAddress: number;
  /** Who dies without a word holds a place no longer than this. */
  leaseMs: number;
  retryMs: number;
};

/** Whom an attempt counts for. Addresses of mails are hashed: the table is no list of who tried to sign in. */
export const subjects = {
  account: (email: string) => `account:${digest(email.toLowerCase())}`,
  address: (address: string) => `address:${networkOf(address)}`,
  user: (userId: string) => `user:${userId}`,
  device: (userId: string, device: string) => `device:${userId}:${digest(device)}`,
};

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/** A household has a whole /64 of IPv6 addresses, so these count as one; a mapped IPv4 address is itself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? 8 - first.length - last.length : 0;
  const groups = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export type Attempt = {
  /** It was no offence: it counts no more. */
  takeBack(): Promise<void>;
};

/** Notes the attempt for every subject. Throws 429 with `Retry-After` when one of them has had its share. */
export async function attempt(deps: Deps, limit: Limit, whom: readonly string[]): Promise<Attempt> {
  const taken = await tryAttempt(deps, limit, whom);
  if (taken.refusedForMs !== undefined) {
    throw tooMany('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(taken.refusedForMs / 1000)) });
  }
  return taken;
}

/** The same without throwing, for what is to look as if nothing had been refused. */
export async function tryAttempt(
  deps: Deps,
  limit: Limit,
  whom: readonly string[],
): Promise<Attempt & { refusedForMs?: number }> {
  const now = deps.clock.now();
  const nowMs = now.getTime();
  const rows = whom.map((subject) => ({
    id: newId(nowMs),
    bucket: `${limit.name}/${subject}`,
    failedAt: now,
  }));
  const ids = rows.map((row) => row.id);
  const takeBack = (): Promise<void> => forgetAttempts(deps, ids);
  await addAttempts(deps, rows);
  const counts = await deps.db
    .select({
      all: count(),
      oldest: sql<Date>`min(${attempts.failedAt})`.mapWith(attempts.failedAt),
    })
    .from(attempts)
    .where(
      and(
        inArray(
          attempts.bucket,
          rows.map((row) => row.bucket),
        ),
        gt(attempts.failedAt, new Date(nowMs - limit.windowMs)),
      ),
    )
    .groupBy(attempts.bucket);
  const full = counts.filter((one) => one.all > limit.most);
  if (full.length === 0) return { takeBack };
  await takeBack();
  const waits = full.map(({ oldest }) => oldest.getTime() + limit.windowMs - nowMs);
  return { takeBack, refusedForMs: Math.max(...waits) };
}
