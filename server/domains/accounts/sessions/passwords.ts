/** Forgotten, reset and changed passwords. Each change ends the sessions that someone else might have. */

import { eq } from 'drizzle-orm';
import { type Provider, users } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { unauthorized } from '../../../lib/errors.ts';
import type { Locale } from '../../../lib/locale.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects, tryAttempt } from '../../../limits/attempts.ts';
import { mailLimits } from '../../platform/limits.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { findToken, spendToken } from '../../platform/mail/tokens.ts';
import { linkExpired } from '../accounts/confirmation.ts';
import { proveIdentity } from '../accounts/identity.ts';
import { mayBeEmail } from '../accounts/rules.ts';
import { preparePassword, setPassword } from '../accounts/service.ts';
import { sessionLimits } from '../limits.ts';
import { endSessions } from './service.ts';
import { forgetDevices } from './tickets.ts';

/**
 * Queues a reset mail. Only the worker looks the address up, so that neither answer nor timing reveals an account.
 * Throws 429 per network. The limit per address applies silently.
 */
export async function requestReset(
  deps: Deps,
  {
    email,
    address,
    locale,
    back,
  }: { email: string; address: string; locale: Locale; back?: string | undefined },
): Promise<void> {
  await attempt(deps, sessionLimits.forgotten, [subjects.address(address)]);
  if (!mayBeEmail(email)) return;
  const { refusedForMs } = await tryAttempt(deps, sessionLimits.resetMail, [subjects.account(email)]);
  if (refusedForMs !== undefined) return;
  await inTransaction(deps, (tx) =>
    queueMail(tx, {
      userId: null,
      kind: 'reset_password',
      to: email,
      locale,
      data: back === undefined ? {} : { back },
    }),
  );
}

export type NewPassword = { password: string; confirmation: string };

/** Uses up the token, sets the password, ends every session and disconnects providers. */
export async function resetPassword(
  deps: Deps,
  { token, address, ...wished }: NewPassword & { token: string; address: string },
): Promise<{ userId: string; disconnected: readonly Provider[] }> {
  const guess = await attempt(deps, mailLimits.mailedLink, [subjects.address(address)]);
  const found = await findToken(deps, 'reset_password', token);
  const [user] = found ? await deps.db.select().from(users).where(eq(users.id, found.userId)) : [];
  // The account's address may have changed since the mail.
  if (found === null || user === undefined || user.email.toLowerCase() !== found.email.toLowerCase()) {
    throw linkExpired();
  }
  await guess.takeBack();
  const passwordHash = await preparePassword(deps, user, wished);
  return inTransaction(deps, async (tx) => {
    const still = await findToken(tx, 'reset_password', token, { forUpdate: true });
    if (still === null) throw linkExpired();
    await spendToken(tx, still.id);
    const disconnected = await setPassword(tx, user.id, { passwordHash, byMail: true });
    await endSessions(tx, user.id);
    await forgetDevices(tx, user.id);
    return { userId: user.id, disconnected };
  });
}

/** Ends all other sessions. An account without a password may set one within 10 minutes of signing in. */
export async function changePassword(
  deps: Deps,
  viewer: Viewer,
  { current, ...wished }: NewPassword & { current: string | undefined },
): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, viewer.id));
  if (user === undefined) throw unauthorized('sign_in_required');
  await proveIdentity(deps, viewer, { password: current, field: 'current_password' });
  const passwordHash = await preparePassword(deps, user, wished);
  await inTransaction(deps, async (tx) => {
    await setPassword(tx, user.id, { passwordHash });
    await endSessions(tx, user.id, { except: viewer.sessionId });
    // Sign-ins begun with the old password are no longer valid.
    await forgetDevices(tx, user.id);
  });
}
