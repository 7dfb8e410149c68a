/** Owns `users`: makes accounts. Sessions are made by the sessions domain. */
import { eq } from 'drizzle-orm';
import { sqlState, UNIQUE_VIOLATION } from '../../../db/client.ts';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { unprocessable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Locale } from '../../lib/locale.ts';
import { slugify } from '../../lib/text.ts';
import { checkSignUp } from './rules.ts';

export type NewAccount = {
  email: string;
  password: string;
  displayName: string;
  dateOfBirth: string;
  guardianConsent: boolean;
  language: Locale;
  subscribeToEmails: boolean;
};

/** Makes an account and returns its id. Throws 422 with every field that is wrong; then nothing is stored (ACC-57). */
export async function createAccount(deps: Deps, input: NewAccount): Promise<string> {
  const now = deps.clock.now();
  const fields = checkSignUp({ ...input, today: now.toISOString().slice(0, 10) });
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
  const id = newId(now.getTime());
  const passwordHash = await deps.passwords.hash(input.password);
  try {
    await deps.db.insert(users).values({
      id,
      email: input.email,
      passwordHash,
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

/** The name as a slug, with the id's random tail when somebody has it already. */
export async function freeSlug(deps: Deps, displayName: string, id: string): Promise<string> {
  const slug = slugify(displayName, 'creator', 60);
  const [holder] = await deps.db.select({ id: users.id }).from(users).where(eq(users.slug, slug)).limit(1);
  return holder === undefined ? slug : `${slug}-${id.slice(-6)}`;
}
