/** Who administers the house: made and unmade by whoever runs it, since the first one can be made by nobody else. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { logSecurity } from '../../process/security-log.ts';
import { setAdministrator } from '../accounts/factor.ts';
import { endSessions } from '../sessions/service.ts';
import { resetFactors } from './service.ts';

async function findAccount(deps: Deps, email: string) {
  const [user] = await deps.db
    .select({ id: users.id, administrator: users.administrator, secondFactorAt: users.secondFactorAt })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.erasedAt)));
  if (user === undefined) throw notFound('not_found');
  return user;
}

/** Throws 404 for an unknown e-mail. */
export async function grantAdministration(deps: Deps, email: string) {
  const user = await findAccount(deps, email);
  const isNew = await inTransaction(deps, (tx) => change(tx, user.id, true));
  return { isNew, hasFactor: user.secondFactorAt !== null };
}

/** Ends the sessions as well. Throws 404 for an unknown e-mail, 409 for the last one unless `last`. */
export async function revokeAdministration(
  deps: Deps,
  email: string,
  { last }: { last: boolean },
): Promise<boolean> {
  const user = await findAccount(deps, email);
  if (!user.administrator) return false;
  return inTransaction(deps, async (tx) => {
    // All of them are held, so that two at once cannot take each other's place.
    const all = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.administrator, true))
      .for('update');
    if (!last && all.every(({ id }) => id === user.id)) throw conflict('last_administrator');
    await endSessions(tx, user.id);
    return change(tx, user.id, false);
  });
}

async function change(tx: TransactionDeps, userId: string, administrator: boolean): Promise<boolean> {
  const changed = await setAdministrator(tx, userId, administrator);
  if (changed) logSecurity(tx, 'role_changed', { userId, role: administrator ? 'administrator' : null });
  return changed;
}

/** For who has lost phone and codes: whoever runs the house has made sure who asks. False when none was on. */
export async function resetSecondFactor(deps: Deps, email: string): Promise<boolean> {
  const { id } = await findAccount(deps, email);
  const was = await resetFactors(deps, id);
  if (was) await endSessions(deps, id);
  return was;
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
