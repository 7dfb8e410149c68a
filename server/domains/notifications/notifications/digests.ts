/** Owns mails about several notifications, and how one click ends them (RFC 8058). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { notificationDigests, notifications, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { isAppError, notFound } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { stopMails } from '../../accounts/accounts/stop-mails.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { isWantedBy, type Mailed } from './seen.ts';

const BATCH_COUNT = 200;

/** A sweep, in any number of processes: each takes different due mails. */
export async function sendDigests(deps: Deps): Promise<void> {
  for (;;) {
    const taken = await inTransaction(deps, async (tx) => {
      const now = tx.clock.now();
      const due = await tx.db
        .select({ userId: notificationDigests.userId, storyId: notificationDigests.storyId })
        .from(notificationDigests)
        .where(lte(notificationDigests.dueAt, now))
        .orderBy(asc(notificationDigests.dueAt))
        .limit(BATCH_COUNT)
        .for('update', { skipLocked: true });
      for (const { userId, storyId } of due) {
        await tx.db
          .update(notificationDigests)
          .set({ dueAt: null, sentAt: now })
          .where(and(eq(notificationDigests.userId, userId), eq(notificationDigests.storyId, storyId)));
        const [user] = await tx.db.select().from(users).where(eq(users.id, userId));
        if (user === undefined || !mayBeMailed(user)) continue;
        const mailed = await takeUnmailed(tx, { userId, storyId });
        if (mailed === null) continue;
        const { email: to, language: locale } = user;
        const data = { storyId, told: JSON.stringify(mailed) };
        await queueMail(tx, { userId, kind: 'notification_digest', to, locale, data });
      }
      return due.length;
    });
    if (taken < BATCH_COUNT) return;
  }
}

const MAILED_MAX_COUNT = 20;

/** Marks unread notifications as mailed, so that no other mail repeats them. Null when there are none. */
async function takeUnmailed(
  tx: TransactionDeps,
  { userId, storyId }: { userId: string; storyId: string },
): Promise<Mailed | null> {
  const { id, count, mailedCount } = notifications;
  const rows = await tx.db
    .select({ id, count, mailedCount })
    .from(notifications)
    .where(
      and(
        ...[eq(notifications.userId, userId), eq(notifications.storyId, storyId)],
        ...[isNull(notifications.readAt), isNull(notifications.removedAt)],
        ...[lt(mailedCount, count), isWantedBy(['all'])],
      ),
    )
    .orderBy(desc(notifications.createdAt))
    .limit(MAILED_MAX_COUNT)
    .for('update');
  if (rows.length === 0) return null;
  const ids = sql.param(rows.map((row) => row.id));
  await tx.db
    .update(notifications)
    .set({ mailedCount: count })
    .where(and(eq(notifications.userId, userId), sql`${id} = any(${ids}::uuid[])`));
  return Object.fromEntries(rows.map((row) => [row.id, [row.mailedCount, row.count]]));
}

/** Checked when the mail is sent: a user who is locked or leaving by then gets none. */
const mayBeMailed = (user: typeof users.$inferSelect): boolean =>
  user.subscribeToEmails &&
  user.emailConfirmedAt !== null &&
  user.lockedAt === null &&
  user.deletionRequestedAt === null &&
  user.erasedAt === null;

const signatureOf = (deps: Pick<Deps, 'signingKey'>, userId: string): string =>
  createHmac('sha256', deps.signingKey).update(`unsubscribe\n${userId}`).digest('base64url');

/** Never expires, so that links in old mails work too. */
export const unsubscribeToken = (deps: Pick<Deps, 'signingKey'>, userId: string): string =>
  `${userId}.${signatureOf(deps, userId)}`;

/** Throws 404 for a token that is not ours. Compares texts: decoded, the last character could be one of four. */
export function readUnsubscribeToken(deps: Pick<Deps, 'signingKey'>, token: string): string {
  const [userId = '', signature = ''] = token.split('.');
  if (!isId(userId)) throw notFound('not_found');
  const [given, own] = [Buffer.from(signature), Buffer.from(signatureOf(deps, userId))];
  if (given.length !== own.length || !timingSafeEqual(given, own)) throw notFound('not_found');
  return userId;
}

export function isUnsubscribeToken(deps: Pick<Deps, 'signingKey'>, token: string): boolean {
  try {
    return readUnsubscribeToken(deps, token) !== '';
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Doing it again changes nothing. */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  const userId = readUnsubscribeToken(deps, token);
  await inTransaction(deps, (tx) => stopMails(tx, userId));
}
