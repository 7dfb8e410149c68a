import { asc, eq } from 'drizzle-orm';
import { revenueCredits } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

/** Rows of money stay when an account is erased: they name nobody then. */
export async function collectRevenue(deps: Deps, { id }: Person) {
  const columns = {
    period: revenueCredits.period,
    shareMicros: revenueCredits.shareMicros,
    restBeforeMicros: revenueCredits.restBeforeMicros,
    creditMicros: revenueCredits.creditMicros,
    restAfterMicros: revenueCredits.restAfterMicros,
    createdAt: revenueCredits.createdAt,
  };
  const credits = await deps.db
    .select(columns)
    .from(revenueCredits)
    .where(eq(revenueCredits.userId, id))
    .orderBy(asc(revenueCredits.createdAt));
  return { files: { revenue: { credits } } };
}
