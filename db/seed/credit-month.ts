/** Credits a month of revenue, as if a valid file had been imported. */
import { createHash } from 'node:crypto';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { sum } from '../../server/domains/income/earnings/rules.ts';
import { creditImport } from '../../server/domains/income/revenue/commit.ts';
import { newId } from '../../server/lib/ids.ts';
import { revenueImports, revenueLines } from '../schema/index.ts';

export type MonthLine = { storyId: string; impressions: number; netMicros: number };
export type MonthFile = {
  period: string;
  kind?: 'month' | 'correction';
  lines: readonly MonthLine[];
  at: Date;
};

export async function creditMonth(
  deps: Deps,
  { period, kind = 'month', lines, at }: MonthFile,
): Promise<string> {
  const then = { ...deps, clock: { now: () => at } };
  const id = newId(at.getTime());
  await inTransaction(then, async (tx) => {
    const text = JSON.stringify(lines);
    await tx.db.insert(revenueImports).values({
      id,
      fileName: `${period}${kind === 'month' ? '' : '-c1'}.csv`,
      sizeBytes: text.length,
      sha256: createHash('sha256').update(`${id}${text}`).digest('hex'),
      source: 'service',
      kind,
      state: 'ready',
      period,
      linesCount: lines.length,
      impressions: sum(lines.map(({ impressions }) => impressions)),
      netMicros: sum(lines.map(({ netMicros }) => netMicros)),
      createdAt: at,
    });
    // The header is line 1.
    await tx.db
      .insert(revenueLines)
      .values(lines.map((line, index) => ({ ...line, importId: id, line: index + 2 })));
    await creditImport(tx, null, id);
  });
  return id;
}
