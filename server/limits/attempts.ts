/** Attempts, counted in the shared database before they run: parallel requests cannot exceed a limit together. */
import { createHash } from 'node:crypto';
import { and, count, gt, inArray, sql } from 'drizzle-orm';
import { signInFailures as attempts } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { addAttempts, forgetAttempts } from '../domains/platform/tables/attempts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { tooMany } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { networksOf } from './networks.ts';

export const MIB = 1024 * 1024;
export const GIB = 1024 * MIB;

/** How often something may happen. A sweep deletes rows after an hour, so windows are no longer than that. */
export type Limit = { name: string; most: number; windowMs: number };

/** Limits how much of a resource may be used in a window that starts with the first use (`allowances.ts`). */
export type Allowance = {
  name: string;
  /** Limit per account. `mostPerAddress` is for all accounts at one address together. */
  most: number;
  mostPerAddress: number;
  windowMs: number;
};

export type MostPair = readonly [most: number, mostPerAddress: number];

type Per = { (name: string, most: number): Limit; (name: string, most: MostPair): Allowance };

const per = (windowMs: number): Per =>
  ((name: string, most: number | MostPair) =>
    typeof most === 'number'
      ? { name, most, windowMs }
      : { name, most: most[0], mostPerAddress: most[1], windowMs }) as Per;

/** One number makes a limit, two make an allowance: `perHour('invite', 40)`, `perHour('stories', [30, 300])`. */
export const perMinute = per(MINUTE_MS);
export const perQuarterHour = per(15 * MINUTE_MS);
export const perHour = per(HOUR_MS);
export const perDay = per(DAY_MS);

export type Places = {
  name: string;
  most: number;
  mostPerAddress: number;
  /** A process that dies blocks its place for at most this long. */
  leaseMs: number;
  retryMs: number;
};

/** Rows that an attempt counts for. `times` multiplies the limit. */
export type Subject = readonly { name: string; times: number }[];

const one = (name: string): Subject => [{ name, times: 1 }];

/** E-mail addresses are hashed, so that the table does not reveal who tried to sign in. */
export const subjects = {
  account: (email: string) => one(`account:${digest(email.toLowerCase())}`),
  address: (address: string): Subject =>
    networksOf(address).map(({ name, times }) => ({ name: `address:${name}`, times })),
  user: (userId: string) => one(`user:${userId}`),
  device: (userId: string, device: string) => one(`device:${userId}:${digest(device)}`),
};

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

export type Attempt = {
  /** Uncounts a harmless attempt. */
  takeBack(): Promise<void>;
};

/** Records the attempt for every subject. Throws 429 with `Retry-After` when a subject is at its limit. */
export async function attempt(deps: Deps, limit: Limit, whom: readonly Subject[]): Promise<Attempt> {
  const taken = await tryAttempt(deps, limit, whom);
  if (taken.refusedForMs !== undefined) {
    throw tooMany('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(taken.refusedForMs / 1000)) });
  }
  return taken;
}

/** Like `attempt`, without throwing, for refusals that must stay invisible. */
export async function tryAttempt(
  deps: Deps,
  limit: Limit,
  whom: readonly Subject[],
): Promise<Attempt & { refusedForMs?: number }> {
  const now = deps.clock.now();
  const nowMs = now.getTime();
  const most = new Map(whom.flat().map(({ name, times }) => [`${limit.name}/${name}`, times * limit.most]));
  const rows = [...most.keys()].map((bucket) => ({ id: newId(nowMs), bucket, failedAt: now }));
  const ids = rows.map((row) => row.id);
  const takeBack = (): Promise<void> => forgetAttempts(deps, ids);
  await addAttempts(deps, rows);
  const counts = await deps.db
    .select({
      bucket: attempts.bucket,
      all: count(),
      oldest: sql<Date>`min(${attempts.failedAt})`.mapWith(attempts.failedAt),
    })
    .from(attempts)
    .where(
      and(
        inArray(attempts.bucket, [...most.keys()]),
        gt(attempts.failedAt, new Date(nowMs - limit.windowMs)),
      ),
    )
    .groupBy(attempts.bucket);
  const full = counts.filter(({ bucket, all }) => all > (most.get(bucket) ?? 0));
  if (full.length === 0) return { takeBack };
  await takeBack();
  const waits = full.map(({ oldest }) => oldest.getTime() + limit.windowMs - nowMs);
  return { takeBack, refusedForMs: Math.max(...waits) };
}
