/** Owns `security_notices`: notifies owners of security changes, and reverts changes that the owner did not make. */

import { and, eq, gt, isNull } from 'drizzle-orm';
import { type SecurityAction, securityNotices, sessions, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { newId } from '../../../lib/ids.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { houseParts } from '../../define.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { hashOf, issueToken, tokenText } from '../../platform/mail/tokens.ts';
import { linkExpired } from '../accounts/confirmation.ts';
import { factorLimits } from '../limits.ts';
import { endSessions } from '../sessions/service.ts';
import { forgetDevices } from '../sessions/tickets.ts';

export const NOTICE_MS = 7 * DAY_MS;

export type Notice = typeof securityNotices.$inferSelect;

export async function giveNotice(
  tx: TransactionDeps,
  {
    userId,
    deed,
    userAgent,
    provider,
    at = tx.clock.now(),
  }: { userId: string; deed: SecurityAction; userAgent: string; provider?: string; at?: Date },
): Promise<void> {
  const [user] = await tx.db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) return;
  const id = newId(tx.clock.now().getTime());
  await tx.db.insert(securityNotices).values({
    id,
    userId,
    deed,
    tokenHash: hashOf(noticeToken(tx, id)),
    userAgent,
    createdAt: at,
    expiresAt: new Date(at.getTime() + NOTICE_MS),
  });
  await queueMail(tx, {
    userId,
    kind: 'security_notice',
    to: user.email,
    locale: user.language,
    data: { noticeId: id, ...(provider !== undefined && { provider }) },
  });
}

export const noticeToken = ({ signingKey }: Pick<Deps, 'signingKey'>, id: string): string =>
  tokenText(signingKey, 'security_notice', id);

/** Finds a notice that can still be answered, with its owner. Null for an invalid token. */
export async function findNoticeFor(deps: Deps, token: string) {
  const [row] = await deps.db
    .select({
      deed: securityNotices.deed,
      userAgent: securityNotices.userAgent,
      createdAt: securityNotices.createdAt,
      displayName: users.displayName,
      timezone: users.timezone,
    })
    .from(securityNotices)
    .innerJoin(users, eq(users.id, securityNotices.userId))
    .where(
      and(
        eq(securityNotices.tokenHash, hashOf(token)),
        isNull(securityNotices.answeredAt),
        gt(securityNotices.expiresAt, deps.clock.now()),
      ),
    );
  return row ?? null;
}

export const readNotice = (deps: Deps, id: string): Promise<Notice | undefined> =>
  deps.db
    .select()
    .from(securityNotices)
    .where(eq(securityNotices.id, id))
    .then(([row]) => row);

/**
 * Answers a notice. If `mine` is false, signs out every session, removes factors and providers added since, and returns
 * a reset token. Throws 422 for an expired link, 429.
 */
export async function answerNotice(
  deps: Deps,
  { token, mine, address }: { token: string; mine: boolean; address: string },
): Promise<{ resetToken: string | null }> {
  const guess = await attempt(deps, factorLimits.notice, [subjects.address(address)]);
  const answered = await inTransaction(deps, async (tx) => {
    const [notice] = await tx.db
      .update(securityNotices)
      .set({ answeredAt: tx.clock.now(), answer: mine ? 'mine' : 'not_mine' })
      .where(
        and(
          eq(securityNotices.tokenHash, hashOf(token)),
          isNull(securityNotices.answeredAt),
          gt(securityNotices.expiresAt, tx.clock.now()),
        ),
      )
      .returning();
    if (notice === undefined) throw linkExpired();
    return { resetToken: mine ? null : await undo(tx, notice, address) };
  });
  await guess.takeBack();
  return answered;
}

async function undo(
  tx: TransactionDeps,
  { userId, createdAt }: Notice,
  address: string,
): Promise<string | null> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
  if (user === undefined || user.erasedAt !== null) return null;
  // The action happened a moment before its notice.
  const since = new Date(createdAt.getTime() - MINUTE_MS);
  for (const personal of houseParts.of(tx).personal) await personal.dropSince?.(tx, { id: userId, since });
  await forgetDevices(tx, userId);
  await endSessions(tx, userId);
  logSecurity(tx, 'disowned', { userId, address });
  const tokenId = await issueToken(tx, { userId, purpose: 'reset_password', email: user.email });
  return tokenText(tx.signingKey, 'reset_password', tokenId);
}

/** Someone knows the password and is guessing the second factor. Notifies the owner once a day. */
export async function warnOfGuesses(
  deps: Deps,
  { userId, userAgent }: { userId: string; userAgent: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const told = await tx.db.$count(
      securityNotices,
      and(
        eq(securityNotices.userId, userId),
        eq(securityNotices.deed, 'factor_refused'),
        gt(securityNotices.createdAt, new Date(tx.clock.now().getTime() - DAY_MS)),
      ),
    );
    if (told === 0) await giveNotice(tx, { userId, deed: 'factor_refused', userAgent });
  });
}

/** Notifies the owner of a sign-in on an unknown device. Safe to run twice: one notice per session. */
export async function tellNewDevice(deps: Deps, { sessionId }: { sessionId: string }): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [session] = await tx.db.select().from(sessions).where(eq(sessions.id, sessionId)).for('update');
    if (session === undefined) return;
    const { userId, userAgent, createdAt } = session;
    const told = await tx.db
      .select({ id: securityNotices.id })
      .from(securityNotices)
      .where(
        and(
          eq(securityNotices.userId, userId),
          eq(securityNotices.deed, 'signed_in'),
          eq(securityNotices.createdAt, createdAt),
        ),
      );
    if (told.length === 0) await giveNotice(tx, { userId, deed: 'signed_in', userAgent, at: createdAt });
  });
}
