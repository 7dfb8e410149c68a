/** Accounts without a password of their own, made for people whom a provider has named. */
import type { TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { checkSignUp } from './rules.ts';
import { insertAccount, type NewAccount } from './service.ts';

export type ProvidedAccount = Omit<NewAccount, 'password'> & { emailConfirmed: boolean };

/**
 * Makes the account and returns its id; an address that nobody has proven is mailed its link. The rules are those of every
 * sign-up (ACC-57, ACC-58), less the password's.
 */
export async function createProvidedAccount(tx: TransactionDeps, input: ProvidedAccount): Promise<string> {
  const today = utcDay(tx.clock.now());
  const fields = checkSignUp({ ...input, password: null, isCommonPassword: false, today });
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
  return insertAccount(tx, input, null);
}
