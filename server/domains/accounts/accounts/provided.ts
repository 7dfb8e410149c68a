import type { TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { checkSignUp } from './rules.ts';
import { insertAccount, type NewAccount } from './service.ts';

export type ProvidedAccount = Omit<NewAccount, 'password'> & { emailConfirmed: boolean };

/** Sign-up rules apply (ACC-57, ACC-58), except the password's. An unconfirmed address gets a confirmation link. */
export async function createProvidedAccount(tx: TransactionDeps, input: ProvidedAccount): Promise<string> {
  const today = utcDay(tx.clock.now());
  const fields = checkSignUp({ ...input, password: null, isCommonPassword: false, today });
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
  return insertAccount(tx, input, null);
}
