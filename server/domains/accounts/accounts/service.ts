/** Owns `users`: creates accounts, sets passwords, requests and cancels deletion. */

import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { sqlState, UNIQUE_VIOLATION } from '#db/client.ts';
import { type Provider, users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { type FieldErrors, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Locale } from '../../../lib/locale.ts';
import { lookOf } from '../../../lib/names.ts';
import { slugify } from '../../../lib/slug.ts';
import { canonicalZone } from '../../../lib/timezones.ts';
import { record } from '../../../outbox/record.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { voidTokens } from '../../platform/mail/tokens.ts';
import { accountKept } from '../events.ts';
import { sendConfirmation } from './confirmation.ts';
import { findNameProblem } from './name-checks.ts';
import { passwordHasher } from './passwords.ts';
import { checkSignUp, passwordProblem } from './rules.ts';
import { dropUnproven, findConnected } from './unproven.ts';

export type NewAccount = {
  email: string;
  password: string;
  displayName: string;
  dateOfBirth: string;
  guardianConsent: boolean;
  language: Locale;
  timezone?: string | undefined;
  subscribeToEmails: boolean;
};

/** Returns the password's hash. Throws 422 with every wrong field and stores nothing (ACC-57). */
export async function prepareAccount(deps: Deps, input: NewAccount): Promise<string> {
  const fields = await findProblems(deps, input);
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
  return passwordHasher.of(deps).hash(input.password);
}

export async function findProblems(deps: Deps, input: Partial<NewAccount>): Promise<FieldErrors> {
  const { email, password, displayName } = input;
  const today = utcDay(deps.clock.now());
  const isCommonPassword = password !== undefined && passwordHasher.of(deps).isCommon(password);
  const nameProblem = displayName === undefined ? null : await findNameProblem(deps, displayName, null);
  const fields = checkSignUp({ ...input, today, isCommonPassword, nameProblem });
  if (email === undefined || fields.email !== undefined) return fields;
  const [holder] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return holder === undefined ? fields : { ...fields, email: ['taken'] };
}

/** Creates the account, mails its confirmation link and returns its id. Throws 422 when the address is taken. */
export const createAccount = (
  tx: TransactionDeps,
  input: NewAccount,
  passwordHash: string,
): Promise<string> => insertAccount(tx, { ...input, emailConfirmed: false }, passwordHash);

/** Like `createAccount`, but the password is optional, and a confirmed address gets no mail. */
export async function insertAccount(
  tx: TransactionDeps,
  input: Omit<NewAccount, 'password'> & { emailConfirmed: boolean },
  passwordHash: string | null,
): Promise<string> {
  const now = tx.clock.now();
  const id = newId(now.getTime());
  const account = {
    id,
    email: input.email,
    emailConfirmedAt: input.emailConfirmed ? now : null,
    passwordHash,
    displayName: input.displayName.trim(),
    look: lookOf(input.displayName),
    dateOfBirth: input.dateOfBirth,
    guardianConsentAt: input.guardianConsent ? now : null,
    language: input.language,
    timezone: canonicalZone(input.timezone ?? '') ?? 'UTC',
    subscribeToEmails: input.subscribeToEmails,
  };
  const slug = slugify(input.displayName, 'creator', 60);
  try {
    // Two people of one name may sign up at once: the later insert waits here, and gets a longer slug.
    const first = await tx.db
      .insert(users)
      .values({ ...account, slug })
      .onConflictDoNothing({ target: users.slug })
      .returning({ id: users.id });
    if (first.length === 0)
      await tx.db.insert(users).values({ ...account, slug: `${slug}-${id.slice(-12)}` });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw unprocessable({ email: ['taken'] });
    throw error;
  }
  const { email, language } = input;
  if (!input.emailConfirmed) await sendConfirmation(tx, { id, email, language, pendingEmail: null });
  return id;
}

export type PasswordOwner = { email: string; displayName: string; name: string | null };

export async function preparePassword(
  deps: Deps,
  owner: PasswordOwner,
  { password, confirmation }: { password: string; confirmation: string },
): Promise<string> {
  if (password !== confirmation) {
    throw unprocessable({ password_confirmation: ['mismatch'] }, 'passwords_differ');
  }
  const identity = [owner.email, owner.displayName, owner.name];
  const problem = passwordProblem(password, {
    identity,
    isCommon: passwordHasher.of(deps).isCommon(password),
  });
  if (problem !== null) throw unprocessable({ password: [problem] });
  return passwordHasher.of(deps).hash(password);
}

/**
 * Sets a password and notifies the owner by mail. Revokes reset links and cancels a pending change of address, so that
 * an intruder loses every way in. With `byMail`, also disconnects providers and returns them.
 */
export async function setPassword(
  tx: TransactionDeps,
  userId: string,
  { passwordHash, byMail = false }: { passwordHash: string; byMail?: boolean },
): Promise<readonly Provider[]> {
  const now = tx.clock.now();
  const [user] = await tx.db
    .update(users)
    .set({ passwordHash, pendingEmail: null })
    .where(eq(users.id, userId))
    .returning();
  if (user === undefined) return [];
  const connected = await findConnected(tx, userId);
  if (byMail) {
    await dropUnproven(tx, user);
    // A reset link was opened from this mailbox, which is all that a confirmation proves.
    const confirmed = { emailConfirmedAt: user.emailConfirmedAt ?? now };
    await tx.db.update(users).set(confirmed).where(eq(users.id, userId));
  }
  await voidTokens(tx, userId, 'reset_password');
  logSecurity(tx, byMail ? 'password_reset' : 'password_changed', { userId });
  const { email: to, language: locale } = user;
  const data = { [byMail ? 'disconnected' : 'connected']: connected.join(',') };
  await queueMail(tx, { userId, kind: 'password_changed', to, locale, data });
  return byMail ? connected : [];
}

/** Requests deletion. Signing in cancels the request until the account is erased. False when already requested. */
export async function giveUpAccount(tx: TransactionDeps, userId: string): Promise<boolean> {
  const rows = await tx.db
    .update(users)
    .set({ deletionRequestedAt: tx.clock.now() })
    .where(and(eq(users.id, userId), isNull(users.deletionRequestedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Cancels the deletion. A job restores what readers could no longer see. */
export async function keepAccount(tx: TransactionDeps, userId: string): Promise<void> {
  const rows = await tx.db
    .update(users)
    .set({ deletionRequestedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt), isNull(users.erasedAt)))
    .returning({ id: users.id });
  if (rows.length > 0) await record(tx, accountKept, { userId });
}
