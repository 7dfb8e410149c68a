import { and, count, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import {
  episodes,
  illegalContentNotices,
  type ReportState,
  type ReportSubject,
  stories,
  users,
  violationReports,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isolated } from '../../../lib/isolate.ts';
import { shortened } from '../../../lib/text.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import type { AdminReport, ListedReport, Report } from './contract-report.ts';
import type { ReportCategory, ReportedSubject } from './rules.ts';

export type ReportView = Static<typeof Report>;
export type ListedReportView = Static<typeof ListedReport>;
export type AdminReportView = Static<typeof AdminReport>;

const SNAPSHOT_SHOWN_LENGTH = 80;

type Paging = { page: number; perPage: number };

export type ReportRow = typeof violationReports.$inferSelect;

/** For the reporter: a decision that can still be undone does not count yet. */
export function presentReport(row: ReportRow): ReportView {
  const isTold = row.decisionId === null || row.toldAt !== null;
  return {
    ...receiptOf(row),
    subject_type: row.subjectType as ReportedSubject,
    state: isTold ? row.state : 'open',
    decided_at: isTold ? (row.decidedAt?.toISOString() ?? null) : null,
  };
}

const receiptOf = (row: ReportRow) => ({
  number: row.number,
  subject_type: row.subjectType,
  subject_id: row.subjectId,
  category: row.category as ReportCategory,
  text: row.text,
  state: row.state,
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
});

/** Newest first, with the subject as far as it is still shown. Two queries. */
export async function listOwnReports(
  deps: Deps,
  viewer: Viewer,
  { page, perPage }: Paging,
): Promise<{ violations: ListedReportView[]; total: number }> {
  const own = eq(violationReports.reporterId, viewer.id);
  const [rows, total] = await Promise.all([
    selectReports(deps, own, { isShown: true })
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.$count(violationReports, own),
  ]);
  return {
    violations: rows.map((row) => ({ ...presentReport(row.report), subject: subjectOf(row) })),
    total,
  };
}

export type ReportFilter = {
  state?: ReportState | undefined;
  category?: ReportCategory | undefined;
  subjectType?: ReportSubject | undefined;
  subjectId?: string | undefined;
};

/** For administrators, newest first. Counts at most 1,000. Three queries. */
export async function listReports(
  deps: Deps,
  { state, category, subjectType, subjectId }: ReportFilter,
  { page, perPage }: Paging,
): Promise<{ violations: AdminReportView[]; total: number }> {
  const where = and(
    state && eq(violationReports.state, state),
    category && eq(violationReports.category, category),
    subjectType && eq(violationReports.subjectType, subjectType),
    subjectId ? eq(violationReports.subjectId, subjectId) : undefined,
  );
  const [rows, total] = await Promise.all([
    selectReports(deps, where, { isShown: false })
      .limit(perPage)
      .offset((page - 1) * perPage),
    countUpTo(deps, where),
  ]);
  return { violations: await presentForAdministrators(deps, rows), total };
}

/** Counting stops here. */
export const COUNTED_MAX = 1000;

async function countUpTo({ db }: Pick<Deps, 'db'>, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ id: violationReports.id })
    .from(violationReports)
    .where(where)
    .limit(COUNTED_MAX)
    .as('some');
  const [counted] = await db.select({ count: count() }).from(some);
  return counted?.count ?? 0;
}

/** For administrators. Throws 404. */
export async function findReport(deps: Pick<Deps, 'db'>, id: string): Promise<AdminReportView> {
  const rows = await selectReports(deps, eq(violationReports.id, id), { isShown: false });
  const [report] = await presentForAdministrators(deps, rows);
  if (report === undefined) throw notFound('not_found');
  return report;
}

/** `isShown` limits subjects to those shown to readers. Otherwise, all that are not deleted. */
export function selectReports(
  { db }: Pick<Deps, 'db'>,
  where: SQL | undefined,
  { isShown }: { isShown: boolean },
) {
  return db
    .select({
      report: violationReports,
      story: { title: stories.title, slug: stories.slug },
      episode: { title: episodes.title, number: episodes.position },
      user: { title: users.displayName, slug: users.slug },
      notice: illegalContentNotices,
    })
    .from(violationReports)
    .leftJoin(
      stories,
      and(
        eq(stories.id, violationReports.storyId),
        isShown ? eq(stories.published, true) : undefined,
        isNull(stories.deletedAt),
      ),
    )
    .leftJoin(
      episodes,
      and(
        eq(violationReports.subjectType, 'episode'),
        eq(episodes.id, violationReports.subjectId),
        isShown ? eq(episodes.status, 'published') : undefined,
        isNull(episodes.deletedAt),
      ),
    )
    .leftJoin(
      users,
      and(
        eq(violationReports.subjectType, 'user'),
        eq(users.id, violationReports.subjectId),
        isShown ? isNull(users.deletionRequestedAt) : undefined,
        isNull(users.erasedAt),
      ),
    )
    .leftJoin(illegalContentNotices, eq(illegalContentNotices.id, violationReports.noticeId))
    .where(where)
    .orderBy(desc(violationReports.id));
}

export type SelectedReport = Awaited<ReturnType<typeof selectReports>>[number];

export async function presentForAdministrators(
  deps: Pick<Deps, 'db'>,
  rows: readonly SelectedReport[],
): Promise<AdminReportView[]> {
  const ids = rows.flatMap(({ report }) => [report.reporterId, report.decidedBy]).filter((id) => id !== null);
  const people = await deps.db
    .select({ id: users.id, slug: users.slug, display_name: users.displayName })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt)));
  const personOf = (id: string | null) => people.find((person) => person.id === id) ?? null;
  return rows.map((row) => ({
    id: row.report.id,
    version: row.report.state,
    ...receiptOf(row.report),
    story_id: row.report.storyId,
    subject: subjectOf(row),
    snapshot: row.report.snapshot,
    reporter: personOf(row.report.reporterId),
    notice: noticeOf(row),
    decided_by: personOf(row.report.decidedBy),
    note: row.report.note,
  }));
}

function noticeOf({ notice }: SelectedReport): AdminReportView['notice'] {
  if (notice === null) return null;
  const { id, number, name, email, text, addresses } = notice;
  return { id, number, name, email, text, addresses };
}

function subjectOf({ report, story, episode, user }: SelectedReport): ListedReportView['subject'] {
  const type = report.subjectType;
  if (type === 'address') return null;
  if (type === 'user') return user && { ...user, number: null };
  if (story === null || type === 'story') return story && { ...story, number: null };
  if (type === 'comment' || type === 'reply' || type === 'tsukkomi')
    return {
      title: [story.title, shortened(report.snapshot, SNAPSHOT_SHOWN_LENGTH)]
        .filter(Boolean)
        .map(isolated)
        .join(': '),
      slug: story.slug,
      number: null,
    };
  return (
    episode && {
      title: `${isolated(story.title)}: ${isolated(episode.title)}`,
      slug: story.slug,
      number: episode.number,
    }
  );
}
