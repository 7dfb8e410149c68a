/** Owns `social_codes`: what a provider said about a person, until the session or account is created. */
import { and, eq, gt } from 'drizzle-orm';
import { socialCodes } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { CODE_MS, PENDING_MS, type Person, type Provider } from './rules.ts';
import { appHash, hashOf, isSame, isSecret, newSecret, pendingHash } from './secrets.ts';

export type Said = {
  provider: Provider;
  person: Person;
  userId: string | null;
  back: string | null;
  knownDevice?: boolean;
};
export type Pending = typeof socialCodes.$inferSelect;

/** Keeps an e-mail only if the provider verified it. */
const rowOf = (
  deps: Deps,
  { provider, person, userId, back, knownDevice = false }: Said,
  lifeMs: number,
) => ({
  id: newId(deps.clock.now().getTime()),
  provider,
  userId,
  subject: person.subject,
  email: person.emailVerified ? person.email : null,
  displayName: person.displayName,
  back,
  knownDevice,
  createdAt: deps.clock.now(),
  expiresAt: new Date(deps.clock.now().getTime() + lifeMs),
});

/** Code in the address of the sign-in page: valid for 60 s, once, in this browser. */
export async function issueCode(deps: Deps, said: Said, browser: string): Promise<string> {
  const code = newSecret();
  await deps.db.insert(socialCodes).values({
    ...rowOf(deps, said, CODE_MS),
    codeHash: hashOf(code),
    browserHash: hashOf(browser),
  });
  return code;
}

export async function issueAppCode(deps: Deps, said: Said): Promise<string> {
  const code = newSecret();
  const hashes = { codeHash: hashOf(code), browserHash: appHash(code) };
  await deps.db.insert(socialCodes).values({ ...rowOf(deps, said, PENDING_MS), ...hashes });
  return code;
}

/** Deletes and returns the row. Null when the code is used, expired or another browser's. */
export async function takeCode(
  deps: Deps,
  { code, browser }: { code: string; browser: string | undefined },
): Promise<Pending | null> {
  if (!isSecret(code) || !isSecret(browser)) return null;
  const [row] = await deps.db
    .delete(socialCodes)
    .where(eq(socialCodes.codeHash, hashOf(code)))
    .returning();
  const holds = row !== undefined && isSame(row.browserHash, hashOf(browser));
  return holds && row.expiresAt > deps.clock.now() ? row : null;
}

/** Keeps a new person until they enter a date of birth. The browser's cookie finds the row again. */
export async function keepPending(deps: Deps, row: Pending, browser: string): Promise<void> {
  const codeHash = pendingHash(browser);
  const expiresAt = new Date(deps.clock.now().getTime() + PENDING_MS);
  await deps.db.delete(socialCodes).where(eq(socialCodes.codeHash, codeHash));
  await deps.db.insert(socialCodes).values({ ...row, codeHash, browserHash: hashOf(browser), expiresAt });
}

export type PendingKey = { browser: string | undefined } | { code: string };

export async function findPending(
  deps: Deps,
  key: PendingKey,
  { lock = false }: { lock?: boolean } = {},
): Promise<Pending | null> {
  const secret = 'code' in key ? key.code : key.browser;
  if (!isSecret(secret)) return null;
  const [codeHash, holder] =
    'code' in key ? [hashOf(secret), appHash(secret)] : [pendingHash(secret), hashOf(secret)];
  const query = deps.db
    .select()
    .from(socialCodes)
    .where(
      and(
        eq(socialCodes.codeHash, codeHash),
        eq(socialCodes.browserHash, holder),
        gt(socialCodes.expiresAt, deps.clock.now()),
      ),
    );
  const [row] = lock ? await query.for('update') : await query;
  return row ?? null;
}

export async function forgetPending(deps: Deps, id: string): Promise<void> {
  await deps.db.delete(socialCodes).where(eq(socialCodes.id, id));
}
