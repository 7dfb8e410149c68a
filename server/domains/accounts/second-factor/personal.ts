import { and, count, eq, gte, isNull, or } from 'drizzle-orm';
import {
  authenticators,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityNotices,
  users,
} from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { setSecondFactor } from '../accounts/factor.ts';
import type { Person, Unproven } from '../../administration/privacy/personal.ts';
import { findWays } from './queries.ts';
import { isOn } from './rules.ts';

/** What there is and since when; never a secret, a key or a code. */
export async function collectFactors({ db }: Deps, { id }: Person) {
  const [apps, keys, [codes], notices] = await Promise.all([
    db
      .select({ confirmedAt: authenticators.confirmedAt, lastUsedAt: authenticators.lastUsedAt })
      .from(authenticators)
      .where(eq(authenticators.userId, id)),
    db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, id)),
    db
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, id), isNull(recoveryCodes.usedAt))),
    db
      .select({
        deed: securityNotices.deed,
        userAgent: securityNotices.userAgent,
        country: securityNotices.country,
        createdAt: securityNotices.createdAt,
        answer: securityNotices.answer,
      })
      .from(securityNotices)
      .where(eq(securityNotices.userId, id)),
  ]);
  const second_factor = { apps, passkeys: keys, recovery_codes_left: codes?.left ?? 0 };
  return { files: { second_factor, security_notices: notices } };
}

export async function eraseFactors(tx: TransactionDeps, { id }: Pick<Person, 'id'>): Promise<void> {
  await removeFactors(tx, id);
  await tx.db.delete(securityNotices).where(eq(securityNotices.userId, id));
}

/** Whoever signed up with another's address must not keep its owner out by a second factor. */
export async function dropUnprovenFactors(
  tx: TransactionDeps,
  { id, emailConfirmedAt }: Unproven,
): Promise<void> {
  if (emailConfirmedAt !== null) return;
  if (await removeFactors(tx, id)) logSecurity(tx, 'factors_off', { userId: id, reason: 'password_reset' });
}

/** Apps, passkeys and codes; the factor is off when none is left. */
export async function dropFactorsSince(
  tx: TransactionDeps,
  { id, since }: { id: string; since: Date },
): Promise<void> {
  const [user] = await tx.db
    .select({ secondFactorAt: users.secondFactorAt })
    .from(users)
    .where(eq(users.id, id));
  const ofApps = or(isNull(authenticators.confirmedAt), gte(authenticators.confirmedAt, since));
  await tx.db.delete(authenticators).where(and(eq(authenticators.userId, id), ofApps));
  for (const table of [passkeys, recoveryCodes])
    await tx.db.delete(table).where(and(eq(table.userId, id), gte(table.createdAt, since)));
  if (user?.secondFactorAt && !isOn(await findWays(tx, id))) await removeFactors(tx, id);
}

/** True when there were any. */
export async function removeFactors(tx: TransactionDeps, userId: string): Promise<boolean> {
  for (const table of [recoveryCodes, passkeyChallenges])
    await tx.db.delete(table).where(eq(table.userId, userId));
  const apps = await tx.db.delete(authenticators).where(eq(authenticators.userId, userId)).returning();
  const keys = await tx.db.delete(passkeys).where(eq(passkeys.userId, userId)).returning();
  await setSecondFactor(tx, userId, null);
  return apps.length + keys.length > 0;
}
