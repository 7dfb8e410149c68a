/** Accounts without a password of their own, made for people whom a provider has named. */

import { sqlState, UNIQUE_VIOLATION } from '../../../db/client.ts';
import { users } from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';
import { utcDay } from '../../lib/days.ts';
import { unprocessable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { sendConfirmation } from './confirmation.ts';
import { checkSignUp } from './rules.ts';
import { freeSlug, type NewAccount } from './service.ts';

export type ProvidedAccount = Omit<NewAccount, 'password'> & { emailConfirmed: boolean };

/**
 * Makes the account and returns its id; an address that nobody has proven is mailed its link. The rules are those of every
 * sign-up (ACC-57, ACC-58), less the password's.
 */
export async function createProvidedAccount(tx: TransactionDeps, input: ProvidedAccount): Promise<string> {
  const now = tx.clock.now();
  const today = utcDay(now);
  const fields = checkSignUp({ ...input, password: null, isCommonPassword: false, today });
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
  const id = newId(now.getTime());
  try {
    await tx.db.insert(users).values({
      id,
      email: input.email,
      emailConfirmedAt: input.emailConfirmed ? now : null,
      passwordHash: null,
      slug: await freeSlug(tx, input.displayName, id),
      displayName: input.displayName.trim(),
      dateOfBirth: input.dateOfBirth,
      guardianConsentAt: input.guardianConsent ? now : null,
      language: input.language,
      subscribeToEmails: input.subscribeToEmails,
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw unprocessable({ email: ['taken'] });
    throw error;
  }
  if (!input.emailConfirmed) {
    await sendConfirmation(tx, { id, email: input.email, language: input.language, pendingEmail: null });
  }
  return id;
}
