/** Owns `users.founder` and `founder_terms`: who is a founder now, and who was one on a given day. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { founderTerms, users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { purgeAuthor } from './public-pages.ts';
import type { FounderTerm } from './rules.ts';

/** Starts or ends a founder term today. Does nothing when the flag is already set so. */
export async function setFounder(tx: TransactionDeps, userId: string, founder: boolean): Promise<void> {
  const day = utcDay(tx.clock.now());
  const [known] = await tx.db
    .select({ founder: users.founder })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (known === undefined || known.founder === founder) return;
  await tx.db.update(users).set({ founder }).where(eq(users.id, userId));
  await purgeAuthor(tx, userId);
  const own = eq(founderTerms.userId, userId);
  if (!founder) {
    await tx.db
      .update(founderTerms)
      .set({ until: day })
      .where(and(own, isNull(founderTerms.until)));
    return;
  }
  // A term that ended today continues without a gap.
  const { rowCount } = await tx.db
    .update(founderTerms)
    .set({ until: null })
    .where(and(own, eq(founderTerms.until, day)));
  if (rowCount === 0) await tx.db.insert(founderTerms).values({ userId, since: day });
}

export const findFounderTerms = (deps: Pick<Deps, 'db'>, userId: string): Promise<FounderTerm[]> =>
  deps.db
    .select({ since: founderTerms.since, until: founderTerms.until })
    .from(founderTerms)
    .where(eq(founderTerms.userId, userId))
    .orderBy(asc(founderTerms.since));
