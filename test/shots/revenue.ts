/** Half a year of revenue, which the small demo lacks, and files as administrators submit them. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { revenueImports, revenueLines, stories, users } from '../../db/schema/index.ts';
import { newId } from '../../server/lib/ids.ts';
import { addMonths, listMonths, monthOf } from '../../server/lib/months.ts';
import type { Account, TestApp } from '../support/app.ts';
import { csvOf, openImports } from '../support/imports-of-revenue.ts';
import { credit } from '../support/revenue.ts';
import type { Screen } from './screens.ts';

export type ImportPaths = Record<
  'importWrong' | 'importReady' | 'importSame' | 'importCredited' | 'importOvertaken' | 'importMarked',
  string | null
>;
export const NO_IMPORTS: ImportPaths = {
  importWrong: null,
  importReady: null,
  importSame: null,
  importCredited: null,
  importOvertaken: null,
  importMarked: null,
};

export const importScreens: readonly Screen[] = [
  { name: 'admin-revenue', path: '/admin/revenue', as: 'administrator' },
  { name: 'admin-revenue-wrong', path: ({ paths }) => paths.importWrong, as: 'administrator' },
  { name: 'admin-revenue-ready', path: ({ paths }) => paths.importReady, as: 'administrator' },
  { name: 'admin-revenue-same', path: ({ paths }) => paths.importSame, as: 'administrator' },
  { name: 'admin-revenue-credited', path: ({ paths }) => paths.importCredited, as: 'administrator' },
  { name: 'admin-revenue-overtaken', path: ({ paths }) => paths.importOvertaken, as: 'administrator' },
  { name: 'admin-revenue-marked', path: ({ paths }) => paths.importMarked, as: 'administrator' },
];

const NET = [62_533_000, 77_040_112, 58_800_931, 68_400_250, 74_560_777, 76_412_905];

export async function makeRevenue(house: Pick<TestApp, 'deps'>, email: string): Promise<void> {
  const own = await house.deps.db
    .select({ id: stories.id })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.ownerId))
    .where(and(eq(users.email, email), isNotNull(stories.firstPublishedAt)))
    .orderBy(stories.id)
    .limit(2);
  const now = monthOf(house.deps.clock.now());
  for (const [turn, period] of listMonths(addMonths(now, -6), addMonths(now, -1)).entries()) {
    const lines = own.map(({ id }, place) => {
      const netMicros = Math.round((NET[turn] ?? 0) / (place * 14 + 1));
      return { storyId: id, impressions: Math.round(netMicros / 447), netMicros };
    });
    // Others' young episodes have earned in the last of these months.
    const isThere = await house.deps.db.$count(
      revenueImports,
      and(eq(revenueImports.period, period), eq(revenueImports.state, 'credited')),
    );
    const kind = isThere > 0 ? 'correction' : 'month';
    await credit(house, { period, kind, lines, at: new Date(`${addMonths(period, 1)}-01T03:00:00Z`) });
  }
  await credit(house, {
    period: addMonths(now, -1),
    kind: 'correction',
    lines: own.slice(0, 1).map(({ id }) => ({ storyId: id, impressions: 0, netMicros: -1_000_001 })),
    at: new Date(`${now}-12T10:00:00Z`),
  });
}

/** A file with wrong lines, a ready one, and one that names the previous credit. */
export async function makeImports(house: TestApp, administrator: Account): Promise<ImportPaths> {
  const imports = openImports(house, administrator);
  const month = addMonths(monthOf(house.deps.clock.now()), -1);
  const all = await house.deps.db.select({ id: stories.id }).from(stories).orderBy(stories.id).limit(12);
  const [first = '', second = '', third = ''] = all.map(({ id }) => id);
  const correction = csvOf([{ story: first, impressions: 0, amount: '2.50' }], month);
  const name = `revenue-${month}-c2.csv`;
  const credited = await imports.hand(correction, { kind: 'correction', name });
  await imports.commit(credited.id);
  const same = await imports.hand(correction, { kind: 'correction', name: `revenue-${month}-c2 (1).csv` });
  const wrong = await imports.hand(
    csvOf(
      [
        ...all.map(({ id }) => ({ story: id, amount: '12.25' })),
        { story: second, amount: '"1,234.56"' },
        { story: third.replace(/.$/, (last) => (last === '0' ? '1' : '0')), amount: '0.61' },
        { story: newId(), amount: '=HYPERLINK("http://example.org/a-rather-long-address")' },
      ],
      month,
    ),
    { name: `revenue-${month}.csv` },
  );
  const early = addMonths(month, -20);
  const both = [];
  for (const amount of ['2.10', '2.20'])
    both.push(
      await imports.hand(csvOf([{ story: first, amount }], early), {
        name: `revenue-${early} ${amount}.csv`,
      }),
    );
  await imports.commit(both[0]?.id ?? '');
  const marked = await imports.hand(`\ufeff${csvOf([{ story: second, amount: '0.75' }], month)}`, {
    ...{ kind: 'correction', name: `revenue-${month}-c3.csv` },
  });
  return {
    importOvertaken: `/admin/revenue/${both[1]?.id}`,
    importMarked: `/admin/revenue/${marked.id}`,
    importWrong: `/admin/revenue/${wrong.id}`,
    importReady: `/admin/revenue/${await addReady(house, administrator, { month, ids: all.map(({ id }) => id) })}`,
    importSame: `/admin/revenue/${same.id}`,
    importCredited: `/admin/revenue/${credited.id}`,
  };
}

/** Written directly: a file of a whole month would be refused, since the month is credited. */
async function addReady(
  { deps: { db } }: TestApp,
  { id: uploadedBy }: Account,
  { month, ids }: { month: string; ids: readonly string[] },
): Promise<string> {
  const id = newId();
  const lines = ids.map((storyId, place) => {
    const netMicros = 301_770_000 - place * 23_456_789;
    return { importId: id, line: place + 2, storyId, impressions: Math.round(netMicros / 447), netMicros };
  });
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((all, line) => all + of(line), 0);
  await db.insert(revenueImports).values({
    ...{ id, fileName: `revenue-${month}.csv`, sizeBytes: 96_120, sha256: '91b0'.repeat(16), uploadedBy },
    source: 'upload',
    kind: 'month',
    state: 'ready',
    period: month,
    linesCount: lines.length,
    impressions: sum((line) => line.impressions),
    netMicros: sum((line) => line.netMicros),
  });
  await db.insert(revenueLines).values(lines);
  return id;
}
