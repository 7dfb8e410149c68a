/** Owns `sessions` and `sign_in_failures`: signing up, in and out. Only hashes of tokens are kept. */
import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, gt, sql } from 'drizzle-orm';
import { sessions, signInFailures, users } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { locked, tooMany, unauthorized } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { isLocale } from '../../lib/locale.ts';
import { product } from '../../lib/product.ts';
import { isStorable } from '../../lib/text.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { createAccount, type NewAccount } from '../accounts/service.ts';
import { FAILURE_WINDOW_MS, FAILURES_MOST, LAST_USE_STEP_MS, SESSION_MS } from './rules.ts';

export type SessionState = 'none' | 'live' | 'locked';
export type SignedIn = { userId: string; token: string };

/** 256 random bits; the only time the token itself exists on the server. */
const newToken = (): string => randomBytes(32).toString('base64url');
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function signUp(deps: Deps, input: NewAccount & { userAgent: string }): Promise<SignedIn> {
  return inTransaction(deps, async (tx) => {
    const userId = await createAccount(tx, input);
    return { userId, token: await createSession(tx, userId, input.userAgent) };
  });
}

/** Throws 401 for a wrong e-mail or password (the same answer for both), 429 after too many, 423 for a locked account. */
export async function signIn(
  deps: Deps,
  input: { email: string; password: string; address: string; userAgent: string },
): Promise<SignedIn> {
  const buckets = [`account:${input.email.toLowerCase().slice(0, 254)}`, `address:${input.address}`];
  await refuseAfterFailures(deps, buckets);
  const [user] = isStorable(input.email)
    ? await deps.db
        .select({ id: users.id, passwordHash: users.passwordHash, lockedAt: users.lockedAt })
        .from(users)
        .where(eq(users.email, input.email))
    : [];
  const right = await deps.passwords.verify(input.password, user?.passwordHash ?? null);
  if (user === undefined || !right) {
    const now = deps.clock.now();
    await deps.db
      .insert(signInFailures)
      .values(buckets.map((bucket) => ({ id: newId(), bucket, failedAt: now })));
    throw unauthorized('sign_in_failed');
  }
  if (user.lockedAt !== null) throw locked('account_locked', { args: { email: product.supportEmail } });
  return { userId: user.id, token: await createSession(deps, user.id, input.userAgent) };
}

async function refuseAfterFailures(deps: Deps, buckets: string[]): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - FAILURE_WINDOW_MS);
  const rows = await deps.db
    .select({
      failures: count(),
      oldest: sql<Date>`min(${signInFailures.failedAt})`.mapWith(signInFailures.failedAt),
    })
    .from(signInFailures)
    .where(
      and(sql`${signInFailures.bucket} = any(${sql.param(buckets)})`, gt(signInFailures.failedAt, since)),
    )
    .groupBy(signInFailures.bucket);
  const full = rows.find((row) => row.failures >= FAILURES_MOST);
  if (full === undefined) return;
  const waitMs = full.oldest.getTime() + FAILURE_WINDOW_MS - deps.clock.now().getTime();
  throw tooMany('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

export async function createSession(deps: Deps, userId: string, userAgent: string): Promise<string> {
  const token = newToken();
  const now = deps.clock.now();
  await deps.db.insert(sessions).values({
    id: newId(now.getTime()),
    userId,
    tokenHash: hashToken(token),
    userAgent: isStorable(userAgent) ? userAgent.slice(0, 300) : '',
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  });
  return token;
}

/** Who holds this token: one query, and a second one at most every ten minutes to note the use. */
export async function readSession(
  deps: Deps,
  token: string,
): Promise<{ state: SessionState; viewer: Viewer | null }> {
  const now = deps.clock.now();
  const [row] = await deps.db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now)));
  if (row === undefined) return { state: 'none', viewer: null };
  const { session, user } = row;
  if (user.lockedAt !== null) return { state: 'locked', viewer: null };
  if (now.getTime() - session.lastUsedAt.getTime() > LAST_USE_STEP_MS) {
    await deps.db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session.id));
  }
  const viewer: Viewer = {
    id: user.id,
    slug: user.slug,
    displayName: user.displayName,
    language: isLocale(user.language) ? user.language : 'en',
    publisher: user.publisher,
    founder: user.founder,
    administrator: user.administrator,
    emailConfirmed: user.emailConfirmedAt !== null,
    sessionId: session.id,
  };
  return { state: 'live', viewer };
}

export async function endSession(deps: Deps, viewer: Viewer): Promise<void> {
  await deps.db
    .delete(sessions)
    .where(and(eq(sessions.id, viewer.sessionId), eq(sessions.userId, viewer.id)));
}
