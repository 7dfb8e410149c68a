/** Password of the demo's accounts: DEMO_PASSWORD or random per database. The next start prints the stored password. */

import { randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { type Deps, inTransaction, type TransactionDeps } from '../../server/deps.ts';
import { passwordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import { passwordProblem } from '../../server/domains/accounts/accounts/rules.ts';
import { StartError } from '../../server/embedded/start-error.ts';
import { sessions, settings, users } from '../schema/index.ts';
import { DEMO_ADMINISTRATOR, DEMO_CREATOR, DEMO_READER } from './logins.ts';

const PASSWORD_SETTING = 'secret.demo_password';

/** Password of all demos before each database got its own. */
const FORMER_PASSWORD = 'to be continued';

/** Crockford's alphabet has no look-alike characters. A password has 80 bits, in groups that are easy to type. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const makePassword = (): string => {
  const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % LETTERS.length] ?? '');
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-');
};

/**
 * Returns the password of the demo's accounts. Accounts with the former password get the new one, and their sessions
 * end. Throws `StartError` when DEMO_PASSWORD is too weak for an account.
 */
export async function settleDemoPassword(deps: Deps): Promise<string> {
  const wished = deps.config.DEMO_PASSWORD;
  if (wished !== undefined) refuseWeak(deps, wished);
  return inTransaction(deps, async (tx) => {
    const made = { name: PASSWORD_SETTING, value: '' };
    // The row is the lock. When two first starts race, the second finds the password of the first.
    await tx.db.insert(settings).values(made).onConflictDoNothing();
    const ours = eq(settings.name, PASSWORD_SETTING);
    const [row] = await tx.db.select().from(settings).where(ours).for('update');
    const known = row?.value || null;
    const password = wished ?? known ?? makePassword();
    if (password === known) return password;
    await tx.db.update(settings).set({ value: password }).where(ours);
    await renewAccounts(tx, { former: known ?? FORMER_PASSWORD, password });
    return password;
  });
}

function refuseWeak(deps: Deps, password: string): void {
  const identity = [DEMO_CREATOR, DEMO_READER, DEMO_ADMINISTRATOR];
  const problem = passwordProblem(password, {
    identity,
    isCommon: passwordHasher.of(deps).isCommon(password),
  });
  if (problem === null) return;
  throw new StartError(`DEMO_PASSWORD: does not meet the password rules (${problem.replaceAll('_', ' ')})`);
}

/** Skips accounts whose owners chose another password. */
async function renewAccounts(
  tx: TransactionDeps,
  { former, password }: { former: string; password: string },
): Promise<void> {
  // Imported on demand: this file loads all texts of the demo, and most starts do not need them.
  const { demoPeople } = await import('./people.ts');
  const emails = demoPeople.map(({ email }) => email);
  const accounts = await tx.db.select().from(users).where(inArray(users.email, emails));
  if (accounts.length === 0) return;
  const passwordHash = await passwordHasher.of(tx).hash(password);
  for (const { id, passwordHash: present } of accounts) {
    if (present === null || !(await passwordHasher.of(tx).verify(former, present))) continue;
    await tx.db.update(users).set({ passwordHash }).where(eq(users.id, id));
    await tx.db.delete(sessions).where(eq(sessions.userId, id));
  }
}
