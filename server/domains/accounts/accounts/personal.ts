import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
import { findFounderTerms, setFounder } from './founders.ts';
import { purgeAuthor } from './public-pages.ts';

export async function collectAccount(deps: Deps, { passwordHash, look: _look, ...person }: Person) {
  const founderTerms = await findFounderTerms(deps, person.id);
  return { files: { account: { ...person, hasPassword: passwordHash !== null, founderTerms } } };
}

/** Leaves a row that says nothing of anybody: what must be kept, such as entries of a ledger, goes on pointing to it. */
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
