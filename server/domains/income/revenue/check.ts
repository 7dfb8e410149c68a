/** Each line becomes a row or a problem. All in one transaction, so that a killed process leaves nothing behind. */
import { and, asc, count, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { revenueImports, revenueLines, revenueProblems, stories } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { queueRefusal } from './administrators.ts';
import { fileKey } from './files.ts';
import { endsReading, linesOf } from './lines.ts';
import {
  alikeIds,
  excerptOf,
  type NoteCode,
  PROBLEMS_KEPT_COUNT,
  PROBLEMS_MAX_COUNT,
  PROBLEMS_SHOWN_COUNT,
  type Problem,
  type ProblemCode,
  type RevenueLine,
  readLine,
  TOTAL_MAX_MICROS,
} from './rules.ts';

type Import = typeof revenueImports.$inferSelect;

const AT_ONCE = 2000;
const HINTS_MAX_COUNT = PROBLEMS_SHOWN_COUNT;

type Read = RevenueLine & { text: string };
type Found = {
  period: string | null;
  lines: number;
  problems: number;
  impressions: number;
  netMicros: number;
  notes: NoteCode[];
};

/** Skips files that were checked before. */
export async function checkImport(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [held] = await tx.db
      .select()
      .from(revenueImports)
      .where(and(eq(revenueImports.id, id), eq(revenueImports.state, 'checking')))
      .for('update');
    if (held === undefined) return;
    if (await isCredited(tx, held.sha256)) return finish(tx, held, await sameAs(tx, held.sha256), 'same');
    const found = await readAll(tx, held);
    const problem = found.problems === 0 ? await problemOfMonth(tx, held, found.period ?? '') : null;
    if (problem !== null) {
      await addProblems(tx, id, [{ line: 1, code: problem, excerpt: '' }]);
      found.problems = 1;
    }
    if (found.problems > 0) await tx.db.delete(revenueLines).where(eq(revenueLines.importId, id));
    await finish(tx, held, found, found.problems > 0 ? 'refused' : 'ready');
  });
}

const credited = (sha256: string) =>
  and(eq(revenueImports.sha256, sha256), eq(revenueImports.state, 'credited'));

const isCredited = async (tx: TransactionDeps, sha256: string): Promise<boolean> =>
  (await tx.db.$count(revenueImports, credited(sha256))) > 0;

async function sameAs(tx: TransactionDeps, sha256: string): Promise<Found> {
  const [before] = await tx.db.select().from(revenueImports).where(credited(sha256)).limit(1);
  const { period = null, linesCount: lines = 0, impressions = 0, netMicros = 0 } = before ?? {};
  return { period, lines, problems: 0, impressions, netMicros, notes: [] };
}

async function finish(tx: TransactionDeps, held: Import, found: Found, state: 'refused' | 'ready' | 'same') {
  await tx.db
    .update(revenueImports)
    .set({
      state,
      period: found.period,
      linesCount: found.lines,
      problemsCount: found.problems,
      impressions: found.impressions,
      netMicros: found.netMicros,
      notes: found.notes,
    })
    .where(eq(revenueImports.id, held.id));
  if (state === 'refused' && held.source === 'service') await queueRefusal(tx, held.id);
}

/** A month has one file. A correction needs a credited month. */
async function problemOfMonth(
  tx: TransactionDeps,
  held: Import,
  period: string,
): Promise<ProblemCode | null> {
  const [row] = await tx.db
    .select({ months: count() })
    .from(revenueImports)
    .where(
      and(
        eq(revenueImports.period, period),
        eq(revenueImports.state, 'credited'),
        eq(revenueImports.kind, 'month'),
      ),
    );
  const isThere = (row?.months ?? 0) > 0;
  if (held.kind === 'month') return isThere ? 'month_credited' : null;
  return isThere ? null : 'month_missing';
}

async function readAll(tx: TransactionDeps, held: Import): Promise<Found> {
  const found: Found = { period: null, lines: 0, problems: 0, impressions: 0, netMicros: 0, notes: [] };
  const today = utcDay(tx.clock.now());
  let kept = 0;
  let reads: Read[] = [];
  let problems: Problem[] = [];
  let gross = 0;
  const flush = async () => {
    const wrong = await addLines(tx, held.id, reads);
    const all = [...problems, ...wrong].sort((a, b) => a.line - b.line);
    const wrongLines = new Set(wrong.map(({ line }) => line));
    for (const { line, netMicros, impressions } of reads) {
      if (wrongLines.has(line)) continue;
      found.impressions += impressions;
      found.netMicros += netMicros;
    }
    found.problems = Math.min(found.problems + all.length, PROBLEMS_MAX_COUNT);
    const room = all.slice(0, Math.max(0, PROBLEMS_KEPT_COUNT - kept));
    await addProblems(tx, held.id, await withHints(tx, room, HINTS_MAX_COUNT - kept));
    kept += room.length;
    [reads, problems] = [[], []];
  };
  const note = (code: NoteCode) => void found.notes.push(code);
  for await (const each of linesOf(await tx.storage.get(fileKey(held.id)), note)) {
    const { line, text } = each;
    if (line > 1) found.lines += 1;
    const expected = { kind: held.kind, period: found.period, today };
    const read = each.problem ?? readLine(text, expected);
    if (typeof read === 'string') {
      problems.push({ line, code: read, excerpt: excerptOf(text) });
    } else if (gross + Math.abs(read.netMicros) > TOTAL_MAX_MICROS) {
      problems.push({ line, code: 'total_too_large', excerpt: excerptOf(text) });
      break;
    } else {
      gross += Math.abs(read.netMicros);
      found.period ??= read.period;
      reads.push({ line, text, ...read });
    }
    if (endsReading(each)) break;
    if (reads.length + problems.length >= AT_ONCE) await flush();
    if (found.problems >= PROBLEMS_MAX_COUNT) break;
  }
  await flush();
  return found;
}

/** Adds lines that name an existing story, once per story. Returns the others as problems. */
async function addLines(tx: TransactionDeps, importId: string, reads: readonly Read[]): Promise<Problem[]> {
  if (reads.length === 0) return [];
  const rows = reads.map(({ line, storyId, impressions, netMicros }) => ({
    line,
    story_id: storyId,
    impressions,
    net_micros: netMicros,
  }));
  const { rows: states } = await tx.db.execute<{ line: number; is_known: boolean; is_added: boolean }>(sql`
    with read as (
      select r.*, exists (select 1 from stories s where s.id = r.story_id)
        or exists (select 1 from erased_stories e where e.story_id = r.story_id) as is_known
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(line int, story_id uuid, impressions bigint, net_micros bigint)
    ), added as (
      insert into revenue_lines (import_id, line, story_id, impressions, net_micros)
      select ${importId}, line, story_id, impressions, net_micros from read where is_known order by line
      on conflict (import_id, story_id) do nothing
      returning line
    )
    select line, is_known, line in (select line from added) as is_added from read`);
  const textOf = new Map(reads.map(({ line, text }) => [line, text]));
  return states.flatMap(({ line, is_known: isKnown, is_added: isAdded }): Problem[] => {
    if (isAdded) return [];
    const excerpt = excerptOf(textOf.get(line) ?? '');
    return [{ line, code: isKnown ? 'story_twice' : 'unknown_story', excerpt }];
  });
}

/** Suggests which story may be meant. Looks only at the problems that are shown. */
async function withHints(
  tx: TransactionDeps,
  problems: readonly Problem[],
  most: number,
): Promise<Problem[]> {
  const hinted: Problem[] = [];
  for (const [index, problem] of problems.entries()) {
    const alike = problem.code === 'unknown_story' && index < most ? alikeIds(problem.excerpt) : [];
    const found =
      alike.length === 0
        ? []
        : await tx.db
            .select({ id: stories.id })
            .from(stories)
            .where(inArray(stories.id, alike))
            .orderBy(asc(stories.id))
            .limit(2);
    const hint = found.map(({ id }) => id).join(', ');
    hinted.push(hint === '' ? problem : { ...problem, hint });
  }
  return hinted;
}

async function addProblems(tx: TransactionDeps, importId: string, problems: readonly Problem[]) {
  if (problems.length === 0) return;
  await tx.db.insert(revenueProblems).values(problems.map((problem) => ({ importId, ...problem })));
}

/** After this time a check counts as forgotten: the queue was lost, or a command was killed. */
const FORGOTTEN_MS = { upload: 60_000, service: 3_600_000 };

export async function checkForgotten(deps: Deps): Promise<void> {
  const now = deps.clock.now().getTime();
  const isForgotten = (['upload', 'service'] as const).map((source) =>
    and(
      eq(revenueImports.source, source),
      lte(revenueImports.createdAt, new Date(now - FORGOTTEN_MS[source])),
    ),
  );
  const rows = await deps.db
    .select({ id: revenueImports.id })
    .from(revenueImports)
    .where(and(eq(revenueImports.state, 'checking'), or(...isForgotten)))
    .limit(20)
    // A locked row is being checked.
    .for('update', { skipLocked: true });
  for (const { id } of rows) await checkImport(deps, id);
}
