/** Reports as their reporter sees them. */
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Static } from 'typebox';
import { episodes, stories, users, violationReports } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Viewer } from '../../lib/viewer.ts';
import type { ListedReport, Report } from './contract.ts';
import type { ReportCategory } from './rules.ts';

export type ReportView = Static<typeof Report>;
export type ListedReportView = Static<typeof ListedReport>;

export const presentReport = (row: typeof violationReports.$inferSelect): ReportView => ({
  number: row.number,
  subject_type: row.subjectType,
  subject_id: row.subjectId,
  category: row.category as ReportCategory,
  text: row.text,
  state: row.state,
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
});

/** Newest first, each with what is still shown of its subject. Two queries. */
export async function listOwnReports(
  deps: Deps,
  viewer: Viewer,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ violations: ListedReportView[]; total: number }> {
  const own = eq(violationReports.reporterId, viewer.id);
  const [rows, [all]] = await Promise.all([
    deps.db
      .select({
        report: violationReports,
        story: { title: stories.title, slug: stories.slug },
        episode: { title: episodes.title, number: episodes.position },
        user: { title: users.displayName, slug: users.slug },
      })
      .from(violationReports)
      .leftJoin(
        stories,
        and(eq(stories.id, violationReports.storyId), eq(stories.published, true), isNull(stories.deletedAt)),
      )
      .leftJoin(
        episodes,
        and(
          eq(violationReports.subjectType, 'episode'),
          eq(episodes.id, violationReports.subjectId),
          eq(episodes.status, 'published'),
          isNull(episodes.deletedAt),
        ),
      )
      .leftJoin(
        users,
        and(
          eq(violationReports.subjectType, 'user'),
          eq(users.id, violationReports.subjectId),
          isNull(users.deletionRequestedAt),
          isNull(users.erasedAt),
        ),
      )
      .where(own)
      .orderBy(desc(violationReports.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.select({ total: count() }).from(violationReports).where(own),
  ]);
  const violations = rows.map(({ report, story, episode, user }) => ({
    ...presentReport(report),
    subject: subjectOf(report.subjectType, { story, episode, user }),
  }));
  return { violations, total: all?.total ?? 0 };
}

type Named = { title: string; slug: string } | null;

function subjectOf(
  type: ReportView['subject_type'],
  of: { story: Named; user: Named; episode: { title: string; number: number | null } | null },
): ListedReportView['subject'] {
  const { story, episode, user } = of;
  if (type === 'user') return user && { ...user, number: null };
  if (story === null || type === 'story') return story && { ...story, number: null };
  return episode && { title: `${story.title}: ${episode.title}`, slug: story.slug, number: episode.number };
}
