/** A month of revenue that is credited, with all that stands in the ledger for it. */
import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { findFounderTerms } from '../../server/domains/accounts/founders.ts';
import { lastDayOf, shareOn, sum } from '../../server/domains/earnings/rules.ts';
import { creditOf, shareOfMicros } from '../../server/domains/ledger/rules.ts';
import { holdBalance, type Transfer, transferDollars } from '../../server/domains/ledger/service.ts';
import { newId } from '../../server/lib/ids.ts';
import { erasedStories, revenueCredits, revenueImports, revenueLines, stories } from '../schema/index.ts';

export type MonthLine = { storyId: string; impressions: number; netMicros: number };
export type MonthFile = {
  period: string;
  kind?: 'month' | 'correction';
  lines: readonly MonthLine[];
  /** When it is credited. */
  at: Date;
};

type Shared = MonthLine & { ownerId: string; shareBasisPoints: number; shareMicros: number };

/** Answers the id of the import. */
export async function creditMonth(
  deps: Deps,
  { period, kind = 'month', lines, at }: MonthFile,
): Promise<string> {
  const importId = newId(at.getTime());
  const shared = await shareOut(deps, { period, lines });
  const creators = [...new Set(shared.map(({ ownerId }) => ownerId))].sort();
  await inTransaction(deps, async (tx) => {
    const text = JSON.stringify(lines);
    await tx.db.insert(revenueImports).values({
      id: importId,
      fileName: `${period}${kind === 'month' ? '' : '-c1'}.csv`,
      sizeBytes: text.length,
      sha256: createHash('sha256').update(`${importId}${text}`).digest('hex'),
      source: 'service',
      kind,
      state: 'ready',
      period,
      linesCount: lines.length,
      impressions: sum(lines.map(({ impressions }) => impressions)),
      netMicros: sum(lines.map(({ netMicros }) => netMicros)),
      createdAt: at,
    });
    await tx.db
      .insert(revenueLines)
      .values(shared.map((line, index) => ({ ...line, importId, line: index + 2 })));
    const credits = [];
    for (const userId of creators) {
      const own = shared.filter(({ ownerId }) => ownerId === userId);
      const shareMicros = sum(own.map((line) => line.shareMicros));
      const netMicros = sum(own.map((line) => line.netMicros));
      const restBeforeMicros = await holdBalance(tx, { account: 'rest', userId });
      const { creditMicros, restMicros } = creditOf(restBeforeMicros, shareMicros);
      const rest = restMicros - restBeforeMicros;
      const transfer: Transfer = {
        deed: 'revenue',
        key: `revenue:${importId}:${userId}`,
        subjectId: importId,
        legs: [
          { account: 'network', micros: -netMicros },
          { account: 'share', micros: netMicros - shareMicros },
          { account: 'rest', userId, micros: rest },
          { account: 'earned', userId, micros: creditMicros },
        ],
      };
      const added = await transferDollars(tx, netMicros === 0 ? [] : [transfer]);
      credits.push({
        importId,
        userId,
        period,
        shareMicros,
        restBeforeMicros,
        creditMicros,
        restAfterMicros: restMicros,
        transferId: added.get(transfer.key) ?? null,
        createdAt: at,
      });
    }
    await tx.db.insert(revenueCredits).values(credits);
    await tx.db
      .update(revenueImports)
      .set({ state: 'credited', creditedAt: at })
      .where(eq(revenueImports.id, importId));
  });
  return importId;
}

async function shareOut(
  deps: Deps,
  { period, lines }: Pick<MonthFile, 'period' | 'lines'>,
): Promise<Shared[]> {
  const ids = lines.map(({ storyId }) => storyId);
  const known = [
    ...(await deps.db
      .select({ id: stories.id, ownerId: stories.ownerId })
      .from(stories)
      .where(inArray(stories.id, ids))),
    ...(await deps.db
      .select({ id: erasedStories.storyId, ownerId: erasedStories.ownerId })
      .from(erasedStories)
      .where(inArray(erasedStories.storyId, ids))),
  ];
  const owners = new Map(known.map(({ id, ownerId }) => [id, ownerId]));
  const shares = new Map<string, number>();
  for (const ownerId of new Set(owners.values()))
    shares.set(ownerId, shareOn(await findFounderTerms(deps, ownerId), lastDayOf(period)));
  return lines.map((line) => {
    const ownerId = owners.get(line.storyId) ?? '';
    const shareBasisPoints = shares.get(ownerId) ?? 0;
    return {
      ...line,
      ownerId,
      shareBasisPoints,
      shareMicros: shareOfMicros(line.netMicros, shareBasisPoints),
    };
  });
}
