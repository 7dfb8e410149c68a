import { and, count, eq, gte, isNull, or } from 'drizzle-orm';
import {
  authenticators,
  confirmedDevices,
  identities,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityNotices,
  sessions,
  signInTickets,
  socialCodes,
  socialFlows,
  users,
} from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import { logSecurity } from '../../process/security-log.ts';
import type { Person, Unproven } from '../administration/privacy/personal.ts';
import { setSecondFactor } from './accounts/factor.ts';
import { findFounderTerms, setFounder } from './accounts/founders.ts';
import { purgeAuthor } from './accounts/public-pages.ts';
import { findWays } from './second-factor/queries.ts';
import { isOn } from './second-factor/rules.ts';
import { endSessions } from './sessions/service.ts';

export async function collectAccount(deps: Deps, { passwordHash, look: _look, ...person }: Person) {
  const founderTerms = await findFounderTerms(deps, person.id);
  return { files: { account: { ...person, hasPassword: passwordHash !== null, founderTerms } } };
}

/** Clears everything personal. The row stays, because ledger entries and other records must keep their reference. */
export async function eraseAccount(tx: TransactionDeps, { id: userId }: Person): Promise<void> {
  await setFounder(tx, userId, false);
  await tx.db
    .update(users)
    .set({
      email: `${userId}@erased.invalid`,
      pendingEmail: null,
      emailConfirmedAt: null,
      passwordHash: null,
      slug: `erased-${userId}`,
      displayName: '',
      look: '',
      name: null,
      website: null,
      bio: null,
      dateOfBirth: '1900-01-01',
      guardianConsentAt: null,
      timezone: 'UTC',
      preferredLanguages: [],
      pictureMediaId: null,
      publisher: false,
      administrator: false,
      subscribeToEmails: false,
      erasedAt: tx.clock.now(),
    })
    .where(eq(users.id, userId));
  await purgeAuthor(tx, userId);
}

export async function collectSessions(deps: Deps, { id }: Person) {
  const rows = await deps.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, id));
  const devices = await deps.db
    .select({ confirmedAt: confirmedDevices.confirmedAt, expiresAt: confirmedDevices.expiresAt })
    .from(confirmedDevices)
    .where(eq(confirmedDevices.userId, id));
  return { files: { sessions: rows, confirmed_devices: devices } };
}

export async function eraseSessions(tx: TransactionDeps, { id }: Person): Promise<void> {
  await endSessions(tx, id);
  for (const table of [signInTickets, confirmedDevices])
    await tx.db.delete(table).where(eq(table.userId, id));
}

/** Lists factors and their dates, never a secret, a key or a code. */
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

/** A stranger who signed up with this address must not lock its owner out with a second factor. */
export async function dropUnprovenFactors(
  tx: TransactionDeps,
  { id, emailConfirmedAt }: Unproven,
): Promise<void> {
  if (emailConfirmedAt !== null) return;
  if (await removeFactors(tx, id)) logSecurity(tx, 'factors_off', { userId: id, reason: 'password_reset' });
}

/** Deletes factors added since then, and unconfirmed apps. Turns the second factor off when none is left. */
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

export async function removeFactors(tx: TransactionDeps, userId: string): Promise<boolean> {
  for (const table of [recoveryCodes, passkeyChallenges])
    await tx.db.delete(table).where(eq(table.userId, userId));
  const apps = await tx.db.delete(authenticators).where(eq(authenticators.userId, userId)).returning();
  const keys = await tx.db.delete(passkeys).where(eq(passkeys.userId, userId)).returning();
  await setSecondFactor(tx, userId, null);
  return apps.length + keys.length > 0;
}

export async function collectIdentities(deps: Deps, { id }: Person) {
  const rows = await deps.db
    .select({
      provider: identities.provider,
      subject: identities.subject,
      email: identities.email,
      createdAt: identities.createdAt,
    })
    .from(identities)
    .where(eq(identities.userId, id));
  return { files: { connected_apps: rows } };
}

export async function eraseIdentities(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(identities).where(eq(identities.userId, id));
  await dropWays(tx, id);
}

/** Drops all providers: a stranger may have connected them before the owner reset the password. */
export const dropUnprovenIdentities = (tx: TransactionDeps, { id }: Unproven): Promise<void> =>
  dropIdentities(tx, { id, reason: 'password_reset' });

export const dropIdentitiesSince = (
  tx: TransactionDeps,
  { id, since }: { id: string; since: Date },
): Promise<void> => dropIdentities(tx, { id, since, reason: 'disowned' });

async function dropIdentities(
  tx: TransactionDeps,
  { id, since, reason }: { id: string; since?: Date; reason: string },
): Promise<void> {
  const own = eq(identities.userId, id);
  const dropped = await tx.db
    .delete(identities)
    .where(since === undefined ? own : and(own, gte(identities.createdAt, since)))
    .returning({ provider: identities.provider });
  for (const { provider } of dropped) logSecurity(tx, 'connection_removed', { userId: id, provider, reason });
  await dropWays(tx, id);
}

async function dropWays(tx: TransactionDeps, userId: string): Promise<void> {
  await tx.db.delete(socialCodes).where(eq(socialCodes.userId, userId));
  await tx.db.delete(socialFlows).where(eq(socialFlows.userId, userId));
}
