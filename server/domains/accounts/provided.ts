/** Accounts without a password of their own, made for people whom a provider has named. */
import { randomBytes } from 'node:crypto';
import { sqlState, UNIQUE_VIOLATION } from '../../../db/client.ts';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { unprocessable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { checkSignUp } from './rules.ts';
import { freeSlug, type NewAccount } from './service.ts';

export type ProvidedAccount = Omit<NewAccount, 'password'> & { emailConfirmed: boolean };

/** Makes the account and returns its id. The rules are those of every sign-up (ACC-57, ACC-58), less the password's. */
export async function createProvidedAccount(deps: Deps, input: ProvidedAccount): Promise<string> {
  const now = deps.clock.now();
  const password = randomBytes(24).toString('hex');
  const fields = checkSignUp({ ...input, password, today: now.toISOString().slice(0, 10) });
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
  const id = newId(now.getTime());
  try {
    await deps.db.insert(users).values({
      id,
      email: input.email,
      emailConfirmedAt: input.emailConfirmed ? now : null,
      passwordHash: null,
      slug: await freeSlug(deps, input.displayName, id),
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
  return id;
}
