/** Confirms e-mail addresses: the first one of an account and each replacement (ACC-12, ACC-13). */

import { eq } from 'drizzle-orm';
import { sqlState, UNIQUE_VIOLATION } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, unauthorized, unprocessable } from '../../../lib/errors.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { mailLimits } from '../../platform/limits.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { findToken, issueToken, spendToken, voidTokens } from '../../platform/mail/tokens.ts';
import { accountLimits } from '../limits.ts';

type Addressee = Pick<typeof users.$inferSelect, 'id' | 'email' | 'pendingEmail' | 'language'>;

/** Mails a link to the pending address, else to the first one. Revokes older links: others may read the old mailbox. */
export async function sendConfirmation(tx: TransactionDeps, user: Addressee): Promise<void> {
  const to = user.pendingEmail ?? user.email;
  await voidTokens(tx, user.id, 'confirm_email');
  const tokenId = await issueToken(tx, { userId: user.id, purpose: 'confirm_email', email: to });
  await queueMail(tx, {
    userId: user.id,
    kind: user.pendingEmail === null ? 'confirm_email' : 'confirm_new_email',
    to,
    locale: user.language,
    data: { tokenId },
  });
}

/** Throws 409 when no address is pending, 429 after too many mails. */
export async function resendConfirmation(deps: Deps, userId: string): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw unauthorized('sign_in_required');
  if (user.emailConfirmedAt !== null && user.pendingEmail === null) throw conflict('already_confirmed');
  await attempt(deps, accountLimits.confirmMail, [subjects.user(userId)]);
  await inTransaction(deps, (tx) => sendConfirmation(tx, user));
}

/** Uses up a mailed link. Throws 422 when it is invalid or the address belongs to another account by now. */
export async function confirmEmail(
  deps: Deps,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const guess = await attempt(deps, mailLimits.mailedLink, [subjects.address(address)]);
  await inTransaction(deps, async (tx) => {
    const found = await findToken(tx, 'confirm_email', token, { forUpdate: true });
    const [user] = found
      ? await tx.db.select().from(users).where(eq(users.id, found.userId)).for('update')
      : [];
    if (found === null || user === undefined) throw linkExpired();
    const now = tx.clock.now();
    if (user.pendingEmail !== null && isSame(user.pendingEmail, found.email)) await replaceEmail(tx, user);
    else if (isSame(user.email, found.email)) {
      await tx.db
        .update(users)
        .set({ emailConfirmedAt: user.emailConfirmedAt ?? now })
        .where(eq(users.id, user.id));
    } else throw linkExpired();
    await spendToken(tx, found.id);
    logSecurity(tx, 'address_confirmed', { userId: user.id, address });
  });
  await guess.takeBack();
}

async function replaceEmail(tx: TransactionDeps, user: Addressee): Promise<void> {
  try {
    await tx.db
      .update(users)
      .set({ email: user.pendingEmail ?? user.email, pendingEmail: null, emailConfirmedAt: tx.clock.now() })
      .where(eq(users.id, user.id));
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw unprocessable({ email: ['taken'] });
    throw error;
  }
}

/** Addresses are case-insensitive everywhere (ERR-20). */
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const linkExpired = () => unprocessable({ token: ['expired_link'] }, 'link_expired');
