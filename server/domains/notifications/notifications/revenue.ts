/** Notifies each creator of their part of a revenue import once, however often the job runs. */
import { and, asc, eq, gt } from 'drizzle-orm';
import { revenueCredits, revenueImports } from '#db/schema/index.ts';
import { formatMoney } from '#locales/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { centsOf, dollars } from '../../income/earnings/rules.ts';
import { notify } from './notify.ts';

/** After a kill, the next run continues with creators who were not notified yet. */
const AT_ONCE = 500;

export async function notifyOfRevenue(deps: Deps, importId: string): Promise<void> {
  const [found] = await deps.db.select().from(revenueImports).where(eq(revenueImports.id, importId));
  if (found?.state !== 'credited') return;
  const details = { period: found.period ?? '', import: found.kind };
  const news = {
    kind: 'revenue_credited',
    key: `revenue_credited:${importId}`,
    subjectId: importId,
  } as const;
  for (let after: string | null = null; ; ) {
    const { userId, creditMicros } = revenueCredits;
    const credits = await deps.db
      .select({ userId, creditMicros })
      .from(revenueCredits)
      .where(and(eq(revenueCredits.importId, importId), after === null ? undefined : gt(userId, after)))
      .orderBy(asc(userId))
      .limit(AT_ONCE);
    if (credits.length === 0) return;
    const each = new Map(
      credits.map((credit) => [
        credit.userId,
        { ...details, amount: formatMoney(dollars(centsOf(credit.creditMicros))) },
      ]),
    );
    await inTransaction(deps, (tx) =>
      notify(tx, [...each.keys()], {
        ...news,
        storyId: null,
        episodeId: null,
        actorId: null,
        detailsOfEach: each,
      }),
    );
    after = credits.at(-1)?.userId ?? null;
  }
}
