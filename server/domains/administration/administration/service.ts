/** Changes an account's flags or lock, with a reason. The log records each change. */
import { asc, eq, or } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, forbidden, notFound } from '../../../lib/errors.ts';
import { isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { setFounder } from '../../accounts/accounts/founders.ts';
import { tellOfRight } from '../../accounts/accounts/rights.ts';
import { setFlag, setLocked } from '../../accounts/accounts/standing.ts';
import { standingOf } from '../../accounts/sessions/rules.ts';
import { endSessions } from '../../accounts/sessions/service.ts';
import { logAction } from '../../platform/audit/log.ts';
import type { AdminActionName } from '../../platform/audit/rules.ts';
import { findLastAction, overtaken, requireSeen } from '../../platform/audit/seen.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import {
  ACCOUNT_FLAGS,
  type AccountChange,
  type AccountFlag,
  changesIn,
  flagsOf,
  isOwnEnd,
  versionOf,
} from './rules.ts';

/** Throws 404, 409 for locking or demoting oneself. Values that are already set are neither changed nor logged. */
export async function changeAccount(
  deps: Deps,
  viewer: Viewer,
  userId: string,
  { reason, seen, ...wanted }: AccountChange & { reason: string; seen?: string | undefined },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    // Locks all administrators, so that two who demote each other run one after the other.
    const held = await tx.db
      .select()
      .from(users)
      .where(or(eq(users.administrator, true), eq(users.id, userId)))
      .orderBy(asc(users.id))
      .for('no key update');
    const actor = held.find(({ id }) => id === viewer.id);
    if (actor === undefined || !isAdministrator(standingOf(actor)) || actor.lockedAt !== null)
      throw forbidden('administrators_only');
    const person = held.find(({ id }) => id === userId);
    if (person === undefined || person.erasedAt !== null) throw notFound('not_found');
    if (isOwnEnd(wanted, userId === viewer.id)) throw conflict('own_account_kept');
    const now = flagsOf(person);
    await requireSeen({ seen, version: versionOf(now) }, async () =>
      overtaken(tx, 'account_moved_on', await findLastAction(tx, userId, ACCOUNT_ACTIONS)),
    );
    const changes = changesIn(wanted, now);
    for (const { flag, to } of changes) await apply(tx, userId, flag, to);
    for (const { flag, to } of changes) {
      logSecurity(tx, eventOf(flag, to), {
        userId,
        actorId: viewer.id,
        ...(flag === 'locked' ? {} : { role: flag }),
      });
      const number = await logAction(tx, {
        actorId: viewer.id,
        deed: actionNameOf(flag, to),
        subject: { type: 'user', id: userId },
        details: { from: !to, to },
        reason,
      });
      if (flag === 'locked') await tellOfLock(tx, person, { isLocked: to, number });
      else await tellOfRight(tx, person, { right: flag, isGiven: to, number });
    }
  });
}

async function apply(tx: TransactionDeps, userId: string, flag: AccountFlag, to: boolean): Promise<void> {
  if (flag === 'founder') return setFounder(tx, userId, to);
  if (flag !== 'locked') return setFlag(tx, userId, flag, to);
  await setLocked(tx, userId, to ? tx.clock.now() : null);
  // A locked account's sessions answer 423. Unlocking ends them, so that none becomes valid again.
  if (!to) await endSessions(tx, userId);
}

const ACCOUNT_ACTIONS = ACCOUNT_FLAGS.flatMap((flag) => [
  actionNameOf(flag, true),
  actionNameOf(flag, false),
]);

function actionNameOf(flag: AccountFlag, to: boolean): AdminActionName {
  if (flag !== 'locked') return `${flag}_changed`;
  return to ? 'account_locked' : 'account_unlocked';
}

const eventOf = (flag: AccountFlag, to: boolean) => {
  if (flag !== 'locked') return 'flag_changed';
  return to ? 'account_locked' : 'account_unlocked';
};

async function tellOfLock(
  tx: TransactionDeps,
  { id, email, language, emailConfirmedAt }: typeof users.$inferSelect,
  { isLocked, number }: { isLocked: boolean; number: number },
): Promise<void> {
  // An unconfirmed address may belong to a stranger.
  if (emailConfirmedAt === null) return;
  await queueMail(tx, {
    userId: id,
    kind: isLocked ? 'account_locked' : 'account_unlocked',
    to: email,
    locale: language,
    data: { action: String(number) },
  });
}
