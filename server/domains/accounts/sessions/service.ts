/** Owns `sessions`: sign-up, sign-in and sign-out. Stores only hashes of tokens. */

import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { type FirstProof, sessions, users } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { type FieldErrors, isAppError, locked, notFound, unauthorized } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { product } from '../../../lib/product.ts';
import { isStorable } from '../../../lib/text.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { type Attempt, attempt, type Subject, subjects, tryAttempt } from '../../../limits/attempts.ts';
import { record } from '../../../outbox/record.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { passwordHasher } from '../accounts/passwords.ts';
import { mayBeEmail } from '../accounts/rules.ts';
import {
  createAccount,
  findProblems,
  keepAccount,
  type NewAccount,
  prepareAccount,
} from '../accounts/service.ts';
import { deviceNew } from '../events.ts';
import { sessionLimits } from '../limits.ts';
import { describeDevice, knownDevice } from './devices.ts';
import { LAST_USE_STEP_MS, PROOF_MS, SESSION_MS, viewerOf } from './rules.ts';
import { askForFactor, isConfirmed } from './tickets.ts';

export type SessionState = 'none' | 'live' | 'locked';
export type SignedIn = { userId: string; token: string };

/** 256 random bits. The server has the token itself only here. */
const newToken = (): string => randomBytes(32).toString('base64url');
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export type Origin = {
  address: string;
  userAgent: string;
  device?: string | undefined;
  /** Secret of a browser confirmed by a second factor. */
  confirmedDevice?: string | undefined;
};

export async function signUp(
  deps: Deps,
  input: NewAccount,
  { address, userAgent }: Origin,
): Promise<SignedIn> {
  await attempt(deps, sessionLimits.signUp, [subjects.address(address)]);
  const passwordHash = await prepareAccount(deps, input);
  return inTransaction(deps, async (tx) => {
    const userId = await createAccount(tx, input, passwordHash);
    logSecurity(tx, 'account_made', { userId, address });
    return { userId, token: await createSession(tx, userId, userAgent) };
  });
}

/** Finds problems of the given fields. Reveals taken addresses no more often than the sign-up limit allows. */
export async function findSignUpProblems(
  deps: Deps,
  { email, ...input }: Partial<NewAccount>,
  { address }: { address: string },
): Promise<FieldErrors> {
  const guess = await tryAttempt(deps, sessionLimits.signUp, [subjects.address(address)]);
  if (guess.refusedForMs !== undefined) return findProblems(deps, input);
  const fields = await findProblems(deps, { email, ...input });
  if (!fields.email?.includes('taken')) await guess.takeBack();
  return fields;
}

/** Throws 401 (same answer and duration for unknown e-mails), 429, 423 when locked. `kept`: deletion cancelled. */
export async function signIn(
  deps: Deps,
  { email, password }: { email: string; password: string },
  origin: Origin,
): Promise<SignedIn & { kept: boolean }> {
  const user = await findByEmail(deps, email);
  const device = user && knownDevice(deps, user, origin.device);
  const { address } = origin;
  const whose = user === undefined ? { email } : { userId: user.id };
  const tell = (reason: string): void => logSecurity(deps, 'sign_in_refused', { ...whose, address, reason });
  const guess = await (user && device
    ? guessOnDevice(deps, subjects.device(user.id, device))
    : guessFromAnywhere(deps, subjects.account(email), subjects.address(address))
  ).catch((error: unknown) => {
    if (isAppError(error)) tell(error.code);
    throw error;
  });
  const right = await passwordHasher.of(deps).verify(password, user?.passwordHash ?? null);
  if (user === undefined || !right) {
    tell('sign_in_failed');
    throw unauthorized('sign_in_failed');
  }
  await guess.takeBack();
  if (user.lockedAt !== null) {
    tell('account_locked');
    throw locked('account_locked', { args: { email: product.supportEmail } });
  }
  const { proven } = await passFactor(deps, user, { ...origin, proof: 'password' });
  const kept = user.deletionRequestedAt !== null;
  const token = kept
    ? await createSession(deps, user.id, origin.userAgent, { proven, isNewDevice: !device })
    : await insertSession(deps, user.id, origin.userAgent, { proven, isNewDevice: !device });
  logSecurity(deps, 'signed_in', { userId: user.id, address });
  if (!device) logSecurity(deps, 'device_new', { userId: user.id, address });
  return { userId: user.id, token, kept };
}

/** Users without a second factor pass. Confirmed browsers pass unproven. Else throws 401 `second_factor_needed`. */
export async function passFactor(
  deps: Deps,
  user: { id: string; secondFactorAt: Date | null },
  from: Pick<Origin, 'confirmedDevice'> & { proof: FirstProof; address?: string },
): Promise<{ proven: boolean }> {
  if (user.secondFactorAt === null) return { proven: true };
  if (!(await isConfirmed(deps, user.id, from.confirmedDevice)))
    await askForFactor(deps, { userId: user.id, proof: from.proof, address: from.address });
  return { proven: false };
}

/** Counts only attempts of this device, not of the account or the address. Past the limit, attempts slow down. */
async function guessOnDevice(deps: Deps, device: Subject): Promise<Attempt> {
  const guess = await tryAttempt(deps, sessionLimits.signInDevice, [device]);
  return guess.refusedForMs === undefined ? guess : attempt(deps, sessionLimits.signInSlowly, [device]);
}

async function guessFromAnywhere(deps: Deps, account: Subject, address: Subject): Promise<Attempt> {
  const onAccount = await attempt(deps, sessionLimits.signIn, [account]);
  try {
    const fromAddress = await attempt(deps, sessionLimits.signInAddress, [address]);
    return { takeBack: async () => void (await Promise.all([onAccount.takeBack(), fromAddress.takeBack()])) };
  } catch (error) {
    await onAccount.takeBack();
    throw error;
  }
}

/** Invalid addresses match no account, so that other spellings cannot get an attempt limit of their own. */
async function findByEmail(deps: Deps, email: string) {
  if (!mayBeEmail(email)) return undefined;
  const [user] = await deps.db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      lockedAt: users.lockedAt,
      secondFactorAt: users.secondFactorAt,
      deletionRequestedAt: users.deletionRequestedAt,
    })
    .from(users)
    .where(eq(users.email, email));
  return user;
}

/** Always creates a new token. Cancels a pending deletion of the account. */
export async function createSession(
  deps: Deps,
  userId: string,
  userAgent: string,
  entrance: Entrance = {},
): Promise<string> {
  const [user] = await deps.db
    .select({ deletionRequestedAt: users.deletionRequestedAt, erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined || user.erasedAt !== null) throw unauthorized('sign_in_failed');
  if (user.deletionRequestedAt !== null) await inTransaction(deps, (tx) => keepAccount(tx, userId));
  return insertSession(deps, userId, userAgent, entrance);
}

/** `isNewDevice`: notify the owner. */
type Entrance = { proven?: boolean; isNewDevice?: boolean };

async function insertSession(
  deps: Deps,
  userId: string,
  userAgent: string,
  { proven = true, isNewDevice = false }: Entrance = {},
): Promise<string> {
  const token = newToken();
  const now = deps.clock.now();
  const row = {
    id: newId(now.getTime()),
    userId,
    tokenHash: hashToken(token),
    userAgent: isStorable(userAgent) ? userAgent.slice(0, 300) : '',
    createdAt: now,
    lastUsedAt: now,
    provenAt: proven ? now : null,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  };
  if (!isNewDevice) await deps.db.insert(sessions).values(row);
  else
    await inTransaction(deps, async (tx) => {
      await tx.db.insert(sessions).values(row);
      await record(tx, deviceNew, { sessionId: row.id });
    });
  return token;
}

/** Marks the session as proven now. Returns when the proof expires. */
export async function proveSession(deps: Deps, sessionId: string): Promise<Date> {
  const now = deps.clock.now();
  const rows = await deps.db
    .update(sessions)
    .set({ provenAt: now })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  if (rows.length === 0) throw unauthorized('sign_in_required');
  return new Date(now.getTime() + PROOF_MS);
}

/** Earlier proofs of other sessions no longer suffice. */
export async function unproveSessions(
  deps: Deps,
  userId: string,
  { except }: { except: string },
): Promise<void> {
  await deps.db
    .update(sessions)
    .set({ provenAt: null })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, except)));
}

/** Runs on every call, hence prepared. */
const sessionOfToken = prepared((db) =>
  db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expiresAt, sql.placeholder('now'))),
    ),
);

/** One query, and an update of the last use at most every ten minutes. */
export async function readSession(
  deps: Deps,
  token: string,
): Promise<{ state: SessionState; viewer: Viewer | null }> {
  const now = deps.clock.now();
  const [row] = await sessionOfToken(deps).execute({ hash: hashToken(token), now: now.toISOString() });
  if (row === undefined) return { state: 'none', viewer: null };
  const { session, user } = row;
  if (user.lockedAt !== null) return { state: 'locked', viewer: null };
  if (now.getTime() - session.lastUsedAt.getTime() > LAST_USE_STEP_MS) {
    await deps.db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session.id));
  }
  return { state: 'live', viewer: viewerOf(user, session, now) };
}

export async function listSessions(deps: Deps, viewer: Viewer) {
  const rows = await deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, deps.clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
  return rows.map((row) => ({
    id: row.id,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    user_agent: row.userAgent,
    ...describeDevice(row.userAgent),
    current: row.id === viewer.sessionId,
  }));
}

export async function endSession(deps: Deps, viewer: Viewer, sessionId = viewer.sessionId): Promise<void> {
  const ended = await deps.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, viewer.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw notFound('not_found');
}

export async function endSessions(
  deps: Deps,
  userId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  const own = eq(sessions.userId, userId);
  await deps.db.delete(sessions).where(except === undefined ? own : and(own, ne(sessions.id, except)));
}
