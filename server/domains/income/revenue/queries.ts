import { aliasedTable, and, asc, desc, eq, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import { revenueImports, revenueProblems, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { toCsv } from '../../../lib/csv.ts';
import { notFound } from '../../../lib/errors.ts';
import type { ImportReply, RevenueImport } from './contract.ts';
import { findStandsOut } from './queries-stands-out.ts';
import { dollarsOf, findTotals } from './queries-totals.ts';
import { type NoteCode, PROBLEMS_KEPT_COUNT, PROBLEMS_SHOWN_COUNT, type ProblemCode } from './rules.ts';

export type ImportView = Static<typeof RevenueImport>;
export type ImportDetail = Static<typeof ImportReply>['import'];

const uploader = aliasedTable(users, 'uploader');
const crediter = aliasedTable(users, 'crediter');
const overtaker = alias(revenueImports, 'overtaker');

function selectImports(deps: Pick<Deps, 'db'>, where?: SQL) {
  return (
    deps.db
      .select({
        row: revenueImports,
        uploader: uploader.displayName,
        crediter: crediter.displayName,
        overtaker: { id: overtaker.id, name: overtaker.fileName, at: overtaker.creditedAt },
      })
      .from(revenueImports)
      .leftJoin(uploader, eq(uploader.id, revenueImports.uploadedBy))
      .leftJoin(crediter, eq(crediter.id, revenueImports.creditedBy))
      // At most one file is credited as a month.
      .leftJoin(
        overtaker,
        and(
          eq(revenueImports.state, 'ready'),
          eq(revenueImports.kind, 'month'),
          eq(overtaker.period, revenueImports.period),
          eq(overtaker.kind, 'month'),
          eq(overtaker.state, 'credited'),
        ),
      )
      .where(where)
  );
}

type Row = Awaited<ReturnType<typeof selectImports>>[number];

const personOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, display_name: name || null };

const viewOf = ({ row, uploader, crediter, overtaker }: Row): ImportView => ({
  id: row.id,
  file_name: row.fileName,
  size_bytes: row.sizeBytes,
  sha256: row.sha256,
  source: row.source,
  kind: row.kind,
  state: row.state,
  period: row.period,
  lines_count: row.linesCount,
  problems_count: row.problemsCount,
  ad_impressions: row.impressions,
  net_revenue: dollarsOf(row.netMicros),
  uploaded_by: personOf(row.uploadedBy, uploader),
  notes: row.notes as NoteCode[],
  overtaken_by: overtaker?.at
    ? { id: overtaker.id, file_name: overtaker.name, credited_at: overtaker.at.toISOString() }
    : null,
  created_at: row.createdAt.toISOString(),
  credited_by: personOf(row.creditedBy, crediter),
  credited_at: row.creditedAt?.toISOString() ?? null,
});

export async function listImports(
  deps: Pick<Deps, 'db'>,
  { page, perPage }: { page: number; perPage: number },
) {
  const rows = await selectImports(deps)
    .orderBy(desc(revenueImports.createdAt), desc(revenueImports.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const total = await deps.db.$count(revenueImports);
  return { imports: rows.map(viewOf), page, per_page: perPage, total };
}

const problemsOf = (deps: Pick<Deps, 'db'>, id: string, most: number) =>
  deps.db
    .select()
    .from(revenueProblems)
    .where(eq(revenueProblems.importId, id))
    .orderBy(asc(revenueProblems.line))
    .limit(most);

/** Throws 404. */
export async function findImport(deps: Pick<Deps, 'db'>, id: string): Promise<ImportDetail> {
  const [found] = await selectImports(deps, eq(revenueImports.id, id));
  if (found === undefined) throw notFound('not_found');
  const problems = await problemsOf(deps, id, PROBLEMS_SHOWN_COUNT);
  const hasLines = found.row.state === 'ready' || found.row.state === 'credited';
  return {
    ...viewOf(found),
    problems: problems.map(({ line, code, excerpt, hint }) => ({
      line,
      code: code as ProblemCode,
      excerpt,
      hint,
    })),
    totals: hasLines ? await findTotals(deps, found.row) : null,
    stands_out: hasLines ? await findStandsOut(deps, found.row) : [],
  };
}

export async function isMonthCredited(deps: Pick<Deps, 'db'>, period: string): Promise<boolean> {
  const { kind, state } = revenueImports;
  const isIt = and(eq(revenueImports.period, period), eq(state, 'credited'), eq(kind, 'month'));
  return (await deps.db.$count(revenueImports, isIt)) > 0;
}

/** For people who fix the file with another program. Throws 404. */
export async function problemsTable(deps: Pick<Deps, 'db'>, id: string): Promise<string> {
  await findImport(deps, id);
  const rows = await problemsOf(deps, id, PROBLEMS_KEPT_COUNT);
  return toCsv(
    ['line', 'code', 'excerpt', 'hint'],
    rows.map(({ line, code, excerpt, hint }) => [line, code, excerpt, hint ?? '']),
    { mark: false },
  );
}
