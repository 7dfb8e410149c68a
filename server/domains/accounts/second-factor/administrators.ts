/** Grants and revokes administration from the command line, because no administrator exists at first. */

import { asc, eq, or } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../../outbox/record.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { logAction } from '../../platform/audit/log.ts';
import { tellOfRight } from '../accounts/rights.ts';
import { setFlag } from '../accounts/standing.ts';
import { factorReset } from '../events.ts';
import { endSessions } from '../sessions/service.ts';
import { giveNotice } from './notices.ts';
import { resetFactors } from './service.ts';

type Account = typeof users.$inferSelect;

const BY_COMMAND = 'npm run admin';

/** Locks the account and all administrators, always in the same order, so that nobody changes them meanwhile. */
async function holdAccount(tx: TransactionDeps, email: string) {
  const held = await tx.db
    .select()
    .from(users)
    .where(or(eq(users.administrator, true), eq(users.email, email)))
    .orderBy(asc(users.id))
    .for('no key update');
  const [row] = await tx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const account = held.find(({ id }) => id === row?.id);
  if (account === undefined || account.erasedAt !== null) throw notFound('not_found');
  return { account, administrators: held.filter(({ administrator }) => administrator) };
}

/** Throws 404 for an unknown e-mail. Throws 409 for an unconfirmed one, which may be a stranger's. */
export async function grantAdministration(deps: Deps, email: string) {
  return inTransaction(deps, async (tx) => {
    const { account } = await holdAccount(tx, email);
    const isNew = !account.administrator;
    if (account.emailConfirmedAt === null) throw conflict('email_unconfirmed');
    if (isNew) await change(tx, account, true);
    return { isNew, hasFactor: account.secondFactorAt !== null };
  });
}

/** Ends the account's sessions, too. Throws 404 for an unknown e-mail, 409 for the last administrator unless `last`. */
export async function revokeAdministration(
  deps: Deps,
  email: string,
  { last }: { last: boolean },
): Promise<boolean> {
  return inTransaction(deps, async (tx) => {
    const { account, administrators } = await holdAccount(tx, email);
    if (!account.administrator) return false;
    if (!last && administrators.length === 1) throw conflict('last_administrator');
    await endSessions(tx, account.id);
    await change(tx, account, false);
    return true;
  });
}

async function change(tx: TransactionDeps, account: Account, to: boolean): Promise<void> {
  const userId = account.id;
  await setFlag(tx, userId, 'administrator', to);
  logSecurity(tx, 'role_changed', { userId, role: to ? 'administrator' : null });
  const number = await logAction(tx, {
    actorId: null,
    deed: 'administrator_changed',
    subject: { type: 'user', id: userId },
    details: { from: !to, to },
    reason: BY_COMMAND,
  });
  await tellOfRight(tx, account, { right: 'administrator', isGiven: to, number });
}

/** For owners who lost phone and codes, after the operator checked their identity. False when no factor was on. */
export async function resetSecondFactor(deps: Deps, email: string): Promise<boolean> {
  return inTransaction(deps, async (tx) => {
    const { account } = await holdAccount(tx, email);
    const userId = account.id;
    if (!(await resetFactors(tx, userId))) return false;
    await endSessions(tx, userId);
    await logAction(tx, {
      actorId: null,
      deed: 'second_factor_removed',
      subject: { type: 'user', id: userId },
      reason: BY_COMMAND,
    });
    await giveNotice(tx, { userId, deed: 'factors_reset', userAgent: '' });
    await record(tx, factorReset, { userId, deed: newId(tx.clock.now().getTime()) });
    return true;
  });
}

export async function listAdministrators(deps: Deps) {
  const rows = await deps.db
    .select({ email: users.email, displayName: users.displayName, secondFactorAt: users.secondFactorAt })
    .from(users)
    .where(eq(users.administrator, true))
    .orderBy(asc(users.email))
    .limit(1000);
  return rows.map(({ secondFactorAt, ...row }) => ({ ...row, hasFactor: secondFactorAt !== null }));
}
