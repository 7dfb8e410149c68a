/** Turns second factors on and off. Each change and its consequences share a transaction. */
import { eq } from 'drizzle-orm';
import { type SecurityAction, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { setSecondFactor } from '../accounts/factor.ts';
import { factorLimits } from '../limits.ts';
import { removeFactors } from '../personal.ts';
import { proveSession, unproveSessions } from '../sessions/service.ts';
import { forgetDevices } from '../sessions/tickets.ts';
import { type AppSecret, beginApp, findPendingApp, removeApp, takeAppCode } from './app.ts';
import { giveNotice } from './notices.ts';
import { addPasskey, creationOptions, removePasskey, takeCreationChallenge } from './passkeys.ts';
import { sessionHolder } from './proof.ts';
import { findWays } from './queries.ts';
import { makeRecoveryCodes } from './recovery.ts';
import { isOn, tidyPasskeyName } from './rules.ts';

export type Actor = Viewer & { userAgent: string };

/** Only the first factor comes with recovery codes, shown once. */
export type Added = { recoveryCodes: string[] | null };

const tell = (tx: TransactionDeps, { id, userAgent }: Actor, deed: SecurityAction): Promise<void> =>
  giveNotice(tx, { userId: id, deed, userAgent });

const mayChange = (deps: Deps, viewer: Viewer) =>
  attempt(deps, factorLimits.change, [subjects.user(viewer.id)]);

/** Allows only one change per account at a time. */
async function holdUser(tx: TransactionDeps, userId: string) {
  const [user] = await tx.db
    .select({ secondFactorAt: users.secondFactorAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (user === undefined) throw notFound('not_found');
  return user;
}

/** Starts adding an app. Throws 409 when the account has one. */
export async function startApp(deps: Deps, viewer: Viewer): Promise<AppSecret> {
  await mayChange(deps, viewer);
  const begun = await inTransaction(deps, (tx) => beginApp(tx, viewer.id));
  const pending = begun ? await findPendingApp(deps, viewer.id) : null;
  if (pending === null) throw conflict('factor_already');
  return pending;
}

/** Throws 422 for a wrong code. */
export async function confirmApp(deps: Deps, viewer: Actor, code: string): Promise<Added> {
  await mayChange(deps, viewer);
  return inTransaction(deps, async (tx) => {
    await holdUser(tx, viewer.id);
    if (!(await takeAppCode(tx, viewer.id, code, { pending: true })))
      throw unprocessable({ code: ['not_good'] });
    return settleAdded(tx, viewer, 'app');
  });
}

export async function beginPasskey(deps: Deps, viewer: Viewer) {
  await mayChange(deps, viewer);
  return creationOptions(deps, sessionHolder(viewer));
}

export async function keepPasskey(
  deps: Deps,
  viewer: Actor,
  { name: wished, response }: { name: string; response: unknown },
): Promise<Added & { id: string }> {
  const name = tidyPasskeyName(wished);
  if (name === null) throw unprocessable({ name: ['blank'] });
  const holder = sessionHolder(viewer);
  const challenge = await takeCreationChallenge(deps, holder);
  if (challenge === null) throw unprocessable({ passkey: ['expired'] });
  return inTransaction(deps, async (tx) => {
    await holdUser(tx, viewer.id);
    const { id } = await addPasskey(tx, { holder, name, challenge, response });
    return { id, ...(await settleAdded(tx, viewer, 'passkey')) };
  });
}

/** The first factor makes every device answer it, and makes other sessions unproven. */
async function settleAdded(tx: TransactionDeps, viewer: Actor, kind: string): Promise<Added> {
  const { secondFactorAt } = await holdUser(tx, viewer.id);
  logSecurity(tx, 'factor_added', { userId: viewer.id, reason: kind });
  await tell(tx, viewer, 'factor_added');
  if (secondFactorAt !== null) return { recoveryCodes: null };
  await setSecondFactor(tx, viewer.id, tx.clock.now());
  await forgetDevices(tx, viewer.id);
  await unproveSessions(tx, viewer.id, { except: viewer.sessionId });
  await proveSession(tx, viewer.sessionId);
  return { recoveryCodes: await makeRecoveryCodes(tx, viewer.id) };
}

export async function renewRecoveryCodes(deps: Deps, viewer: Actor): Promise<string[]> {
  await mayChange(deps, viewer);
  return inTransaction(deps, async (tx) => {
    const { secondFactorAt } = await holdUser(tx, viewer.id);
    if (secondFactorAt === null) throw conflict('no_factor');
    logSecurity(tx, 'factor_added', { userId: viewer.id, reason: 'recovery_codes' });
    await tell(tx, viewer, 'recovery_codes_made');
    return makeRecoveryCodes(tx, viewer.id);
  });
}

export const dropApp = (deps: Deps, viewer: Actor): Promise<void> =>
  drop(deps, viewer, 'app', (tx) => removeApp(tx, viewer.id));

export const dropPasskey = (deps: Deps, viewer: Actor, id: string): Promise<void> =>
  drop(deps, viewer, 'passkey', async (tx) => (await removePasskey(tx, { userId: viewer.id, id })) !== null);

async function drop(
  deps: Deps,
  viewer: Actor,
  kind: string,
  remove: (tx: TransactionDeps) => Promise<boolean>,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await holdUser(tx, viewer.id);
    if (!(await remove(tx))) throw notFound('not_found');
    logSecurity(tx, 'factor_removed', { userId: viewer.id, reason: kind });
    const isOff = !isOn(await findWays(tx, viewer.id));
    if (isOff) await clear(tx, viewer.id);
    await tell(tx, viewer, isOff ? 'factors_off' : 'factor_removed');
  });
}

export async function switchOff(deps: Deps, viewer: Actor): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { secondFactorAt } = await holdUser(tx, viewer.id);
    await clear(tx, viewer.id);
    if (secondFactorAt === null) return;
    logSecurity(tx, 'factors_off', { userId: viewer.id });
    await tell(tx, viewer, 'factors_off');
  });
}

/** For owners who have lost everything. False when no second factor was on. */
export async function resetFactors(tx: TransactionDeps, userId: string): Promise<boolean> {
  const { secondFactorAt } = await holdUser(tx, userId);
  await clear(tx, userId);
  if (secondFactorAt !== null) logSecurity(tx, 'factors_off', { userId, reason: 'reset' });
  return secondFactorAt !== null;
}

async function clear(tx: TransactionDeps, userId: string): Promise<void> {
  await removeFactors(tx, userId);
  await forgetDevices(tx, userId);
}
